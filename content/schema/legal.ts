import { readFile } from 'node:fs/promises';
import type { Loader } from 'astro/loaders';
import { parseFrontmatter } from 'astro/markdown';
import { z } from 'astro/zod';
import { findContentMistakes } from './check.ts';
import { fill } from './fill.ts';
import { legalFile, legalPages } from './legal-pages.ts';
import { escapeMarkdown } from './markdown.ts';
import { formatMistakes } from './mistake.ts';
import { type ServicesInUse, serviceStates } from './vocabulary.ts';

const text = z.string().min(1);

const lineFor = <const State extends string>(states: readonly State[]) =>
  z.strictObject(
    Object.fromEntries(states.map((state) => [state, text])) as Record<State, z.ZodString>,
  );

export const legalTextSchema = z.strictObject({
  title: text,
  updated: z.coerce.date(),
  summary: text,
  /** What the text says of each service, by its state. */
  services: z
    .strictObject({
      form: lineFor(serviceStates.form),
      booking: lineFor(serviceStates.booking),
      newsletter: lineFor(serviceStates.newsletter),
      analytics: lineFor(serviceStates.analytics),
      analyticsKept: lineFor(serviceStates.analyticsKept),
    })
    .partial()
    .optional(),
});

type LegalText = z.infer<typeof legalTextSchema>;

/** `npm run dev` runs this again when the identity has changed. */
const readLegalText = async (root: URL, file: string) => {
  const { fillIdentity } = await import('./identity-text.ts');
  const source = await readFile(new URL(file, root), 'utf8');
  const { frontmatter, content } = parseFrontmatter(source);
  const services = Object.keys(frontmatter.services ?? {});
  fillIdentity(source, file, services); // Throws for what is unknown, in lines of services not in use, too.
  const plain = (text: unknown) => (typeof text === 'string' ? fillIdentity(text, file) : text);
  const { title, summary } = frontmatter;
  return {
    frontmatter: { ...frontmatter, title: plain(title), summary: plain(summary) },
    fillBody: (lines: Readonly<Record<string, string>>) =>
      fillIdentity(fill(content, lines), file, services, escapeMarkdown),
  };
};

/** @param root of the project. @throws Error that names the mistakes in a legal text and its file */
export const checkLegalTexts = async (root: URL): Promise<void> => {
  for (const file of legalPages.map(legalFile)) {
    const { frontmatter } = await readLegalText(root, file);
    const mistakes = findContentMistakes(file, legalTextSchema, frontmatter);
    if (mistakes.length > 0) throw new Error(formatMistakes(mistakes));
  }
};

const linesFor = ({ services = {} }: LegalText, inUse: ServicesInUse): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services).map(([name, lines]) => [
      name,
      (lines as Record<string, string>)[inUse[name as keyof ServicesInUse]] ?? '',
    ]),
  );

/**
 * Reads the legal texts, with the owner's details and the services in use filled in; `npm run dev`
 * asks for them again.
 */
export const legalTextLoader = (servicesInUse: (siteUrl: string) => ServicesInUse): Loader => ({
  name: 'legal-texts',
  load: async ({ config, parseData, refreshContextData, renderMarkdown, store }) => {
    for (const id of legalPages) {
      const file = legalFile(id);
      const { frontmatter, fillBody } = await readLegalText(config.root, file);
      const data = await parseData({ id, data: frontmatter as LegalText, filePath: file });
      const lines = linesFor(data, servicesInUse(String(config.site)));
      store.set({ id, data, rendered: await renderMarkdown(fillBody(lines)) });
    }
    if (typeof refreshContextData?.loaded === 'function') refreshContextData.loaded();
  },
});
