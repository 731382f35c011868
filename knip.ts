import type { KnipConfig } from 'knip';

/** What knip looks at (`tests/supply-chain.test.ts`): that files and packages are in use. */
export default {
  entry: [
    'tools/bench/*.ts',
    'tools/inspect/observatory.mjs',
    'tools/*.{ts,mjs}',
    'hosting/machine/main.ts',
    // src/layouts/client-after-paint-integration.ts names it for Astro.
    'src/layouts/client-after-paint.ts',
    'tests/browsers/run.ts',
  ],
  project: ['**/*.{ts,tsx,mjs,astro}'],
  include: ['files', 'dependencies', 'unlisted', 'unresolved'],
  ignoreDependencies: [
    // It puts the right Node on the path (decision 0002).
    'node',
    // tools/test.ts runs its programs by path.
    '@astrojs/check',
    '@biomejs/biome',
    // The font files are named in src/styles/fonts/families.ts.
    '@fontsource-variable/.*',
    // Types of smtp-server, which carries none.
    '@types/smtp-server',
    // It has a manifest of its own.
    '@mdn/mdn-http-observatory',
  ],
} satisfies KnipConfig;
