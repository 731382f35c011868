import type { APIRoute } from 'astro';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { theme } from '#content/theme.ts';

export const GET: APIRoute = () =>
  Response.json(
    {
      name: identity.firm,
      short_name: identity.firm,
      description: site.pages.home.description,
      lang: site.language,
      start_url: '/',
      display: 'browser',
      background_color: theme.colors.light.background,
      theme_color: theme.colors.light.background,
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
        { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json' } },
  );
