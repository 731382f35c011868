import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { findPictureMistakes, pictureFolder } from './pictures.ts';

const root = mkdtempSync(join(tmpdir(), 'pictures-'));
const at = (name: string): string => join(root, pictureFolder, name);

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#787878' } });
const drawing = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">${inside}<path d="M0 0h90v20H0z"/></svg>`;

mkdirSync(join(root, pictureFolder), { recursive: true });
const portrait = await picture(800, 1000).jpeg().toBuffer();
writeFileSync(join(root, 'content/about.yaml'), 'story: Mine\nportrait:\n  file: ten.png\n');
writeFileSync(join(root, 'content/clients.yaml'), 'logos:\n- firm: A firm\n  file: logo.svg\n');
const files = {
  'portrait.jpg': portrait,
  'renamed.jpg': await picture(800, 1000).png().toBuffer(),
  'ten.png': await picture(10, 10).png().toBuffer(),
  'half.jpg': portrait.subarray(0, portrait.length / 2),
  'huge.jpg': portrait,
  'drawing.jpg': drawing(''),
  'logo.svg': drawing(''),
  'script.svg': drawing('<script>alert(1)</script>'),
  'handler.svg': drawing('<g onload="alert(1)"/>'),
  'linked.svg': drawing('<image href="https://elsewhere.example/a.png"/>'),
  'opaque.png': await picture(200, 40).png().toBuffer(),
  'broken.svg': '<svg',
  'heavy.png': Buffer.alloc(150_000),
};
for (const [name, bytes] of Object.entries(files)) writeFileSync(at(name), bytes);
truncateSync(at('huge.jpg'), 40_000_000);
afterAll(() => rmSync(root, { recursive: true }));

const mistakesIn = async (content: Partial<Parameters<typeof findPictureMistakes>[0]>) => {
  const whole = { about: {}, clients: { logos: [] }, ...content };
  const mistakes = await findPictureMistakes(whole, root);
  return mistakes.map(({ file, line, message }) => `${file}:${line}: ${message}`);
};

const unreadable = 'is not a readable picture: save it again as jpg, png, webp, avif';

test.each([
  ['portrait.jpg', null],
  ['renamed.jpg', null],
  ['nowhere.jpg', 'does not exist: put the file there'],
  ['huge.jpg', 'has 40 MB: make it smaller, 20 MB at most'],
  ['ten.png', 'has 10 × 10 pixels, and would look blurred: each side needs 600 or more'],
  ['half.jpg', unreadable],
  ['drawing.jpg', 'is svg inside: save it again as jpg, png, webp, avif'],
])('the portrait %s: %s (behavior 1.3)', async (file, what) => {
  const mistake = `content/about.yaml:3: portrait: content/pictures/${file} ${what}`;
  const about = { portrait: { file, alternative: 'Me' } };
  expect(await mistakesIn({ about })).toEqual(what ? [mistake] : []);
});

const plain = 'export it as plain SVG, without scripts and links';

test.each([
  ['logo.svg', null],
  ['script.svg', `contains more than a drawing (“<script”): ${plain}`],
  ['handler.svg', `contains more than a drawing (“onload=”): ${plain}`],
  ['linked.svg', `contains more than a drawing (“href="https”): ${plain}`],
  ['opaque.png', 'has a background: save it with a transparent one, which suits both themes'],
  ['broken.svg', 'is not a readable picture: save it again as svg, png, webp'],
  ['heavy.png', 'has 0.15 MB: make it smaller, 0.1 MB at most'],
])('the logo %s: %s (behavior 1.3)', async (file, what) => {
  const mistake = `content/clients.yaml:3: the logo “A firm”: content/pictures/${file} ${what}`;
  const clients = { logos: [{ firm: 'A firm', file, permission: true as const }] };
  expect(await mistakesIn({ clients })).toEqual(what ? [mistake] : []);
});
