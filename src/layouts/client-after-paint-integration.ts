import type { AstroIntegration } from 'astro';

/** Adds the directive `client:afterPaint` to those of Astro. */
export const clientAfterPaint = (): AstroIntegration => ({
  name: 'client-after-paint',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'afterPaint', entrypoint: './src/layouts/client-after-paint.ts' });
    },
  },
});

declare module 'astro' {
  interface AstroClientDirectives {
    'client:afterPaint'?: boolean;
  }
}
