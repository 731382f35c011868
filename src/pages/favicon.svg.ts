import type { APIRoute } from 'astro';
import { theme } from '#content/theme.ts';
import { logoSvg } from '#src/components/logo-drawing.ts';

const { light, dark } = theme.colors;

export const GET: APIRoute = () =>
  new Response(
    logoSvg({
      ink: light.text,
      signal: light.accent,
      css: `@media (prefers-color-scheme:dark){.ink{stroke:${dark.text}}.signal{stroke:${dark.accent}}}`,
    }),
    { headers: { 'Content-Type': 'image/svg+xml' } },
  );
