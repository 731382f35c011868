import { readFile } from 'node:fs/promises';
import type { Loader } from 'astro/loaders';
import { parseFrontmatter } from 'astro/markdown';
import { z } from 'astro/zod';
import { fill } from './fill.ts';
import { fillIdentity } from './identity-text.ts';
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

const linesFor = ({ services }: LegalText, { form, booking, newsletter }: ServicesInUse) =>
  services && {
    form: services.form[form],
    booking: services.booking[booking],
    newsletter: services.newsletter[newsletter],
  };

/** Reads the legal texts, with the owner's details and the services in use filled in. */
export const legalTextLoader = (servicesInUse: (siteUrl: string) => ServicesInUse): Loader => ({
  name: 'legal-texts',
  load: async ({ config, parseData, renderMarkdown, store, watcher }) => {
    const loadFile = async (id: string, file: string): Promise<void> => {
      const source = await readFile(new URL(file, config.root), 'utf8');
      const { frontmatter, content } = parseFrontmatter(
        fillIdentity(source, file, Object.keys(serviceStates)),
      );
      const data = await parseData({ id, data: frontmatter as LegalText, filePath: file });
      const lines = linesFor(data, servicesInUse(String(config.site))) ?? {};
      const filled = fillIdentity(fill(content, lines), file);
      store.set({ id, data, rendered: await renderMarkdown(filled) });
    };
    for (const id of ['terms', 'privacy']) {
      const file = `content/${id}.md`;
      await loadFile(id, file);
      watcher?.on('change', (path) => {
        if (path.endsWith(file)) void loadFile(id, file);
      });
    }
  },
});
