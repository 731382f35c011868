import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { coverPath } from '#content/schema/cover-path.ts';
import type { Resource } from '#content/schema/schema.ts';
import { site } from '#content/site.ts';
import { valuesOf } from './computed.ts';
import { figures } from './figures/index.ts';
import { fontDigest } from './fonts.ts';
import { escapeHtml } from './html.ts';
import type { Body, Kind } from './kind.ts';
import { ledger } from './ledger.ts';
import { readMarkdown } from './markdown.ts';
import { DocumentMistakes } from './mistakes.ts';
import { outlineOf, type Pages } from './outline.ts';
import { coverAlone, paper } from './paper.ts';
import { printOptions } from './print-options.ts';
import { type BuildRecord, digestOf, findStale, type Made, readRecord } from './record.ts';
import { resume, resumeSource } from './resume.ts';
import { readStyles } from './styles.ts';
import type { Values } from './values.ts';

export interface Plan {
  id: string;
  source: string;
  target: string;
  cover: string | null;
  /** Its sums as a file of their own. */
  sheet: { file: string; text: string } | null;
  kind: Kind;
}

export interface Composed {
  plan: Plan;
  title: string;
  edition: Date;
  /** Of its figures. */
  alternatives: string[];
  /** Of all that the PDF is made from. */
  digest: string;
  html: (pages: Pages, fonts: string) => string;
}

const sourceOf = ({ id }: Resource): string => `content/white-papers/${id}.md`;

const targetOf = ({ path }: Resource): string => `public${path}`;

const record = await readRecord();

/** Whether the owner put the PDF there: it has no source, and was not made from one. */
export const isReadyMade = (resource: Resource, made: BuildRecord = record): boolean => {
  const target = targetOf(resource);
  if (existsSync(sourceOf(resource)) || !existsSync(target)) return false;
  return made[target]?.file !== digestOf(readFileSync(target));
};

export const readyMade = resources.catalogue.filter((resource) => isReadyMade(resource));

const sheets: Record<string, () => string> = { 'ai-fraud-detection-guide': ledger };

const sheetOf = (resource: Resource): Plan['sheet'] => {
  const text = sheets[resource.id]?.();
  return text === undefined ? null : { file: targetOf(resource).replace(/\.pdf$/, '.csv'), text };
};

export const plans: Plan[] = [
  ...resources.catalogue
    .filter((resource) => !readyMade.includes(resource))
    .map((resource) => ({
      id: resource.id,
      source: sourceOf(resource),
      target: targetOf(resource),
      cover: `public${coverPath(resource)}`,
      sheet: sheetOf(resource),
      kind: paper(resource),
    })),
  {
    id: 'resume',
    source: resumeSource,
    target: `public${site.resumeFile}`,
    cover: null,
    sheet: null,
    kind: resume,
  },
];

/** The files that are made from a document. */
export const filesOf = ({ source: from, target, cover, sheet }: Plan): Made[] =>
  [target, cover, sheet?.file ?? null]
    .filter((file) => file !== null)
    .map((file) => ({ file, from }));

const readSource = async ({ source, id, target }: Plan): Promise<string> => {
  try {
    return await readFile(source, 'utf8');
  } catch (cause) {
    throw new DocumentMistakes([
      {
        file: source,
        text: `cannot be read (${cause instanceof Error ? cause.message : cause}); the catalogue in content/resources.ts offers “${id}”, so write it, put a finished PDF at ${target}, or take it out there`,
      },
    ]);
  }
};

const page = ({ title, styles, body }: Body, sheets: string, fonts: string): string =>
  `<!doctype html><html lang="${site.language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${fonts}\n${sheets}\n${styles}</style></head>${body}</html>`;

/** @throws DocumentMistakes with everything wrong in the source */
export const compose = async (plan: Plan): Promise<Composed> =>
  composeText(plan, await readSource(plan), valuesOf(plan.id));

/** As `compose`, for a given text. */
export const composeText = async (plan: Plan, text: string, values: Values): Promise<Composed> => {
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
  if (mistakes.length > 0 || !front.success) throw new DocumentMistakes(mistakes);

  const { edition } = front.data;
  const sheets = await readStyles();
  const html = (pages: Pages, fonts: string): string =>
    page(kind.body(source, outline, pages), sheets, fonts);
  const digest = createHash('sha256')
    .update(html(new Map(), ''))
    .update(await fontDigest())
    .update(JSON.stringify(printOptions))
    .update(plan.sheet?.text ?? '')
    .update(edition.toISOString() + identity.person + identity.firm + kind.subject)
    .digest('hex');
  return {
    plan,
    title: kind.body(source, outline, new Map()).title,
    edition,
    alternatives: [...outline.figures.values()].map(({ alt }) => alt),
    digest,
    html,
  };
};

/** A cover for a ready-made PDF. */
export interface ComposedCover {
  /** What is wrong with the cover that is there, or null; one that was not made here is the owner's. */
  stale: string | null;
  file: string;
  digest: string;
  html: (pages: Pages, fonts: string) => string;
}

export const composeCover = async (resource: Resource): Promise<ComposedCover> => {
  const file = `public${coverPath(resource)}`;
  const sheets = await readStyles();
  const html = (_: Pages, fonts: string): string => page(coverAlone(resource), sheets, fonts);
  const digest = digestOf(html(new Map(), '') + (await fontDigest()));
  const made = await readRecord();
  const isOwn = existsSync(file) && made[file] === undefined;
  const from = `content/resources.ts, “${resource.id}”`;
  return {
    stale: isOwn ? null : await findStale({ file, from }, made, digest),
    file,
    digest,
    html,
  };
};
