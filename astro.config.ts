import { existsSync } from 'node:fs';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import { checkEnvironment, findEnvironmentWarnings, pageVariables } from './hosting/environment.ts';
import { readEnvironment } from './hosting/read-environment.ts';
import { characterSets, unicodeRange } from './model/character-sets.ts';
import { contentInDev } from './tools/astro/content-in-dev.ts';
import {
  finishedPages,
  formBackendInDev,
  homeSections,
  precompress,
  reactIslands,
  securityHeaders,
} from './tools/astro/integrations.ts';

const environment = readEnvironment();
const { SITE_URL, OUT_DIR } = checkEnvironment(environment);
for (const { message } of findEnvironmentWarnings(environment))
  console.warn(`Warning: ${message}.`);

type FontFile = {
  src: [string];
  weight: string;
  style: 'normal';
  unicodeRange: [string, ...string[]];
};

export default defineConfig({
  site: SITE_URL,
  outDir: OUT_DIR,
  trailingSlash: 'never',
  // A folder for each page: servers that only know files find `/terms` as well.
  build: { format: 'directory', inlineStylesheets: 'always' },
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [
    reactIslands(),
    homeSections(),
    sitemap({ filter: (page) => !new URL(page).pathname.startsWith('/received') }),
    formBackendInDev(),
    contentInDev(),
    // Each needs what the one before has written.
    finishedPages(),
    securityHeaders(environment),
    precompress(),
  ],
  fonts: Object.entries({ Display: '400', Text: '400 600' }).map(([name, weight]) => ({
    provider: fontProviders.local(),
    name,
    cssVariable: `--font-${name.toLowerCase()}`,
    // model/cut-fonts.ts makes the fallbacks beside the fonts.
    fallbacks: [],
    optimizedFallbacks: false,
    display: 'optional' as const,
    options: {
      variants: Object.entries(characterSets)
        .map(([set, { ranges }]) => ({
          src: [`./.content/fonts/${name.toLowerCase()}-${set}.woff2`],
          weight,
          style: 'normal',
          unicodeRange: unicodeRange(ranges),
        }))
        .filter(({ src: [file = ''] }) => existsSync(file)) as [FontFile, ...FontFile[]],
    },
  })),
  vite: {
    // hosting/read-environment.ts reads .env.
    envDir: false,
    define: pageVariables(environment),
    css: {
      modules: {
        // Short names: every page begins with the style sheet.
        generateScopedName: '_[hash:base64:4]',
      },
    },
  },
});
