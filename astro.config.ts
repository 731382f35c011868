import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import { formBackendInDev, precompress } from './hosting/astro-integrations.ts';
import { astroEnvironment, checkEnvironment } from './hosting/environment.ts';
import { readEnvironment } from './hosting/read-environment.ts';
import { securityHeaders } from './hosting/write-headers.ts';
import { clientAfterPaint } from './src/layouts/client-after-paint-integration.ts';
import { characterSets, families, unicodeRange } from './src/styles/fonts/families.ts';
import { validHtml } from './tools/valid-html.ts';

const environment = readEnvironment();
const { SITE_URL, OUT_DIR } = checkEnvironment(environment);
const schema = astroEnvironment(environment);
// Astro takes only an empty variable for one that is not set.
for (const name of Object.keys(schema)) {
  if (process.env[name] && !environment[name]) process.env[name] = '';
}

type Variant = {
  src: [string];
  weight: string;
  style: 'normal';
  unicodeRange: [string, ...string[]];
};

export default defineConfig({
  site: SITE_URL,
  outDir: OUT_DIR,
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [
    react(),
    clientAfterPaint(),
    sitemap({ filter: (page) => !new URL(page).pathname.startsWith('/received') }),
    formBackendInDev(),
    // In this order: each works on what the one before has left.
    validHtml(),
    securityHeaders(environment),
    precompress(),
  ],
  fonts: Object.entries(families).flatMap(([id, { name, weight, fallback }]) => {
    const family = (
      cssVariable: string,
      sets: (keyof typeof characterSets)[],
      fallbacks: string[],
    ) => ({
      provider: fontProviders.local(),
      name,
      cssVariable,
      fallbacks,
      display: 'optional' as const,
      options: {
        variants: sets.map((set) => ({
          src: [`./src/styles/fonts/${id}-${set}.woff2`],
          weight,
          style: 'normal',
          unicodeRange: unicodeRange(characterSets[set].ranges),
        })) as [Variant, ...Variant[]],
      },
    });
    // Two families each, so that only the first, which every page needs, is preloaded.
    return [
      family(`--font-${id}`, ['base'], [fallback]),
      family(`--font-${id}-more`, ['accents', 'extended'], []),
    ];
  }),
  vite: {
    // hosting/read-environment.ts reads the one file that there is.
    envDir: false,
    css: {
      modules: {
        // Names of four characters: the style sheet is part of every page, before its first word.
        generateScopedName: '_[hash:base64:4]',
      },
    },
  },
  env: { validateSecrets: true, schema },
});
