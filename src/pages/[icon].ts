import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { theme } from '#content/theme.ts';
import { logoSvg } from '#src/components/logo-drawing.ts';

const { light, dark } = theme.colors;
const ink = { ink: light.text, signal: light.accent };
const css = `@media (prefers-color-scheme:dark){.ink{stroke:${dark.text}}.signal{stroke:${dark.accent}}}`;
const drawn = (inset: number): string => logoSvg({ ...ink, background: light.background }, inset);

const drawings: Readonly<Record<string, string>> = {
  'favicon.svg': logoSvg({ ...ink, css }),
  // For search engines.
  'logo.svg': drawn(8),
};

/** `inset` is the room around the logo. */
const icons: Readonly<Record<string, { pixels: number; inset: number }>> = {
  'favicon.ico': { pixels: 32, inset: 0 },
  'apple-touch-icon.png': { pixels: 180, inset: 8 },
  'icon-192.png': { pixels: 192, inset: 8 },
  'icon-512.png': { pixels: 512, inset: 8 },
  // Platforms may cut it to a circle or a drop.
  'icon-maskable-512.png': { pixels: 512, inset: 14 },
};

export const getStaticPaths: GetStaticPaths = () =>
  Object.keys({ ...drawings, ...icons }).map((icon) => ({ params: { icon } }));

/** An ICO file with one picture. */
const icoFrom = (png: Buffer, pixels: number) => {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(pixels, 6);
  header.writeUInt8(pixels, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
};

export const GET: APIRoute = async ({ params: { icon = '' } }) => {
  const { [icon]: drawing } = drawings;
  const answer = (body: string | Buffer<ArrayBuffer>, type: string) =>
    new Response(body, { headers: { 'Content-Type': type } });
  if (drawing) return answer(drawing, 'image/svg+xml');
  const { pixels = 0, inset = 0 } = icons[icon] ?? {};
  const svg = Buffer.from(drawn(inset));
  const png = await sharp(svg, { density: 300 }).resize(pixels).png().toBuffer();
  return icon.endsWith('.ico')
    ? answer(icoFrom(png, pixels), 'image/x-icon')
    : answer(png, 'image/png');
};
