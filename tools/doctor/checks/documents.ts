import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

const typeset = 'npm run build --workspace=papers';

/** Documents, with the covers and tables beside them, that no page leads to and everybody can read. */
export const findUnlisted = ({ confirmed, content, publicFiles, texts }: Project): Finding[] => {
  const { resources, site } = content;
  const nameOf = (path: string) => path.replace(/\.\w+$/, '');
  const listed = [site.resumeFile, ...resources.catalogue.map(({ path }) => path)].map(nameOf);
  // The catalogue may be switched off.
  const others = texts.filter(({ file }) => file !== 'content/resources.yaml');
  return [...publicFiles.keys()].flatMap((path) => {
    if (!/^\/resources\/|\.pdf$/.test(path) || confirmed[`public${path}`]) return [];
    const isNamed = listed.includes(nameOf(path)) || others.some(({ text }) => text.includes(path));
    if (isNamed) return [];
    const message = 'It is published, but no page links to it.';
    return error(`public${path}`, '', message, 'Delete it, or add it to content/resources.yaml.');
  });
};

/** Whether bytes agree with a size such as `512 KB`: within 1%, or rounded to it. */
export const hasSize = (bytes: number, size: string): boolean => {
  const [amount = '', unit = ''] = size.split(' ');
  const promised = Number(amount) * (unit === 'MB' ? 1024 ** 2 : 1024);
  return Math.abs(bytes - promised) <= promised * Math.max(0.01, 0.5 / Number(amount));
};

/** Documents that are missing, unreadable, or not what the catalogue promises. */
export const findWrong = ({
  content: { resources, site },
  publicFiles,
}: Pick<Project, 'content' | 'publicFiles'>): Finding[] => {
  const resume = { path: site.resumeFile, pages: 0, size: null };
  return [resume, ...resources.catalogue].flatMap(({ path, pages, size }, index) => {
    const report = (field: string, message: string, fix: string): Finding =>
      index === 0
        ? error('content/site.yaml', 'resumeFile', message, fix)
        : error('content/resources.yaml', `catalogue[${index - 1}].${field}`, message, fix);
    const found = publicFiles.get(path);
    if (!found || found.pages === 0) {
      const message = `public${path} is missing, or no PDF that can be read.`;
      return report('path', message, `Put a PDF there, or typeset it: \`${typeset} -- --all\`.`);
    }
    if (pages !== 0 && pages !== found.pages) {
      const message = `public${path} has ${found.pages} pages, and the site says ${pages}.`;
      return report('pages', message, `Write ${found.pages}, or 0 to say nothing.`);
    }
    const { length } = found.bytes;
    if (size === null || hasSize(length, size)) return [];
    const message = `public${path} has ${length} bytes, and the site says ${size}.`;
    return report('size', message, `Write “${Math.round(length / 1024)} KB”, or null.`);
  });
};

/** PDFs and share pictures whose sources have changed. */
export const findStale = ({ staleDocuments }: Project): Finding[] =>
  staleDocuments.map(({ file, message }) => {
    const command = file.startsWith('public/share/') ? 'npm run share-images' : typeset;
    return error(file, '', `${message}.`, `Run \`${command}\` and commit what it writes.`);
  });
