import { fontData } from 'astro:assets';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import standIns from '#content/fonts/stand-ins.css?inline';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import themeStyles from '#content/theme.css?inline';
import { theme } from '#content/theme.ts';
import { characterSets } from '#model/character-sets.ts';
import { logoSvg } from '#src/components/logo-drawing.ts';
import base from '#src/styles/base.css?inline';
import embedded from '#src/styles/embedded.css?inline';
import tokens from '#src/styles/tokens.css?inline';

const fontNames = ':root{--font-display:"Display"}\n:root{--font-text:"Text"}';

const fontFaces = (): string =>
  ['Display', 'Text']
    .map((name) => {
      const [face] = fontData[`--font-${name.toLowerCase()}` as keyof typeof fontData] ?? [];
      return `@font-face{font-family:"${name}";src:url("${face?.src[0]?.url}") format("woff2");font-weight:${face?.weight};font-display:swap;unicode-range:${characterSets.base.range}}`;
    })
    .join('\n');

/** The validity of security.txt in milliseconds, which should be less than a year (RFC 9116, section 2.5.5). */
const validFor = 360 * 24 * 60 * 60 * 1000;

/** security.txt (RFC 9116), valid from the time of the build. */
const securityText = (url: string): string =>
  [
    `Contact: mailto:${identity.email}`,
    `Expires: ${new Date(Date.now() + validFor).toISOString()}`,
    `Preferred-Languages: ${site.language.split('-')[0]}`,
    `Canonical: ${new URL('/.well-known/security.txt', url)}`,
    '',
  ].join('\n');

const { light, dark } = theme.colors;
const colors = { ink: light.text, signal: light.accent };
const darkColors = `@media (prefers-color-scheme:dark){.ink{stroke:${dark.text}}.signal{stroke:${dark.accent}}}`;

/** Returns the logo on its background. `inset` is the margin around it. */
const drawn = (inset: number): string =>
  logoSvg({ ...colors, background: light.background }, inset);

const pictureOf = (drawing: string, pixels: number): Promise<Buffer<ArrayBuffer>> =>
  sharp(Buffer.from(drawing), { density: 300 }).resize(pixels).png().toBuffer();

type File = [type: string, write: (url: string) => string | Promise<Buffer<ArrayBuffer>>];

const files: Readonly<Record<string, File>> = {
  '.well-known/security.txt': ['text/plain', securityText],
  // RFC 9309.
  'robots.txt': [
    'text/plain',
    (url) => `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', url)}\n`,
  ],
  // The form backend's style sheet, at an address that stays the same in every build.
  'embedded.css': [
    'text/css',
    () => [fontNames, themeStyles, standIns, tokens, base, embedded].join('\n'),
  ],
  // The font faces of the form backend's pages, in a separate style sheet (see `inbox/pages.ts`).
  'embedded-fonts.css': ['text/css', fontFaces],
  'favicon.svg': ['image/svg+xml', () => logoSvg({ ...colors, css: darkColors })],
  // Browsers accept a PNG under this name.
  'favicon.ico': ['image/png', () => pictureOf(drawn(0), 32)],
  'apple-touch-icon.png': ['image/png', () => pictureOf(drawn(8), 180)],
  // For search engines.
  'logo.svg': ['image/svg+xml', () => drawn(8)],
};

export const getStaticPaths: GetStaticPaths = () =>
  Object.keys(files).map((file) => ({ params: { file } }));

export const GET: APIRoute = async ({ params: { file = '' }, site: url }) => {
  const [type, write] = files[file] ?? [];
  return new Response(await write?.(String(url)), {
    headers: { 'Content-Type': `${type}; charset=utf-8` },
  });
};
