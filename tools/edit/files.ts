import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RJSFSchema } from '@rjsf/utils';
import { z } from 'zod';
import { jsonSchemas, loadContent, schemasWith } from '#model/content.ts';
import { ContentError, frozenFolder } from '#model/freeze.ts';
import { pageFile, pageFolder } from '#model/page-file.ts';
import { findPictureMistakes, pictureFolder } from '#model/pictures.ts';
import { pageSchema } from '#model/schema.ts';
import { idPattern } from '#model/vocabulary.ts';
import { readWords } from '#model/words.ts';
import { parseYaml, readYaml } from '#model/yaml.ts';
import { readYamlFile } from '../setup/yaml-file.ts';
import { editorLine, type Fields, fieldsOf, inOrder, isGroup, present } from './fields.ts';
import { update } from './update.ts';

/** A file as the form shows it. */
export interface Opened extends Fields {
  file: string;
  value: Record<string, unknown>;
  /** Of the text that was read; empty for a page that is not there yet. */
  digest: string;
  intro: string;
}

/** Stands for a page that has no address yet. */
const newPage = pageFile('');

const jsonOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as RJSFSchema;

const fail = (file: string, message: string, field = file): never => {
  throw new ContentError([{ file, field, message }]);
};

const read = (root: string, file: string): string =>
  fs.existsSync(join(root, file)) ? fs.readFileSync(join(root, file), 'utf8') : '';

const digestOf = (text: string): string => text && createHash('sha256').update(text).digest('hex');

/** YAML, and in a page the text below it. */
const split = (file: string, text: string): { yaml: string; body: string | null } => {
  const plain = text.replaceAll('\r\n', '\n');
  if (!file.startsWith(pageFolder)) return { yaml: plain, body: null };
  const [head = '', yaml = ''] = /^---[ \t]*\n([\s\S]*?)^---[ \t]*\n?/m.exec(plain) ?? [];
  return { yaml, body: plain.slice(head.length).trim() };
};

const siteIn = (root: string): Record<string, unknown> => {
  const { value } = readYaml(root, 'content/site.yaml', z.unknown());
  return isGroup(value) ? value : {};
};

const wordsIn = (root: string) => readWords(root, String(siteIn(root).language));

/** Files that can be edited, by heading; the sections in the order of the page. */
export const listFiles = (root: string) => {
  const { sections = [] } = siteIn(root);
  const files = Object.keys(schemasWith({})).map((name) => `content/${name}.yaml`);
  const onPage = [sections].flat().map((name) => `content/${name}.yaml`);
  const pages = fs.readdirSync(join(root, pageFolder)).map((name) => `${pageFolder}/${name}`);
  const exists = (file: string) => fs.existsSync(join(root, file));
  return {
    Sections: onPage,
    Pages: [...pages.filter((file) => file.endsWith('.md')), newPage],
    More: [...files.filter((file) => !onPage.includes(file)), wordsIn(root).file].filter(exists),
  };
};

const pageFields = (file: string): RJSFSchema => {
  const { properties, required = [], ...page } = jsonOf(pageSchema);
  const address: RJSFSchema = { type: 'string', description: 'Such as speaking, for /speaking' };
  const text: RJSFSchema = { type: 'string', description: 'In Markdown' };
  const fields = { ...(file === newPage ? { address } : {}), ...properties, text };
  return { ...page, properties: fields, required: ['address', ...required, 'text'] };
};

/** @throws ContentError for a file that cannot be read */
export const openFile = (root: string, file: string): Opened => {
  const { More, Pages, Sections } = listFiles(root);
  if (![...Sections, ...Pages, ...More].includes(file)) fail(file, `${file} is not edited here`);
  const text = read(root, file);
  const { yaml, body } = split(file, text);
  const name = basename(file, '.yaml');
  const { words, schema: wordsSchema } = wordsIn(root);
  const schema = body === null ? (schemasWith(words)[name] ?? wordsSchema) : pageSchema;
  const { value, mistakes } = parseYaml(file, yaml || '{}', schema);
  if (mistakes.length > 0) throw new ContentError(mistakes);
  const { document } = readYamlFile(yaml);
  const own = jsonSchemas(words)[name] ?? present(jsonOf(wordsSchema), value);
  const json = body === null ? (own as RJSFSchema) : pageFields(file);
  return {
    file,
    ...fieldsOf(name, json, [document.contents], words[name]),
    value: { ...(value as object), ...(body === null ? {} : { text: body }) },
    digest: digestOf(text),
    intro: (/^(?:#.*\n)+/.exec(yaml)?.[0] ?? '').replace(editorLine, '').replace(/^# ?/gm, ''),
  };
};

/** Writes files whole: the site reads each as soon as it is there. */
const write = (root: string, files: ReadonlyMap<string, string | Uint8Array>): void => {
  for (const folder of [frozenFolder, pictureFolder]) {
    fs.mkdirSync(join(root, folder), { recursive: true });
  }
  for (const [file, data] of files) {
    fs.writeFileSync(join(root, frozenFolder, 'edited'), data);
    fs.renameSync(join(root, frozenFolder, 'edited'), join(root, file));
  }
};

/** @throws ContentError with what would be wrong with the content */
const check = async (root: string, files: ReadonlyMap<string, string | Uint8Array>) => {
  const trial = fs.mkdtempSync(join(tmpdir(), 'edit-'));
  try {
    fs.cpSync(join(root, 'content'), join(trial, 'content'), { recursive: true });
    write(trial, files);
    const { content, mistakes } = loadContent(trial);
    const found = content ? await findPictureMistakes(content, trial) : mistakes;
    if (found.length > 0) throw new ContentError(found);
  } finally {
    fs.rmSync(trial, { recursive: true });
  }
};

/**
 * Writes a file, and new pictures, unless the content would have mistakes.
 * @param digest of what the form was filled from
 * @returns the file; a new page has a name now
 * @throws ContentError when nothing was written
 */
export const saveFile = async (
  root: string,
  asked: string,
  digest: string,
  value: Record<string, unknown>,
  pictures: readonly File[],
): Promise<string> => {
  const opened = openFile(root, asked);
  const { address = '', text: newBody = '', ...rest } = inOrder(opened.schema, value);
  const file = asked === newPage ? pageFile(String(address)) : asked;
  if (asked === newPage && !idPattern.test(String(address))) {
    fail(file, 'address must be lower-case letters and digits, such as speaking', 'address');
  }
  const text = read(root, file);
  const checkDigest = () => {
    if (digestOf(read(root, file)) === digest) return;
    const since = 'has changed since it was opened here, in another window or program';
    fail(file, `${file} ${digest ? since : 'is there already; choose another address'}`);
  };
  checkDigest();
  const { yaml, body } = split(file, text);
  const { document, write: print } = readYamlFile(yaml);
  const { text: _, ...before } = inOrder(opened.schema, opened.value);
  document.contents = update(document, document.contents, before, rest) as never;
  const whole = body === null ? print() : `---\n${print()}---\n\n${newBody}\n`;
  const files = new Map<string, string | Uint8Array>();
  for (const picture of pictures) {
    const name = `${pictureFolder}/${basename(picture.name)}`;
    if (read(root, name)) fail(name, `${name} is there already: give this picture another name`);
    files.set(name, await picture.bytes());
  }
  files.set(file, text.includes('\r\n') ? whole.replaceAll(/\r?\n/g, '\r\n') : whole);
  await check(root, files);
  checkDigest();
  write(root, files);
  return file;
};
