import { readFile } from 'node:fs/promises';
import type { Loader } from 'astro/loaders';
import { parseFrontmatter } from 'astro/markdown';
import { z } from 'astro/zod';
import { findContentMistakes } from './check.ts';
import { fill } from './fill.ts';
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
    })
    .optional(),
});

type LegalText = z.infer<typeof legalTextSchema>;

const legalTexts = { terms: 'content/terms.md', privacy: 'content/privacy.md' };

/** `npm run dev` runs this again when the identity has changed. */
const fillDetails = async (text: string, file: string, others?: readonly string[]) => {
  const { fillIdentity } = await import('./identity-text.ts');
  return fillIdentity(text, file, others);
};

const readLegalText = async (root: URL, file: string) => {
  const source = await readFile(new URL(file, root), 'utf8');
  return parseFrontmatter(await fillDetails(source, file, Object.keys(serviceStates)));
};

/** @param root of the project. @throws Error that names the mistakes in a legal text and its file */
export const checkLegalTexts = async (root: URL): Promise<void> => {
  for (const file of Object.values(legalTexts)) {
    const { frontmatter } = await readLegalText(root, file);
    const mistakes = findContentMistakes(file, legalTextSchema, frontmatter);
    if (mistakes.length > 0) throw new Error(formatMistakes(mistakes));
  }
};

const linesFor = ({ services }: LegalText, { form, booking, newsletter }: ServicesInUse) =>
  services && {
    form: services.form[form],
    booking: services.booking[booking],
    newsletter: services.newsletter[newsletter],
  };

/**
 * Reads the legal texts, with the owner's details and the services in use filled in; `npm run dev`
 * asks for them again.
 */
export const legalTextLoader = (servicesInUse: (siteUrl: string) => ServicesInUse): Loader => ({
  name: 'legal-texts',
  load: async ({ config, parseData, refreshContextData, renderMarkdown, store }) => {
    for (const [id, file] of Object.entries(legalTexts)) {
      const { frontmatter, content } = await readLegalText(config.root, file);
      const data = await parseData({ id, data: frontmatter as LegalText, filePath: file });
      const lines = linesFor(data, servicesInUse(String(config.site))) ?? {};
      const filled = await fillDetails(fill(content, lines), file);
      store.set({ id, data, rendered: await renderMarkdown(filled) });
    }
    if (typeof refreshContextData?.loaded === 'function') refreshContextData.loaded();
  },
});
