import type { AstroIntegration } from 'astro';

/** How islands come to life: `client:script` and `client:needed`, in few files (decision 0016). */
export const islandLoading = (): AstroIntegration => ({
  name: 'island-loading',
  hooks: {
    'astro:config:setup': ({ addClientDirective, updateConfig }) => {
      addClientDirective({ name: 'script', entrypoint: './src/layouts/client-script.ts' });
      addClientDirective({ name: 'needed', entrypoint: './src/layouts/client-needed.ts' });
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'react-beside-renderer',
              // Astro's renderer may export React, too: src/sections/islands.ts.
              configEnvironment: (environment) =>
                environment === 'client'
                  ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
                  : null,
            },
          ],
        },
      });
    },
  },
});

declare module 'astro' {
  interface AstroClientDirectives {
    'client:script'?: boolean;
    'client:needed'?: boolean | 'near';
  }
}
