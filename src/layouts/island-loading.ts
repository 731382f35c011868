import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

/**
 * React islands, and how they come to life: `client:script` and `client:needed`, each in one file
 * (decision 0016).
 */
export const reactIslands = (): AstroIntegration => {
  const { hooks } = react();
  return {
    name: 'react-islands',
    hooks: {
      ...hooks,
      'astro:config:setup': (options) => {
        const { addClientDirective, addRenderer, updateConfig } = options;
        hooks['astro:config:setup']?.({
          ...options,
          addRenderer: (renderer) =>
            addRenderer({ ...renderer, clientEntrypoint: '/src/sections/islands.ts' }),
        });
        addClientDirective({ name: 'script', entrypoint: './src/layouts/client-script.ts' });
        addClientDirective({ name: 'needed', entrypoint: './src/layouts/client-needed.ts' });
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'one-file-for-the-page',
                configEnvironment: (environment) =>
                  environment === 'client'
                    ? {
                        build: {
                          rolldownOptions: {
                            // It also exports what the islands share with it.
                            preserveEntrySignatures: 'allow-extension',
                            output: {
                              codeSplitting: {
                                groups: [{ name: 'page-script', test: /page-script\.ts$/ }],
                              },
                            },
                          },
                        },
                      }
                    : null,
              },
            ],
          },
        });
      },
    },
  };
};

declare module 'astro' {
  interface AstroClientDirectives {
    'client:script'?: boolean;
    'client:needed'?: boolean | 'near';
  }
}
