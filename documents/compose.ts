import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { z } from 'astro/zod';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { coverPath } from '#content/schema/cover-path.ts';
import type { Resource } from '#content/schema/schema.ts';
import { site } from '#content/site.ts';
import { valuesOf } from './computed.ts';
import { figures } from './figures/index.ts';
import { fontDigest } from './fonts.ts';
import { escapeHtml } from './html.ts';
import { readMarkdown, type Source } from './markdown.ts';
import { DocumentMistakes, type Mistake } from './mistakes.ts';
import { outlineOf, type Pages } from './outline.ts';
import { composePaper, paperFrontmatter } from './paper.ts';
import { printOptions } from './print-options.ts';
import { commonBlocks } from './render.ts';
import { composeResume, findRoleMistakes, resumeBlocks, resumeFrontmatter } from './resume.ts';
import { readStyles } from './styles.ts';
import type { Values } from './values.ts';

/** A document that the site offers: where its text is and where its PDF goes. */
export interface Plan {
  id: string;
  /** Markdown source and PDF, as paths in the project. */
  source: string;
  target: string;
  /** Picture of its cover, for the page that offers it; null when it has no cover. */
  cover: string | null;
  /** The white paper's entry in the catalogue; null for the résumé. */
  resource: Resource | null;
}

/** A document ready to be printed. */
export interface Composed {
  plan: Plan;
  title: string;
  /** One sentence on what the document is about. */
  subject: string;
  edition: Date;
  /** Alternative texts of its figures, in reading order. */
  alternatives: string[];
  /** Changes whenever anything changes that the PDF is made from. */
  digest: string;
  html: (pages: Pages, fonts: string) => string;
}

/** Every document, from the catalogue and the site's frame. */
export const plans: Plan[] = [
  ...resources.catalogue.map((resource) => ({
    id: resource.id,
    source: `content/white-papers/${resource.id}.md`,
    target: `public${resource.path}`,
    cover: `public${coverPath(resource)}`,
    resource,
  })),
  {
    id: 'resume',
    source: 'content/resume.md',
    target: `public${site.resumeFile}`,
    cover: null,
    resource: null,
  },
];

/** Holds frontmatter against its schema. */
const readFrontmatter = <T>(
  schema: z.ZodType<T>,
  { file, frontmatter }: Source,
): { value: T | undefined; mistakes: Mistake[] } => {
  const result = schema.safeParse(frontmatter);
  if (result.success) return { value: result.data, mistakes: [] };
  return {
    value: undefined,
    mistakes: result.error.issues.map(({ path, message }) => ({
      file,
      line: 1,
      text: `frontmatter: ${path.join('.') || 'it'} ${message}`,
    })),
  };
};

const readSource = async ({ source, id }: Plan): Promise<string> => {
  try {
    return await readFile(source, 'utf8');
  } catch (cause) {
    throw new DocumentMistakes([
      {
        file: source,
        text: `cannot be read (${cause instanceof Error ? cause.message : cause}); the catalogue in content/resources.ts offers “${id}”, so write it or take it out there`,
      },
    ]);
  }
};

const page = (
  { title, styles, body }: { title: string; styles: string; body: string },
  sheets: string,
  fonts: string,
): string =>
  `<!doctype html><html lang="${site.language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${fonts}\n${sheets}\n${styles}</style></head>${body}</html>`;

/**
 * Turns a source into HTML that is ready to be printed.
 * @throws DocumentMistakes that lists everything wrong with the source
 */
export const compose = async (plan: Plan): Promise<Composed> =>
  composeText(plan, await readSource(plan), valuesOf(plan.id));

/** As `compose`, for a text at hand. */
export const composeText = async (plan: Plan, text: string, values: Values): Promise<Composed> => {
  const { resource } = plan;
  const { source, mistakes } = readMarkdown(text, plan.source, values);
  const { outline, mistakes: broken } = outlineOf(
    source,
    Object.keys(figures),
    resource ? commonBlocks : [...commonBlocks, ...resumeBlocks],
  );
  mistakes.push(...broken);
  const sheets = await readStyles();

  let edition: Date | undefined;
  let contents: ((pages: Pages) => ReturnType<typeof composePaper>) | undefined;
  if (resource) {
    const front = readFrontmatter(paperFrontmatter, source);
    mistakes.push(...front.mistakes);
    edition = front.value?.edition;
    const { value } = front;
    if (value) contents = (pages) => composePaper(source, value, outline, figures, resource, pages);
  } else {
    const front = readFrontmatter(resumeFrontmatter, source);
    mistakes.push(...front.mistakes, ...findRoleMistakes(source));
    edition = front.value?.edition;
    const { value } = front;
    if (value) contents = () => composeResume(source, value, outline);
  }
  if (mistakes.length > 0 || !contents || !edition) throw new DocumentMistakes(mistakes);

  const draw = contents;
  const html = (pages: Pages, fonts: string): string => page(draw(pages), sheets, fonts);
  const subject = resource?.description ?? identity.jobTitle;
  const digest = createHash('sha256')
    .update(html(new Map(), ''))
    .update(await fontDigest())
    .update(JSON.stringify(printOptions))
    .update(edition.toISOString() + identity.person + identity.firm + subject)
    .digest('hex');
  return {
    plan,
    title: draw(new Map()).title,
    subject,
    edition,
    alternatives: [...outline.figures.values()].map(({ alt }) => alt),
    digest,
    html,
  };
};
