import { agreeingSizes } from '#documents/check-pdf.ts';
import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

const findBadFile = function* (
  { built, publicFiles }: Project,
  path: string,
  file: string,
  field: string,
): Generator<Finding> {
  const found = publicFiles.get(path);
  if (!found) {
    const fix = `Run \`npm run documents\`, or put the file at public${path}.`;
    yield error(file, field, `There is no file public${path}.`, fix);
    return;
  }
  if (found.pages === null) {
    const message = `public${path} is no PDF that can be read.`;
    const fix = 'Run `npm run documents -- --all`, or put a sound PDF there.';
    yield error(file, field, message, fix);
  }
  if (!built) return;
  const copy = built.files.get(path);
  const rebuild = 'Build the site again: `npm run build`.';
  if (!copy) {
    yield error(built.folder, path, `${built.folder} lacks ${path}.`, rebuild);
  } else if (Buffer.compare(copy, found.bytes) !== 0) {
    yield error(built.folder, path, `${path} differs from public${path}.`, rebuild);
  }
};

/** Files that are missing, or not what the site says of them. */
export const findBadDocuments = function* (project: Project): Generator<Finding> {
  const { content, publicFiles, staleDocuments } = project;
  for (const [index, resource] of content.resources.catalogue.entries()) {
    const file = 'content/resources.ts';
    const field = (name: string) => `catalogue[${index}].${name}`;
    const { filename, pages: promised, path, size } = resource;
    yield* findBadFile(project, path, file, field('path'));
    if (!path.endsWith(`/${filename}`)) {
      const message = `The path ${path} does not end with the filename “${filename}”.`;
      yield error(file, field('filename'), message, 'Make the two agree.');
    }
    const found = publicFiles.get(path);
    if (!found) continue;
    const { pages } = found;
    if (pages !== null && promised !== 0 && pages !== promised) {
      const message = `public${path} has ${pages} pages, and the site says ${promised}.`;
      yield error(file, field('pages'), message, `Write ${pages}, or 0 to say nothing.`);
    }
    const bytes = found.bytes.length;
    if (size !== null) {
      const { smallest, largest } = agreeingSizes(size);
      if (bytes < smallest || bytes > largest) {
        const message = `public${path} has ${bytes} bytes, and the site says ${size}.`;
        const fix = `Write “${Math.round(bytes / 1024)} KB”, or null to say nothing.`;
        yield error(file, field('size'), message, fix);
      }
    }
  }
  yield* findBadFile(project, content.site.resumeFile, 'content/site.ts', 'resumeFile');
  for (const { file, field, message } of staleDocuments) {
    const command = file.startsWith('public/share/') ? 'documents -- share-images' : 'documents';
    const fix = `Run \`npm run ${command}\` and commit what it writes.`;
    yield error(file, field, `${message}.`, fix);
  }
};
