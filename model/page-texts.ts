import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { switchesOf } from './content.ts';
import { fill, fillConditions } from './fill.ts';
import { escapeMarkdown } from './markdown.ts';
import { pageFile } from './page-file.ts';
import { pageSchema } from './schema.ts';
import type { ServicesInUse } from './vocabulary.ts';
import { readMarkdown } from './yaml.ts';

/** The lines of a page's `services` that fit those in use. */
const linesFor = (
  services: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>,
  inUse: ServicesInUse,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services).map(([name, lines]) => [
      name,
      lines?.[inUse[name as keyof ServicesInUse]] ?? '',
    ]),
  );

/**
 * Reads the texts of `content/pages/`, with the owner's details and the services in use filled in;
 * `npm run dev` asks for them again.
 */
export const pageTexts = (servicesInUse: (siteUrl: string) => ServicesInUse): Loader => ({
  name: 'page-texts',
  load: async ({ config, refreshContextData, renderMarkdown, store }) => {
    // `npm run dev` runs this again when these have changed.
    const { fillIdentity } = await import('./identity-text.ts');
    const { pages } = await import('#content/pages.ts');
    const { site } = await import('#content/site.ts');
    store.clear();
    for (const { id, services = {} } of pages) {
      const file = pageFile(id);
      const { body } = readMarkdown(fileURLToPath(config.root), file, pageSchema);
      const names = Object.keys(services);
      const lines = linesFor(services, servicesInUse(String(config.site)));
      const shown = fill(fillConditions(body, switchesOf(site)), lines);
      const filled = fillIdentity(shown, file, names, escapeMarkdown);
      store.set({ id, data: {}, rendered: await renderMarkdown(filled) });
    }
    if (typeof refreshContextData?.loaded === 'function') refreshContextData.loaded();
  },
});
