import type { APIRoute } from 'astro';
import { logoSvg } from '#src/components/logo-drawing.ts';
import { color } from '#src/styles/colors.ts';

export const GET: APIRoute = () =>
  new Response(
    logoSvg({
      ink: color('ink'),
      signal: color('signal'),
      css: `@media (prefers-color-scheme:dark){.ink{stroke:${color('ink', 'dark')}}.signal{stroke:${color('signal', 'dark')}}}`,
    }),
    { headers: { 'Content-Type': 'image/svg+xml' } },
  );
