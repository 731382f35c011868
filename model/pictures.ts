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

/** File name extensions, by sharp's names for the formats. */
const endings = { jpeg: 'jpg', png: 'png', webp: 'webp', heif: 'avif', svg: 'svg' };

/** The rules for pictures of one kind. */
interface Rules {
  /** The file that names the pictures. */
  file: string;
  formats: readonly (keyof typeof endings)[];
  /** Its maximum size in megabytes. */
  largest: number;
  /** Returns what else is wrong with a readable picture, or null. */
  find: (file: string) => Promise<string | null>;
}

/** Pixels of the shorter side: the page shows a portrait 20rem wide, on dense screens, too. */
const smallestPortrait = 600;

const portraitRules: Rules = {
  file: 'content/about.yaml',
  formats: ['jpeg', 'png', 'webp', 'heif'],
  largest: 20,
  find: async (file) => {
    const { width, height } = await sharp(file).metadata();
    return Math.min(width, height) < smallestPortrait
      ? `has ${width} × ${height} pixels, and would look blurred: each side needs ${smallestPortrait} or more`
      : null;
  },
};

const active =
  /<script|<foreignObject|<!ENTITY|\son\w+\s*=|(?:href|src)\s*=\s*["']?\s*(?:javascript|data|https?|\/\/)/i;

const logoRules: Rules = {
  file: 'content/clients.yaml',
  formats: ['svg', 'png', 'webp'],
  // Small, because browsers download the logo unchanged.
  largest: 0.1,
  find: async (file) => {
    const [found] = (file.endsWith('.svg') && active.exec(await readFile(file, 'utf8'))) || [];
    if (found) {
      return `contains more than a drawing (“${found.trim()}”): export it as plain SVG, without scripts and links`;
    }
    const { isOpaque } = await sharp(file).stats();
    return isOpaque
      ? 'has a background: save it with a transparent one, which suits both themes'
      : null;
  },
};

const findMistake = async (file: string, { formats, largest, find }: Rules) => {
  if (!existsSync(file)) return 'does not exist: put the file there';
  const megabytes = (await stat(file)).size / 1_000_000;
  if (megabytes > largest) {
    return `has ${Number(megabytes.toPrecision(2))} MB: make it smaller, ${largest} MB at most`;
  }
  const fix = `save it again as ${formats.map((format) => endings[format]).join(', ')}`;
  try {
    const { format } = await sharp(file).metadata();
    // The metadata do not show whether a file is truncated.
    await sharp(file, { failOn: 'truncated' }).resize(8).toBuffer();
    return isOneOf(formats, format) ? find(file) : `is ${format} inside: ${fix}`;
  } catch {
    return `is not a readable picture: ${fix}`;
  }
};

interface Pictures {
  about: Pick<Content['about'], 'portrait'>;
  clients: Pick<Content['clients'], 'logos'>;
}

/** @param root folder of the project */
export const findPictureMistakes = async (content: Pictures, root: string): Promise<Mistake[]> => {
  const { portrait } = content.about;
  const find = async (rules: Rules, path: (string | number)[], title: string, name: string) => {
    const picture = `${pictureFolder}/${name}`;
    const what = await findMistake(`${root}/${picture}`, rules);
    if (!what) return [];
    const line = readYaml(root, rules.file, z.unknown()).find(path);
    const message = `${title}: ${picture} ${what}`;
    return [{ file: rules.file, line, field: formatPath(path), message }];
  };
  const found = await Promise.all([
    portrait ? find(portraitRules, ['portrait', 'file'], 'portrait', portrait.file) : [],
    ...content.clients.logos.map(({ file, firm }, index) =>
      find(logoRules, ['logos', index, 'file'], `the logo “${firm}”`, file),
    ),
  ]);
  return found.flat();
};
