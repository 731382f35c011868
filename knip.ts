import type { KnipConfig } from 'knip';

/** The step `unused` of `npm test -- --all` runs knip. */
export default {
  workspaces: {
    '.': {
      entry: [
        'tools/*.{ts,mjs}',
        'hosting/machine/main.ts',
        // Astro loads these by name.
        'src/layouts/loading.ts',
        'src/sections/*/index.astro',
        // tools/edit/index.html names it.
        'tools/edit/editor.tsx',
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
    // content/theme.yaml names them.
    '@fontsource-variable/.*',
  ],
} satisfies KnipConfig;
