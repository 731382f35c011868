import { error, type Finding, warning, wholeFile } from '../finding.ts';
import type { Project } from '../project.ts';
import { digestOfSentence, sampleSentences } from '../sample.ts';

const typeset = 'npm run build --workspace=papers';
const sharePictures = 'npm run share-images';

/** What of the sample is neither changed nor confirmed: a finding for each text and file. */
export const findSample = ({ confirmed, content, texts }: Project): Finding[] => {
  const findings = texts.flatMap((text): Finding[] => {
    const { file, line, field } = text;
    const left = sampleSentences(text, content).find(
      (sentence) => !confirmed[file]?.includes(digestOfSentence(sentence)),
    );
    if (!left) return [];
    const message = line ? `“${left.slice(0, 60)}” is the sample’s.` : 'The file is the sample’s.';
    const isPicture = file.startsWith('public/share/');
    const replace = isPicture ? `Run \`${sharePictures}\`.` : 'Replace it, or delete it.';
    const fix = line ? 'Write what is true of you.' : replace;
    return [{ ...error(file, field || wholeFile, message, fix), line, isSample: true }];
  });
  // A paper is known by its bytes, its title and its source.
  const unique = new Map(findings.map((each) => [`${each.file} ${each.field} ${each.line}`, each]));
  return [...unique.values()];
};

/** Documents that no page leads to, and that everybody can read. */
export const findUnlistedDocuments = (project: Project): Finding[] => {
  const { confirmed, content, publicFiles, texts } = project;
  const listed = [content.site.resumeFile, ...content.resources.catalogue.map(({ path }) => path)];
  const isNamed = (path: string) =>
    listed.includes(path) || texts.some(({ text }) => text.includes(path));
  return [...publicFiles.keys()]
    .filter((path) => path.endsWith('.pdf') && !isNamed(path) && !confirmed[`public${path}`])
    .map((path) => {
      const message = 'The document is published, and nothing on the site leads to it.';
      const fix = 'Delete it, or add it to the catalogue in content/resources.yaml.';
      return error(`public${path}`, wholeFile, message, fix);
    });
};

const bytesPer: Record<string, number> = { KB: 1024, MB: 1024 ** 2 };

/** Returns the sizes in bytes that agree with one such as `512 KB`: within 1%, or rounded to it. */
export const agreeingSizes = (size: string): { smallest: number; largest: number } => {
  const [amount = '', unit = ''] = size.split(' ');
  const share = Math.max(0.01, 0.5 / Number(amount));
  const bytes = Number(amount) * (bytesPer[unit] ?? 0);
  return { smallest: Math.ceil(bytes * (1 - share)), largest: Math.floor(bytes * (1 + share)) };
};

/** Documents that are missing, unreadable, or not what the catalogue promises. */
export const findBadDocuments = ({
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
    if (!found?.pages) {
      const message = `public${path} is missing, or no PDF that can be read.`;
      return report('path', message, `Put a PDF there, or typeset it: \`${typeset} -- --all\`.`);
    }
    if (pages !== 0 && pages !== found.pages) {
      const message = `public${path} has ${found.pages} pages, and the site says ${pages}.`;
      return report('pages', message, `Write ${found.pages}, or 0 to say nothing.`);
    }
    const { length } = found.bytes;
    const { smallest, largest } = agreeingSizes(size ?? '');
    if (size === null || (length >= smallest && length <= largest)) return [];
    const message = `public${path} has ${length} bytes, and the site says ${size}.`;
    return report('size', message, `Write “${Math.round(length / 1024)} KB”, or null.`);
  });
};

/** PDFs and share pictures whose sources have changed. */
export const findStaleDocuments = ({ staleDocuments }: Project): Finding[] =>
  staleDocuments.map(({ file, message }) => {
    const command = file.startsWith('public/share/') ? sharePictures : typeset;
    return error(file, wholeFile, `${message}.`, `Run \`${command}\` and commit what it writes.`);
  });

/** Whether the contact for security researchers is still valid (RFC 9116, section 2.5.5). */
export const findExpiredContact = ({ content, today }: Project): Finding[] => {
  const date = content.site.securityTxtExpires;
  const days = (new Date(date).getTime() - today.getTime()) / (24 * 60 * 60 * 1000);
  if (days >= 30) return [];
  const report = days < 0 ? error : warning;
  const message = `/.well-known/security.txt is valid until ${date}.`;
  const fix = 'Put a day within a year there, if the email in identity.yaml is read.';
  return [report('content/site.yaml', 'securityTxtExpires', message, fix)];
};
