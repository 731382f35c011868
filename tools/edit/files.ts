import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { schemasWith } from '#model/content.ts';
import type { Mistake } from '#model/mistake.ts';
import { pageFile, pageFolder } from '#model/page-file.ts';
import { pictureFolder } from '#model/pictures.ts';
import { pageSchema } from '#model/schema.ts';
import { idPattern } from '#model/vocabulary.ts';
import { readWords } from '#model/words.ts';
import { readMarkdown, readYaml } from '#model/yaml.ts';
import { findMistakesWith, readText, writeFiles } from '../content-trial.ts';

export type Answer = ReturnType<typeof openFile>;
/** A file as the editor's page shows it: a form for its YAML, and a text. */
export type Opened = NonNullable<Answer['opened']>;

const resume = 'content/resume.md';

/** Opens a file, or a page that is not there yet. Returns also which files can be edited. */
export const openFile = (root: string, file: string) => {
  const site = Object(readYaml(root, 'content/site.yaml', z.unknown()).value);
  const language = readWords(root, String(site.language));
  const schemas = schemasWith(language.words);
  const sections = [site.sections ?? []].flat().filter((name) => Object.hasOwn(schemas, name));
  const names = [...sections, ...Object.keys(schemas)].map((each) => `content/${each}.yaml`);
  const pages = globSync(`${pageFolder}/*.md`, { cwd: root }).sort();
  const files = [...names, ...pages, language.file, resume];
  const name = basename(file).replace(/\.\w+$/, '');
  const isPage = file === pageFile(name) && idPattern.test(name);
  if (!isPage && !files.includes(file)) {
    const message = `${file} is not edited here. The address of a page is of lower-case letters and digits, such as speaking.`;
    return { files, mistakes: [{ file, field: file, message } as Mistake] };
  }
  const schema = isPage ? pageSchema : (schemas[name] ?? language.schema);
  const before = readText(root, file);
  const whole = before.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const readAs = isPage ? readMarkdown : readYaml;
  const mistakes = before && file !== resume ? readAs(root, file, schema).mistakes : [];
  const [, head = '', body = ''] = /^---[ \t]*\n(.*?\n)---[ \t]*(?:\n(.*))?$/s.exec(whole) ?? [];
  const isText = file === resume || mistakes.length > 0;
  const opened = {
    /** The file as it was read; empty for a new one. */
    before,
    /** Null where the whole file is edited as a text. */
    yaml: isText ? null : isPage ? head : whole,
    /** The text, in a page the part after its head. Null where the whole file is YAML. */
    text: isText ? whole : isPage ? body.trim() : null,
    schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    /** The words of the language, which the site has where a field is empty. */
    words: language.words[name] as unknown,
  };
  return { files, mistakes, opened };
};

/** Writes a file, and new pictures. Returns mistakes; with any, nothing is written. */
export const saveFile = async (
  root: string,
  file: string,
  { before, yaml, text }: Pick<Opened, 'before' | 'yaml' | 'text'>,
  pictures: readonly File[],
): Promise<readonly Mistake[]> => {
  const { opened, mistakes } = openFile(root, file);
  if (!opened) return mistakes;
  const isPage = yaml !== null && text !== null;
  const whole = isPage ? `---\n${yaml}---\n\n${text.trim()}\n` : (yaml ?? text ?? '');
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const files = new Map<string, string | Uint8Array>([[file, whole.replaceAll('\n', lineEnd)]]);
  for (const picture of pictures) {
    files.set(`${pictureFolder}/${basename(picture.name)}`, await picture.bytes());
  }
  const found = [...(await findMistakesWith(root, files))];
  for (const each of files.keys()) {
    if (readText(root, each) === (each === file ? before : '')) continue;
    const message =
      each === file
        ? `${each} was made or changed elsewhere since you opened the file: open it again`
        : `${each} is there already: give this picture another name`;
    found.push({ file: each, field: each, message });
  }
  if (found.length === 0) writeFiles(root, files);
  return found;
};
