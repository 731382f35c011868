import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** A share of the size in the catalogue. */
const sizeTolerance = 0.01;

const bytesPer: Record<string, number> = { KB: 1024, MB: 1024 ** 2 };

/** Returns the sizes in bytes that agree with one such as `512 KB`, which may be rounded. */
export const agreeingSizes = (size: string): { smallest: number; largest: number } => {
  const [amount = '', unit = ''] = size.split(' ');
  const share = Math.max(sizeTolerance, 0.5 / Number(amount));
  const bytes = Number(amount) * (bytesPer[unit] ?? 0);
  return {
    smallest: Math.ceil(bytes * (1 - share)),
    largest: Math.floor(bytes * (1 + share)),
  };
};

const typeset = 'npm run build --workspace=papers';

const findBadFile = function* (
  { built, publicFiles }: Pick<Project, 'built' | 'publicFiles'>,
  path: string,
  file: string,
  field: string,
): Generator<Finding> {
  const found = publicFiles.get(path);
  if (!found) {
    const fix = `Put the file there, or typeset it: \`${typeset}\`.`;
    yield error(file, field, `There is no file public${path}.`, fix);
    return;
  }
  if (found.pages === null) {
    const message = `public${path} is no PDF that can be read.`;
    const fix = `Put a sound PDF there, or typeset it: \`${typeset} -- --all\`.`;
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

/** Whether catalogue, footer or a text leads to a file of `public/`. */
export const isNamed = (file: string, { content, texts }: Pick<Project, 'content' | 'texts'>) => {
  const path = file.replace(/^public/, '');
  return (
    path === content.site.resumeFile ||
    content.resources.catalogue.some((resource) => resource.path === path) ||
    texts.some(({ text }) => text.includes(path))
  );
};

/** PDFs that everybody can read who knows the address. */
export const findUnlistedDocuments = function* (project: Project): Generator<Finding> {
  for (const path of project.publicFiles.keys()) {
    const file = `public${path}`;
    if (!path.endsWith('.pdf') || isNamed(file, project)) continue;
    const message = 'The document is published, and nothing on the site leads to it.';
    const fix = 'Delete it, or add it to the catalogue in content/resources.yaml.';
    yield error(file, 'the whole file', message, fix);
  }
};

/** Files that are missing, or not what the site says of them. */
export const findBadDocuments = function* (
  project: Pick<Project, 'content' | 'publicFiles' | 'staleDocuments' | 'built'>,
): Generator<Finding> {
  const { content, publicFiles, staleDocuments } = project;
  for (const [index, resource] of content.resources.catalogue.entries()) {
    const file = 'content/resources.yaml';
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
  yield* findBadFile(project, content.site.resumeFile, 'content/site.yaml', 'resumeFile');
  for (const { file, field, message } of staleDocuments) {
    const command = file.startsWith('public/share/') ? 'npm run share-images' : typeset;
    const fix = `Run \`${command}\` and commit what it writes.`;
    yield error(file, field, `${message}.`, fix);
  }
};
