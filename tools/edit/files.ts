import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { schemasWith } from '#model/content.ts';
import type { Mistake } from '#model/mistake.ts';
import { pageFile, pageFolder } from '#model/page-file.ts';
import { pictureFolder } from '#model/pictures.ts';
import { pageSchema } from '#model/schema.ts';
import { idPattern } from '#model/vocabulary.ts';
import { readWords } from '#model/words.ts';
import { readMarkdown, readYaml } from '#model/yaml.ts';
import { findMistakesWith, writeFiles } from '../content-trial.ts';

/** What the editor's page shows of a file: a form for its YAML, and a text. */
export interface Opened {
  /** The file as it was read; empty for a new one. */
  before: string;
  /** Null where the whole file is edited as a text. */
  yaml: string | null;
  /** In a page, what follows its head. Null where the whole file is YAML. */
  text: string | null;
  schema: z.core.JSONSchema.BaseSchema;
  /** Those of the language, which the site has where a field is empty. */
  words: unknown;
}

export interface Answer {
  /** Those that can be edited, the sections of the page first and in its order. */
  files: readonly string[];
  mistakes: readonly Mistake[];
  opened?: Opened;
}

const read = (root: string, file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';

/** Opens a file, or a page that is not there yet. */
export const openFile = (root: string, file: string): Answer => {
  const site = Object(readYaml(root, 'content/site.yaml', z.unknown()).value);
  const language = readWords(root, String(site.language));
  const schemas = schemasWith(language.words);
  const names = [site.sections ?? []].flat().filter((name) => Object.hasOwn(schemas, name));
  const files = [
    ...new Set([...names, ...Object.keys(schemas)].map((name) => `content/${name}.yaml`)),
    ...globSync(`${pageFolder}/*.md`, { cwd: root }).sort(),
    language.file,
  ];
  const name = basename(file).replace(/\.\w+$/, '');
  const isPage = file === pageFile(name) && idPattern.test(name);
  if (!isPage && !files.includes(file)) {
    const message = `${file} is not edited here. The address of a page is of lower-case letters and digits, such as speaking.`;
    return { files, mistakes: [{ file, field: file, message }] };
  }
  const schema = isPage ? pageSchema : (schemas[name] ?? language.schema);
  const before = read(root, file);
  const text = before.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const opened = {
    before,
    yaml: text,
    text: null,
    schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    words: language.words[name],
  };
  // Its form is empty.
  if (!before) return { files, mistakes: [], opened: { ...opened, text: isPage ? '' : null } };
  const page = isPage ? readMarkdown(root, file, schema) : null;
  const { mistakes } = page ?? readYaml(root, file, schema);
  if (mistakes.length > 0) {
    return { files, mistakes, opened: { ...opened, yaml: null, text } };
  }
  if (!page) return { files, mistakes, opened };
  const head = page.lines.slice(1, -page.body.split('\n').length - 1);
  const yaml = `${head.join('\n')}\n`;
  return { files, mistakes, opened: { ...opened, yaml, text: page.body.trim() } };
};

/** Writes a file, and new pictures. Returns the mistakes for which it did not. */
export const saveFile = async (
  root: string,
  file: string,
  { before, yaml, text }: Pick<Opened, 'before' | 'yaml' | 'text'>,
  pictures: readonly File[],
): Promise<readonly Mistake[]> => {
  const { opened, mistakes } = openFile(root, file);
  if (!opened) return mistakes;
  const page = text === null ? yaml : `---\n${yaml}---\n\n${text.trim()}\n`;
  const whole = (yaml === null ? text : page) ?? '';
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const files = new Map<string, string | Uint8Array>([[file, whole.replaceAll('\n', lineEnd)]]);
  for (const picture of pictures) {
    files.set(`${pictureFolder}/${basename(picture.name)}`, await picture.bytes());
  }
  const found = await findMistakesWith(root, files);
  const changed = [...files.keys()].find(
    (each) => read(root, each) !== (each === file ? before : ''),
  );
  if (changed) {
    const message = `${changed} was made or changed elsewhere since you opened the file: open it again`;
    return [...found, { file: changed, field: changed, message }];
  }
  if (found.length === 0) writeFiles(root, files);
  return found;
};
