import { readFile } from 'node:fs/promises';
import type { Loader } from 'astro/loaders';
import { parseFrontmatter } from 'astro/markdown';
import { z } from 'astro/zod';
import { findContentMistakes } from './check.ts';
import { formatMistakes } from './mistake.ts';

export const legalTextSchema = z.strictObject({
  title: z.string().min(1),
  updated: z.coerce.date(),
  summary: z.string().min(1),
});

const legalTexts = { terms: 'content/terms.md', privacy: 'content/privacy.md' };

const readLegalText = async (root: URL, file: string) => {
  // `npm run dev` runs this again when the identity has changed.
  const { fillIdentity } = await import('./identity-text.ts');
  return parseFrontmatter(fillIdentity(await readFile(new URL(file, root), 'utf8'), file));
};

/** @param root of the project. @throws Error that names the mistakes in a legal text and its file */
export const checkLegalTexts = async (root: URL): Promise<void> => {
  for (const file of Object.values(legalTexts)) {
    const { frontmatter } = await readLegalText(root, file);
    const mistakes = findContentMistakes(file, legalTextSchema, frontmatter);
    if (mistakes.length > 0) throw new Error(formatMistakes('The content has mistakes:', mistakes));
  }
};

/** Reads the legal texts, with the owner's details filled in; `npm run dev` asks for them again. */
export const legalTextLoader: Loader = {
  name: 'legal-texts',
  load: async ({ config, parseData, refreshContextData, renderMarkdown, store }) => {
    for (const [id, file] of Object.entries(legalTexts)) {
      const { frontmatter, content } = await readLegalText(config.root, file);
      const data = await parseData({ id, data: frontmatter, filePath: file });
      store.set({ id, data, rendered: await renderMarkdown(content) });
    }
    if (typeof refreshContextData?.loaded === 'function') refreshContextData.loaded();
  },
};
