import { agreeingSizes } from '#documents/check-pdf.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Files that the site offers and that are missing, or not what the site says of them. */
export const findBadDocuments = (project: Project): Finding[] => {
  const { built, content, publicFiles, staleDocuments } = project;
  const findings: Finding[] = [];
  const report = (file: string, field: string, message: string, fix: string): void => {
    findings.push({ severity: 'error', message, file, field, fix });
  };

  /** What can be wrong with a file, whoever offers it. */
  const check = (path: string, file: string, field: string): number | null => {
    const found = publicFiles.get(path);
    if (!found) {
      const fix = `Run \`npm run documents\`, or put the file at public${path}.`;
      report(file, field, `There is no file public${path}.`, fix);
      return null;
    }
    if (found.pages === null) {
      const message = `public${path} is no PDF that can be read.`;
      report(file, field, message, 'Run `npm run documents -- --all`, or put a sound PDF there.');
    }
    const copy = built?.files.get(path);
    if (built && !copy) {
      const message = `${built.folder} lacks ${path}.`;
      report(built.folder, path, message, 'Build the site again: `npm run build`.');
    } else if (copy && Buffer.compare(copy, found.bytes) !== 0) {
      const message = `${path} differs from public${path}.`;
      report(built?.folder ?? '', path, message, 'Build the site again: `npm run build`.');
    }
    return found.pages;
  };

  for (const [index, resource] of content.resources.catalogue.entries()) {
    const file = 'content/resources.ts';
    const field = (name: string) => `catalogue[${index}].${name}`;
    const { filename, pages: promised, path, size } = resource;
    const pages = check(path, file, field('path'));
    if (!path.endsWith(`/${filename}`)) {
      const message = `The path ${path} does not end with the filename “${filename}”.`;
      report(file, field('filename'), message, 'Make the two agree.');
    }
    if (pages !== null && promised !== 0 && pages !== promised) {
      const message = `public${path} has ${pages} pages, and the site says ${promised}.`;
      report(file, field('pages'), message, `Write ${pages}, or 0 to say nothing.`);
    }
    const bytes = publicFiles.get(path)?.bytes.length;
    if (bytes !== undefined && size !== null) {
      const { smallest, largest } = agreeingSizes(size);
      if (bytes < smallest || bytes > largest) {
        const message = `public${path} has ${bytes} bytes, and the site says ${size}.`;
        const fix = `Write “${Math.round(bytes / 1024)} KB”, or null to say nothing.`;
        report(file, field('size'), message, fix);
      }
    }
  }
  check(content.site.resumeFile, 'content/site.ts', 'resumeFile');

  for (const { file, field, message } of staleDocuments) {
    report(file, field, `${message}.`, 'Run `npm run documents` and commit what it writes.');
  }
  return findings;
};
