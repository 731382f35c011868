import type { AstroIntegration } from 'astro';
import { sectionIds } from '#model/sections.ts';

const name = 'virtual:home-sections';

/**
 * Makes a module of the sections that the home page has: with all of them, the page would carry the
 * styles of those that it has not. In `astro dev` the content may change, so there it is all.
 */
export const homeSections = (): AstroIntegration => ({
  name: 'home-sections',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      const shown = command === 'dev' ? ['*'] : sectionIds;
      const files = shown.map((section) => `/src/sections/${section}/index.astro`);
      updateConfig({
        vite: {
          plugins: [
            {
              name,
              resolveId: (id) => (id === name ? `\0${name}` : null),
              load: (id) =>
                id === `\0${name}`
                  ? `export const components = import.meta.glob(${JSON.stringify(files)}, { eager: true });`
                  : null,
            },
          ],
        },
      });
    },
  },
});
