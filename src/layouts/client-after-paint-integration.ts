import type { AstroIntegration } from 'astro';

/** Adds the directive `client:painted` of src/layouts/client-painted.ts to those of Astro. */
export const clientPainted = (): AstroIntegration => ({
  name: 'client-painted',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'painted', entrypoint: './src/layouts/client-painted.ts' });
    },
  },
});

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean;
  }
}
