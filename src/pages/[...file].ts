import { fontData } from 'astro:assets';
import type { APIRoute, GetStaticPaths } from 'astro';
import standIns from '#content/fonts/stand-ins.css?inline';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import themeStyles from '#content/theme.css?inline';
import { theme } from '#content/theme.ts';
import { characterSets, unicodeRange } from '#model/character-sets.ts';
import { llmsText } from '#src/metadata/llms-txt.ts';
import base from '#src/styles/base.css?inline';
import embedded from '#src/styles/embedded.css?inline';
import tokens from '#src/styles/tokens.css?inline';

const fontNames = ':root{--font-display:"Display"}\n:root{--font-text:"Text"}';

const fontFaces = (): string =>
  ['Display', 'Text']
    .map((name) => {
      const [face] = fontData[`--font-${name.toLowerCase()}` as keyof typeof fontData] ?? [];
      return `@font-face{font-family:"${name}";src:url("${face?.src[0]?.url}") format("woff2");font-weight:${face?.weight};font-display:swap;unicode-range:${unicodeRange(characterSets.base.ranges).join(',')}}`;
    })
    .join('\n');

/** RFC 9116. */
const securityText = (url: string): string =>
  [
    `Contact: mailto:${identity.email}`,
    `Expires: ${new Date(site.securityTxtExpires).toISOString()}`,
    `Preferred-Languages: ${site.language.split('-')[0]}`,
    `Canonical: ${new URL('/.well-known/security.txt', url)}`,
    '',
  ].join('\n');

const manifest = (): string =>
  JSON.stringify({
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
  });

type File = [type: string, write: (url: string) => string];

const files: Readonly<Record<string, File>> = {
  '.well-known/security.txt': ['text/plain', securityText],
  'llms.txt': ['text/plain', llmsText],
  // RFC 9309.
  'robots.txt': [
    'text/plain',
    (url) => `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', url)}\n`,
  ],
  'site.webmanifest': ['application/manifest+json', manifest],
  // The form backend's style sheet, at an address that stays the same in every build.
  'embedded.css': [
    'text/css',
    () => [fontNames, themeStyles, standIns, tokens, base, embedded].join('\n'),
  ],
  // The faces of the form backend's pages, a style sheet of their own (`inbox/pages.ts` says why).
  'embedded-fonts.css': ['text/css', fontFaces],
};

export const getStaticPaths: GetStaticPaths = () =>
  Object.keys(files).map((file) => ({ params: { file } }));

export const GET: APIRoute = ({ params: { file = '' }, site: url }) => {
  const [type, write] = files[file] ?? [];
  return new Response(write?.(String(url)), {
    headers: { 'Content-Type': `${type}; charset=utf-8` },
  });
};
