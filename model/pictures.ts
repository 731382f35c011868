import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { z } from 'zod';
import type { Content } from './content.ts';
import type { Mistake } from './mistake.ts';
import { formatPath } from './plain-words.ts';
import { isOneOf } from './vocabulary.ts';
import { readYaml } from './yaml.ts';

export const pictureFolder = 'content/pictures';

const megabyte = 1_000_000;

/** Pixels of the shorter side: the page shows a portrait 20rem wide, on dense screens, too. */
const smallestPortrait = 600;
const largestPortrait = 20 * megabyte;
/** Small, because browsers download the logo unchanged. */
const largestLogo = 0.1 * megabyte;

const inMegabytes = (bytes: number): string => `${Number((bytes / megabyte).toPrecision(2))} MB`;

/** File name extensions, by sharp's names for the formats. */
const endings = { jpeg: 'jpg', png: 'png', webp: 'webp', heif: 'avif', svg: 'svg' };
type Format = keyof typeof endings;

const findUnreadable = async (file: string, formats: readonly Format[]): Promise<string | null> => {
  const fix = `save it again as ${formats.map((format) => endings[format]).join(', ')}`;
  try {
    const { format } = await sharp(file).metadata();
    // The metadata do not show whether a file is truncated.
    await sharp(file, { failOn: 'truncated' }).resize(8).toBuffer();
    return isOneOf(formats, format) ? null : `is ${format} inside: ${fix}`;
  } catch {
    return `is not a readable picture: ${fix}`;
  }
};

type Check = (file: string) => Promise<string | null>;

const findInPortrait: Check = async (file) => {
  const { size } = await stat(file);
  if (size > largestPortrait) {
    return `has ${inMegabytes(size)}: make it smaller, ${inMegabytes(largestPortrait)} at most`;
  }
  const unreadable = await findUnreadable(file, ['jpeg', 'png', 'webp', 'heif']);
  if (unreadable) return unreadable;
  const { width, height } = await sharp(file).metadata();
  return Math.min(width, height) < smallestPortrait
    ? `has ${width} × ${height} pixels, and would look blurred: each side needs ${smallestPortrait} or more`
    : null;
};

const findInLogo: Check = async (file) => {
  const { size } = await stat(file);
  if (size > largestLogo) {
    return `has ${inMegabytes(size)}: make it smaller, ${inMegabytes(largestLogo)} at most`;
  }
  if (file.endsWith('.svg')) {
    const drawing = await readFile(file, 'utf8');
    const active =
      /<script|<foreignObject|<!ENTITY|\son\w+\s*=|(?:href|src)\s*=\s*["']?\s*(?:javascript|data|https?|\/\/)/i.exec(
        drawing,
      );
    if (active) {
      return `contains more than a drawing (“${active[0].trim()}”): export it as plain SVG, without scripts and links`;
    }
  }
  const unreadable = await findUnreadable(file, ['svg', 'png', 'webp']);
  if (unreadable) return unreadable;
  const { isOpaque } = await sharp(file).stats();
  return isOpaque
    ? 'has a background: save it with a transparent one, which suits both themes'
    : null;
};

interface NamedPicture {
  file: string;
  path: readonly PropertyKey[];
  /** The picture's name in messages, such as `the logo “Firm”`. */
  title: string;
  name: string;
  check: Check;
}

interface Pictures {
  about: Pick<Content['about'], 'portrait'>;
  clients: Pick<Content['clients'], 'logos'>;
}

/** @param root folder of the project */
export const findPictureMistakes = async (content: Pictures, root: string): Promise<Mistake[]> => {
  const { portrait } = content.about;
  const named: NamedPicture[] = content.clients.logos.map(({ file: name, firm }, index) => ({
    file: 'content/clients.yaml',
    path: ['logos', index, 'file'],
    title: `the logo “${firm}”`,
    name,
    check: findInLogo,
  }));
  if (portrait) {
    named.unshift({
      file: 'content/about.yaml',
      path: ['portrait', 'file'],
      title: 'portrait',
      name: portrait.file,
      check: findInPortrait,
    });
  }
  const found = await Promise.all(
    named.map(async ({ file, path: fields, title, name, check }) => {
      const picture = `${pictureFolder}/${name}`;
      const path = `${root}/${picture}`;
      const what = existsSync(path) ? await check(path) : 'does not exist: put the file there';
      if (!what) return [];
      const line = readYaml(root, file, z.unknown()).find(fields);
      return [{ file, line, field: formatPath(fields), message: `${title}: ${picture} ${what}` }];
    }),
  );
  return found.flat();
};
