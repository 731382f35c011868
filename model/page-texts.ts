import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { switchesOf } from './content.ts';
import { escapeMarkdown, fill, fillConditions } from './fill.ts';
import { pageFile } from './page-file.ts';
import { pageSchema } from './schema.ts';
import type { ServicesInUse } from './vocabulary.ts';
import { readMarkdown } from './yaml.ts';

/**
 * Returns an Astro loader of the texts in `content/pages/`, with the owner's details and the services in use
 * filled in.
 */
export const pageTexts = (servicesInUse: (siteUrl: string) => ServicesInUse): Loader => ({
  name: 'page-texts',
  load: async ({ config, refreshContextData, renderMarkdown, store }) => {
    // Imported here, because `npm run dev` calls `load` again after these modules have changed.
    const { fillIdentity } = await import('./identity-text.ts');
    const { pages } = await import('#content/pages.ts');
    const { site } = await import('#content/site.ts');
    const states = servicesInUse(String(config.site));
    store.clear();
    for (const { id, services = {} } of pages) {
      const file = pageFile(id);
      const { body } = readMarkdown(fileURLToPath(config.root), file, pageSchema);
      const names = Object.keys(services);
      // The sentences that fit the state of each service.
      const lines = Object.fromEntries(
        Object.entries(services).map(([name, line]) => [
          name,
          (line as Record<string, string>)[states[name as keyof ServicesInUse]] ?? '',
        ]),
      );
      const shown = fill(fillConditions(body, switchesOf(site)), lines);
      const filled = fillIdentity(shown, file, names, escapeMarkdown);
      store.set({ id, data: {}, rendered: await renderMarkdown(filled) });
    }
    if (typeof refreshContextData?.loaded === 'function') refreshContextData.loaded();
  },
});
