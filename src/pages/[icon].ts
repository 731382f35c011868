import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { theme } from '#content/theme.ts';
import { logoSvg } from '#src/components/logo-drawing.ts';

const { light } = theme.colors;

/** `inset` is the room around the logo. */
const icons = {
  'favicon.ico': { pixels: 32, inset: 0 },
  'apple-touch-icon.png': { pixels: 180, inset: 8 },
  'icon-192.png': { pixels: 192, inset: 8 },
  'icon-512.png': { pixels: 512, inset: 8 },
  // Platforms may cut it to a circle or a drop.
  'icon-maskable-512.png': { pixels: 512, inset: 14 },
} as const;

export const getStaticPaths: GetStaticPaths = () =>
  Object.keys(icons).map((icon) => ({ params: { icon } }));

/** An ICO file with one picture. */
const icoFrom = (png: Buffer, pixels: number): Buffer => {
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

export const GET: APIRoute<Record<string, never>, { icon: keyof typeof icons }> = async ({
  params,
}) => {
  const { pixels, inset } = icons[params.icon];
  const svg = logoSvg(
    { ink: light.text, signal: light.accent, background: light.background },
    inset,
  );
  const png = await sharp(Buffer.from(svg), { density: 300 }).resize(pixels).png().toBuffer();
  const [body, type] = params.icon.endsWith('.ico')
    ? [icoFrom(png, pixels), 'image/x-icon']
    : [png, 'image/png'];
  return new Response(new Uint8Array(body), { headers: { 'Content-Type': type } });
};
