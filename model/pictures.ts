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
  formats: readonly (keyof typeof endings)[];
  /** Its maximum size in megabytes. */
  largest: number;
  /** Returns what else is wrong with a readable picture, or null. */
  find: (file: string) => Promise<string | null>;
}

/** Pixels of the shorter side: the page shows a portrait 20rem wide, on dense screens, too. */
const smallestPortrait = 600;

const portraitRules: Rules = {
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
  const logos = content.clients.logos.map(({ file: name, firm }, index) => ({
    file: 'content/clients.yaml',
    path: ['logos', index, 'file'],
    title: `the logo “${firm}”`,
    name,
    rules: logoRules,
  }));
  const portraits = portrait
    ? [
        {
          file: 'content/about.yaml',
          path: ['portrait', 'file'],
          title: 'portrait',
          name: portrait.file,
          rules: portraitRules,
        },
      ]
    : [];
  const found = await Promise.all(
    [...portraits, ...logos].map(async ({ file, path, title, name, rules }) => {
      const picture = `${pictureFolder}/${name}`;
      const what = await findMistake(`${root}/${picture}`, rules);
      if (!what) return [];
      const line = readYaml(root, file, z.unknown()).find(path);
      return [{ file, line, field: formatPath(path), message: `${title}: ${picture} ${what}` }];
    }),
  );
  return found.flat();
};
