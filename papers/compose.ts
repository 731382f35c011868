import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { identity } from '../.content/identity.ts';
import { resources } from '../.content/resources.ts';
import { site } from '../.content/site.ts';
import { coverPath } from '../model/cover-path.ts';
import type { Mistake as ContentMistake } from '../model/mistake.ts';
import { escapeHtml } from '../tools/html.ts';
import { digestOf, isStale, readRecord } from '../tools/record.ts';
import { agenticValues } from './agentic-values.ts';
import { figures } from './figures/index.ts';
import { fontDigest } from './fonts.ts';
import { guideValues } from './guide-values.ts';
import { identityValues } from './identity-values.ts';
import type { Kind } from './kind.ts';
import { ledger } from './ledger.ts';
import { readMarkdown } from './markdown.ts';
import type { Mistake } from './mistakes.ts';
import { outlineOf, type Pages } from './outline.ts';
import { paper } from './paper.ts';
import { resume, resumeOfCareer } from './resume.ts';
import { readStyles } from './styles.ts';
import type { Values } from './values.ts';

export interface Plan {
  id: string;
  source: string;
  target: string;
  cover: string | null;
  /** A file of its own with its sums. */
  sheet: { file: string; text: string } | null;
  kind: Kind;
}

export interface Composed {
  plan: Plan;
  title: string;
  edition: Date;
  /** The alternative texts of its figures. */
  alternatives: string[];
  /** A digest of everything that the PDF is made from. */
  digest: string;
  html: (pages: Pages, fonts: string) => string;
}

/** The print options of Chromium; an input of the PDFs, so a part of their digest. */
export const printOptions = {
  tagged: true,
  outline: true,
  preferCSSPageSize: true,
  printBackground: true,
} as const;

/** Digests of the files that were made last. */
export const recordFile = 'papers/built.json';

const computed: Record<string, Values> = {
  'ai-fraud-detection-guide': guideValues,
  'agentic-commerce-guide': agenticValues,
  resume: identityValues(),
};

/** Returns the values that a text may name, by its id. */
export const valuesOf = (id: string): Values => computed[id] ?? {};

const sheets: Record<string, () => string> = { 'ai-fraud-detection-guide': ledger };

const plan = (id: string, source: string, path: string, kind: Kind): Plan => {
  const sheet = sheets[id]?.();
  return {
    id,
    source,
    target: `public${path}`,
    cover: kind.hasCover ? `public${coverPath({ path })}` : null,
    sheet: sheet ? { file: `public${path.replace(/\.pdf$/, '.csv')}`, text: sheet } : null,
    kind,
  };
};

/**
 * The papers of the catalogue and the résumé; a PDF without a text here is the owner's own, except a résumé that
 * was made here.
 */
export const plans: Plan[] = [
  ...resources.catalogue.map((resource) =>
    plan(resource.id, `papers/text/${resource.id}.md`, resource.path, paper(resource)),
  ),
  plan('resume', 'content/resume.md', site.resumeFile, resume),
].filter(({ id, source, target }) => {
  const isReplaced = () => digestOf(readFileSync(target)) !== readRecord(recordFile)[target]?.file;
  return existsSync(source) || (id === 'resume' && !(existsSync(target) && isReplaced()));
});

/** The files that are made from a text. */
export const filesOf = ({ target, cover, sheet }: Plan): string[] =>
  [target, cover, sheet?.file ?? null].filter((file) => file !== null);

export const textOf = ({ source }: Plan): string =>
  existsSync(source) ? readFileSync(source, 'utf8') : resumeOfCareer();

/** Returns the document, or everything that is wrong in its text. */
export const compose = (plan: Plan): Promise<Composed | Mistake[]> =>
  composeText(plan, textOf(plan), valuesOf(plan.id));

/** Composes a given text, as `compose` does. */
export const composeText = async (
  plan: Plan,
  text: string,
  values: Values,
): Promise<Composed | Mistake[]> => {
  const { kind } = plan;
  const { source, mistakes } = readMarkdown(text, plan.source, values);
  const { outline, mistakes: broken } = outlineOf(source, Object.keys(figures), kind.blocks);
  const front = kind.frontmatter.safeParse(source.frontmatter);
  const unfit = front.error?.issues.map(({ path, message }) => ({
    file: plan.source,
    line: 1,
    text: `frontmatter: ${path.join('.') || 'it'} ${message}`,
  }));
  mistakes.push(...broken, ...(unfit ?? []), ...kind.findMistakes(source));
  if (mistakes.length > 0 || !front.success) return mistakes;

  const { edition } = front.data;
  const sheets = await readStyles();
  const bodyWith = (pages: Pages) => kind.body(source, outline, pages);
  const html = (pages: Pages, fonts: string): string => {
    const { title, styles, body } = bodyWith(pages);
    return `<!doctype html><html lang="${site.language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${fonts}\n${sheets}\n${styles}</style></head>${body}</html>`;
  };
  const digest = createHash('sha256')
    .update(html(new Map(), ''))
    .update(fontDigest())
    .update(JSON.stringify(printOptions))
    .update(plan.sheet?.text ?? '')
    .update(edition.toISOString() + identity.person + identity.firm + kind.subject)
    .digest('hex');
  return {
    plan,
    title: bodyWith(new Map()).title,
    edition,
    alternatives: [...outline.figures.values()].map(({ alt }) => alt),
    digest,
    html,
  };
};

/** Returns the first file that is not made from a document as it is now. */
const findStaleFile = ({ plan, digest }: Composed): ContentMistake[] => {
  const record = readRecord(recordFile);
  const file = filesOf(plan).find((each) => isStale(each, record, digest));
  return file ? [{ file, field: 'the whole file', message: 'is outdated' }] : [];
};

/** Returns what is wrong in the texts, and which files are not made from them as they are now. */
export const findStaleFiles = async (): Promise<ContentMistake[]> => {
  const found = plans
    // The site's own checks report a missing PDF.
    .filter(({ target }) => existsSync(target))
    .map(async (plan) => {
      const composed = await compose(plan);
      if (!Array.isArray(composed)) return findStaleFile(composed);
      return composed.map(({ text: message, ...place }) => ({
        ...place,
        field: `line ${place.line ?? 1}`,
        message,
      }));
    });
  return (await Promise.all(found)).flat();
};
