import { readFile } from 'node:fs/promises';
import type { Loader } from 'astro/loaders';
import { parseFrontmatter } from 'astro/markdown';
import { z } from 'astro/zod';
import { fillIdentity } from './identity-text.ts';

export const legalTextSchema = z.strictObject({
  title: z.string().min(1),
  updated: z.coerce.date(),
  summary: z.string().min(1),
});

/** Reads the legal texts, with the owner's details filled in. */
export const legalTextLoader: Loader = {
  name: 'legal-texts',
  load: async ({ config, parseData, renderMarkdown, store, watcher }) => {
    const loadFile = async (id: string, file: string): Promise<void> => {
      const source = await readFile(new URL(file, config.root), 'utf8');
      const { frontmatter, content } = parseFrontmatter(fillIdentity(source, file));
      const data = await parseData({ id, data: frontmatter, filePath: file });
      store.set({ id, data, rendered: await renderMarkdown(content) });
    };
    for (const id of ['terms', 'privacy']) {
      const file = `content/${id}.md`;
      await loadFile(id, file);
      watcher?.on('change', (path) => {
        if (path.endsWith(file)) void loadFile(id, file);
      });
    }
  },
};
