import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import { loadEnv } from 'vite';
import { formBackendInDev, precompress } from './hosting/astro-integrations.ts';
import { astroEnvironment, checkEnvironment } from './hosting/environment.ts';
import { securityHeaders } from './hosting/write-headers.ts';
import { clientAfterPaint } from './src/layouts/client-after-paint-integration.ts';
import { characterSets, families, unicodeRange } from './src/styles/fonts/families.ts';
import { validHtml } from './tools/valid-html.ts';

const environment = { ...loadEnv('production', process.cwd(), ''), ...process.env };
checkEnvironment(environment);
const { SITE_URL, OUT_DIR } = environment;

type Variant = {
  src: [string];
  weight: string;
  style: 'normal';
  unicodeRange: [string, ...string[]];
};

export default defineConfig({
  site: SITE_URL || 'http://localhost:4321',
  outDir: OUT_DIR || './dist',
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
    css: {
      modules: {
        // Names of four characters: the style sheet is part of every page, before its first word.
        generateScopedName: '_[hash:base64:4]',
      },
    },
  },
  env: { validateSecrets: true, schema: astroEnvironment },
});
