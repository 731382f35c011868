import type { APIRoute } from 'astro';
import { logoSvg } from '#src/components/logo-drawing.ts';
import { color } from '#src/styles/colors.ts';

/** For search engines. */
export const GET: APIRoute = () =>
  new Response(
    logoSvg({ ink: color('ink'), signal: color('signal'), background: color('paper') }, 8),
    { headers: { 'Content-Type': 'image/svg+xml' } },
  );
