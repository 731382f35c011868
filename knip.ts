import type { KnipConfig } from 'knip';

/** `tests/supply-chain.test.ts` runs knip. */
export default {
  workspaces: {
    '.': {
      entry: [
        'tools/*.{ts,mjs}',
        'hosting/machine/main.ts',
        // Astro loads them by name.
        'src/layouts/client-{script,needed}.ts',
        'src/sections/*/index.astro',
        'tests/{browsers,hostile,screen-reader,second-identity}/run.ts',
      ],
      project: ['**/*.{ts,tsx,mjs,astro}'],
    },
    papers: { entry: ['{build,test}.ts'], project: ['**/*.ts'] },
  },
  include: ['files', 'dependencies', 'unlisted', 'unresolved'],
  ignoreDependencies: [
    // Decision 0022.
    'node',
    // tools/test.ts runs them.
    '@astrojs/check',
    '@biomejs/biome',
    'typescript-native',
    // src/styles/fonts/families.ts names their files.
    '@fontsource-variable/.*',
    '@types/smtp-server',
  ],
} satisfies KnipConfig;
