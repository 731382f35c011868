import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { schemasWith } from '#model/content.ts';
import { ContentError } from '#model/freeze.ts';
import type { Mistake } from '#model/mistake.ts';
import { pageFile, pageFolder } from '#model/page-file.ts';
import { pictureFolder } from '#model/pictures.ts';
import { isGroup } from '#model/plain-words.ts';
import { pageSchema } from '#model/schema.ts';
import { idPattern } from '#model/vocabulary.ts';
import { readWords } from '#model/words.ts';
import { readMarkdown, readYaml } from '#model/yaml.ts';
import { findMistakesWith, writeFiles } from '../content-trial.ts';
import type { Schema } from './form.tsx';

/** What is edited of a file: a form for its YAML, and a text. */
export interface Edit {
  file: string;
  /** Of the file that was read; empty for a new one. */
  digest: string;
  /** Null where the whole file is edited as a text. */
  yaml: string | null;
  /** In a page, what follows its head. Null where the whole file is YAML. */
  text: string | null;
}

export interface Opened extends Edit {
  schema: Schema;
  /** Those of the language, which hold where a field is empty. */
  words: unknown;
  /** The comment at the top. */
  intro: string;
  /** What keeps the file from being shown as a form. */
  mistakes: readonly Mistake[];
}

const fail = (file: string, message: string): never => {
  throw new ContentError([{ file, field: file, message }]);
};

const read = (root: string, file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';

const digestOf = (text: string): string => text && createHash('sha256').update(text).digest('hex');

const readSite = (root: string): Readonly<Record<string, unknown>> => {
  const { value } = readYaml(root, 'content/site.yaml', z.unknown());
  return isGroup(value) ? value : {};
};

/** Returns the files that can be edited: the sections in the order of the page, pages, all others. */
export const listFiles = (root: string): string[] => {
  const { sections = [], language } = readSite(root);
  const pages = globSync(`${pageFolder}/*.md`, { cwd: root }).sort();
  const names = Object.keys(schemasWith({}));
  const onPage = [sections].flat().map(String);
  const fileOf = (name: string) => `content/${name}.yaml`;
  return [
    ...onPage.filter((name) => names.includes(name)).map(fileOf),
    ...pages,
    ...names.filter((name) => !onPage.includes(name)).map(fileOf),
    readWords(root, String(language)).file,
  ];
};

/** Opens a file, or a page that is not there yet. */
export const openFile = (root: string, file: string): Opened => {
  const name = basename(file).replace(/\.\w+$/, '');
  const isPage = file === pageFile(name);
  if (isPage && !idPattern.test(name)) {
    fail(
      file,
      `an address must be lower-case letters and digits, such as speaking, but is “${name}”`,
    );
  }
  if (!isPage && !listFiles(root).includes(file)) {
    fail(file, `${file} is not edited here`);
  }
  const { words, schema: schemaOfWords } = readWords(root, String(readSite(root).language));
  const schema = isPage ? pageSchema : (schemasWith(words)[name] ?? schemaOfWords);
  const whole = read(root, file);
  const text = whole.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const about = {
    file,
    digest: digestOf(whole),
    schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema,
    words: words[name],
    intro: (/^(?:#.*\n)+/.exec(text)?.[0] ?? '').replace(/^# yaml-language-server.*\n|^# ?/gm, ''),
  };
  if (isPage && !whole) {
    return { ...about, yaml: 'title:\ndescription:\n', text: '', mistakes: [] };
  }
  const { mistakes } = (isPage ? readMarkdown : readYaml)(root, file, schema);
  if (whole && mistakes.length > 0) return { ...about, yaml: null, text, mistakes };
  if (!isPage) return { ...about, yaml: text, text: null, mistakes };
  const { lines, body } = readMarkdown(root, file, schema);
  const head = lines.slice(1, -body.split('\n').length - 1);
  return { ...about, yaml: `${head.join('\n')}\n`, text: body.trim(), mistakes };
};

/**
 * Writes a file, and new pictures, unless the content would have mistakes.
 * @throws ContentError when nothing was written
 */
export const saveFile = async (
  root: string,
  { file, digest, yaml, text }: Edit,
  pictures: readonly File[],
): Promise<void> => {
  openFile(root, file);
  const before = read(root, file);
  const whole = yaml === null ? text : text === null ? yaml : `---\n${yaml}---\n\n${text.trim()}\n`;
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const files = new Map<string, string | Uint8Array>();
  for (const picture of pictures) {
    const name = `${pictureFolder}/${basename(picture.name)}`;
    if (read(root, name)) fail(name, `${name} is there already: give this picture another name`);
    files.set(name, await picture.bytes());
  }
  files.set(file, (whole ?? '').replaceAll('\n', lineEnd));
  const mistakes = await findMistakesWith(root, files);
  if (mistakes.length > 0) throw new ContentError(mistakes);
  if (digestOf(read(root, file)) !== digest) {
    const since = 'has changed since it was opened here, in another window or program';
    fail(file, `${file} ${digest ? since : 'is there already; choose another address'}`);
  }
  writeFiles(root, files);
};
