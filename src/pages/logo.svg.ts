import type { APIRoute } from 'astro';
import { theme } from '#content/theme.ts';
import { logoSvg } from '#src/components/logo-drawing.ts';

const { light } = theme.colors;

/** For search engines. */
export const GET: APIRoute = () =>
  new Response(
    logoSvg({ ink: light.text, signal: light.accent, background: light.background }, 8),
    { headers: { 'Content-Type': 'image/svg+xml' } },
  );
