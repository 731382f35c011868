import { existsSync } from 'node:fs';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import { checkEnvironment, findEnvironmentWarnings, pageVariables } from './hosting/environment.ts';
import { readEnvironment } from './hosting/read-environment.ts';
import { type CharacterSet, characterSets } from './model/character-sets.ts';
import { contentInDev } from './tools/astro/content-in-dev.ts';
import { finishedBuild, formBackendInDev, reactIslands } from './tools/astro/integrations.ts';

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

// The letters of most pages are a family of their own. For a family with a file that has not loaded, Chromium looks up
// a system font in each size, so replacing the fonts would take twice as long.
const all = Object.entries<CharacterSet>(characterSets);
const families = Object.entries({ Display: '400', Text: '400 600' }).flatMap(([role, weight]) => [
  { role, weight, part: '', sets: all.slice(0, 1) },
  { role, weight, part: '-others', sets: all.slice(1) },
]);

export default defineConfig({
  site: SITE_URL,
  outDir: OUT_DIR,
  trailingSlash: 'never',
  // A folder for each page, so that plain file servers also find `/terms`.
  build: { format: 'directory', inlineStylesheets: 'always' },
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [
    reactIslands(),
    sitemap({ filter: (page) => !new URL(page).pathname.startsWith('/received') }),
    formBackendInDev(),
    finishedBuild(environment),
  ],
  fonts: families.map(({ role, weight, part, sets }) => ({
    provider: fontProviders.local(),
    name: role + part,
    cssVariable: `--font-${role.toLowerCase()}${part}`,
    // model/cut-fonts.ts writes the other fallbacks, beside the fonts.
    fallbacks: part ? [] : [`var(--font-${role.toLowerCase()}-others)`],
    optimizedFallbacks: false,
    display: 'optional' as const,
    options: {
      variants: sets
        .map(([set, { range }]) => ({
          src: [`./.content/fonts/${role.toLowerCase()}-${set}.woff2`],
          weight,
          style: 'normal',
          unicodeRange: range.split(','),
        }))
        .filter(({ src: [file = ''] }) => existsSync(file)) as [FontFile, ...FontFile[]],
    },
  })),
  // Variables that are not set leave the choice to the command line.
  server: {
    ...(environment.PORT && { port: Number(environment.PORT) }),
    ...(environment.HOST && { host: environment.HOST }),
  },
  vite: {
    plugins: [contentInDev()],
    // hosting/read-environment.ts reads .env.
    envDir: false,
    define: pageVariables(environment),
    // Older browsers ignore nested rules.
    build: { cssTarget: ['chrome109', 'firefox114', 'safari16'] },
    css: {
      modules: {
        // Short names, because every page begins with the style sheet.
        generateScopedName: '_[hash:base64:4]',
      },
    },
  },
});
