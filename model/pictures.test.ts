import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPictureMistakes, pictureFolder } from './pictures.ts';

const root = mkdtempSync(join(tmpdir(), 'pictures-'));
const at = (name: string): string => join(root, pictureFolder, name);
const save = (name: string, bytes: Buffer | string): void => writeFileSync(at(name), bytes);

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#787878' } });
const drawing = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">${inside}<path d="M0 0h90v20H0z"/></svg>`;

beforeAll(async () => {
  mkdirSync(join(root, pictureFolder), { recursive: true });
  const portrait = await picture(800, 1000).jpeg().toBuffer();
  save('portrait.jpg', portrait);
  save('renamed.jpg', await picture(800, 1000).png().toBuffer());
  save('ten.png', await picture(10, 10).png().toBuffer());
  save('half.jpg', portrait.subarray(0, portrait.length / 2));
  save('words.jpg', 'A picture of me.');
  save('huge.jpg', portrait);
  truncateSync(at('huge.jpg'), 40_000_000);
  save('drawing.jpg', drawing(''));
  save('logo.svg', drawing(''));
  save('script.svg', drawing('<script>alert(1)</script>'));
  save('handler.svg', drawing('<g onload="alert(1)"/>'));
  save('linked.svg', drawing('<image href="https://elsewhere.example/a.png"/>'));
  save('opaque.png', await picture(200, 40).png().toBuffer());
  save('broken.svg', '<svg');
  save('heavy.png', Buffer.alloc(150_000));
});
afterAll(() => rmSync(root, { recursive: true }));

const messagesFor = async (content: Parameters<typeof findPictureMistakes>[0]) =>
  (await findPictureMistakes(content, root)).map(({ file, message }) => `${file}: ${message}`);
const withPortrait = (file: string) => ({
  about: { portrait: { file, alternative: 'Me' } },
  clients: { logos: [] },
});
const withLogo = (file: string) => ({
  about: {},
  clients: { logos: [{ firm: 'A firm', file, permission: true as const }] },
});

for (const file of ['portrait.jpg', 'renamed.jpg']) {
  test(`the portrait ${file} can be used`, async () => {
    expect(await messagesFor(withPortrait(file))).toEqual([]);
  });
}

for (const [file, what] of [
  ['nowhere.jpg', 'does not exist: put the file there'],
  ['huge.jpg', 'has 40 MB: make it smaller, 20 MB at most'],
  ['ten.png', 'has 10 × 10 pixels, and would look blurred: each side needs 600 or more'],
  ['half.jpg', 'is no picture that can be read: save it anew as jpg, png, webp, avif'],
  ['words.jpg', 'is no picture that can be read: save it anew as jpg, png, webp, avif'],
  ['drawing.jpg', 'is svg inside: save it anew as jpg, png, webp, avif'],
] as const) {
  test(`the portrait ${file} is refused with a sentence (behavior 1.3)`, async () => {
    expect(await messagesFor(withPortrait(file))).toEqual([
      `content/about.yaml: portrait: content/pictures/${file} ${what}`,
    ]);
  });
}

test('a drawing without more in it is a logo', async () => {
  expect(await messagesFor(withLogo('logo.svg'))).toEqual([]);
});

for (const [file, what] of [
  ['nowhere.svg', 'does not exist: put the file there'],
  [
    'script.svg',
    'holds more than a drawing (“<script”): export it as plain SVG, without scripts and links',
  ],
  [
    'handler.svg',
    'holds more than a drawing (“onload=”): export it as plain SVG, without scripts and links',
  ],
  [
    'linked.svg',
    'holds more than a drawing (“href="https”): export it as plain SVG, without scripts and links',
  ],
  ['opaque.png', 'has a background: save it with a transparent one, which suits both themes'],
  ['broken.svg', 'is no picture that can be read: save it anew as svg, png, webp'],
  ['heavy.png', 'has 0.15 MB: make it smaller, 0.1 MB at most'],
] as const) {
  test(`the logo ${file} is refused with a sentence (behavior 1.3)`, async () => {
    expect(await messagesFor(withLogo(file))).toEqual([
      `content/clients.yaml: the logo “A firm”: content/pictures/${file} ${what}`,
    ]);
  });
}
