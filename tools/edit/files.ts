import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RJSFSchema } from '@rjsf/utils';
import { z } from 'zod';
import { jsonSchemas, loadContent, schemasWith } from '#model/content.ts';
import { ContentError, frozenFolder } from '#model/freeze.ts';
import { pageFile, pageFolder } from '#model/page-file.ts';
import { findPictureMistakes, pictureFolder } from '#model/pictures.ts';
import { embeddedSchema, messagesSchema, pageSchema } from '#model/schema.ts';
import { generalConsultation, idPattern } from '#model/vocabulary.ts';
import { parseYaml, readYaml } from '#model/yaml.ts';
import { readYamlFile } from '../setup/yaml-file.ts';
import { type Fields, fieldsOf, inOrder, isGroup, present, titleOf } from './fields.ts';
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
export const newPage = pageFile('');

const schemas: Record<string, z.ZodType> = schemasWith(generalConsultation);
const wordsSchema = z.strictObject({
  ...schemas,
  messages: messagesSchema,
  embedded: embeddedSchema,
});

const jsonOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as RJSFSchema;

const fail = (field: string, message: string, file = field): never => {
  throw new ContentError([{ file, field, message }]);
};

/** The words of the site's language. */
const wordsFile = (root: string): string => {
  const site = readYaml(root, 'content/site.yaml', z.unknown()).value;
  const language = isGroup(site) ? String(site.language) : 'en';
  const files = [language, language.split('-')[0], 'en'].map(
    (code) => `content/words/${code}.yaml`,
  );
  return files.find((file) => existsSync(join(root, file))) ?? '';
};

/** Files that can be edited, by heading, each with where the site shows it. */
export type Groups = Record<string, { file: string; title: string; place: string }[]>;

export const listFiles = (root: string): Groups => {
  const site = readYaml(root, 'content/site.yaml', z.unknown()).value;
  const sections = isGroup(site) && Array.isArray(site.sections) ? site.sections.map(String) : [];
  const others = Object.keys(schemas).filter((name) => !sections.includes(name));
  const entry = (name: string, place = '/') => ({
    file: `content/${name}.yaml`,
    title: titleOf(basename(name)),
    place,
  });
  const pages = readdirSync(join(root, pageFolder)).filter((name) => name.endsWith('.md'));
  return {
    Sections: sections.map((name) => entry(name, name === 'hero' ? '/' : `/#${name}`)),
    Pages: [
      ...pages
        .map((name) => basename(name, '.md'))
        .map((id) => ({ file: pageFile(id), title: titleOf(id), place: `/${id}` })),
      { file: newPage, title: 'A new page', place: '/' },
    ],
    More: [
      ...others
        .filter((name) => existsSync(join(root, `content/${name}.yaml`)))
        .map((name) => entry(name)),
      { file: wordsFile(root), title: 'Words of the language', place: '/' },
    ],
  };
};

const read = (root: string, file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';

const digestOf = (text: string): string => text && createHash('sha256').update(text).digest('hex');

/** YAML, and in a page the text below it. */
const split = (file: string, text: string): { yaml: string; body: string | null } => {
  const plain = text.replaceAll('\r\n', '\n');
  if (!file.startsWith(pageFolder)) return { yaml: plain, body: null };
  const [head = '', yaml = ''] = /^---[ \t]*\n([\s\S]*?)^---[ \t]*\n?/m.exec(plain) ?? [];
  return { yaml, body: plain.slice(head.length).trim() };
};

const pageFields = (isNew: boolean): RJSFSchema => {
  const { properties, required = [], ...page } = jsonOf(pageSchema);
  const address: RJSFSchema = { type: 'string', description: 'Such as speaking, for /speaking' };
  return {
    ...page,
    properties: {
      ...(isNew ? { address } : {}),
      ...properties,
      text: { type: 'string', description: 'In Markdown' },
    },
    required: ['address', ...required, 'text'],
  };
};

/** @throws ContentError for a file that cannot be read */
export const openFile = (root: string, file: string): Opened => {
  const known = Object.values(listFiles(root)).flat();
  if (!known.some((each) => each.file === file)) fail(file, `${file} is not edited here`);
  const text = read(root, file);
  const { yaml, body } = split(file, text);
  const name = basename(file, '.yaml');
  const words = readYaml(root, wordsFile(root), wordsSchema).value;
  const schema = body === null ? (schemas[name] ?? wordsSchema) : pageSchema;
  const { value, mistakes } = parseYaml(file, yaml || '{}', schema);
  if (mistakes.length > 0) throw new ContentError(mistakes);
  const { document } = readYamlFile(yaml);
  const json =
    body === null
      ? (jsonSchemas(words)[name] ?? present(jsonOf(wordsSchema), value))
      : pageFields(file === newPage);
  return {
    file,
    ...fieldsOf(name, json as RJSFSchema, [document.contents], isGroup(words) && words[name]),
    value: { ...(value as object), ...(body === null ? {} : { text: body }) },
    digest: digestOf(text),
    intro: (document.commentBefore ?? '').replace(/^ yaml-language-server.*\n?|^ /gm, ''),
  };
};

const write = (root: string, file: string, data: string | Uint8Array): void => {
  // Whole at once: the site reads it as soon as it is there.
  const made = join(root, frozenFolder, 'edited');
  mkdirSync(join(root, frozenFolder), { recursive: true });
  mkdirSync(join(root, pictureFolder), { recursive: true });
  writeFileSync(made, data);
  renameSync(made, join(root, file));
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
  const { address, text: newBody, ...rest } = inOrder(opened.schema, value);
  const isNew = asked === newPage;
  const id = String(address ?? '');
  if (isNew && !idPattern.test(id)) {
    fail('address', 'address must be lower-case letters and digits with hyphens, such as speaking');
  }
  const file = isNew ? pageFile(id) : asked;
  const text = read(root, file);
  const checkDigest = () => {
    if (digestOf(read(root, file)) === digest) return;
    const message = isNew
      ? 'is there already; choose another address'
      : 'has changed since it was opened here, in another window or program; open it again';
    fail(file, `${file} ${message}`);
  };
  checkDigest();
  const { yaml, body } = split(file, text);
  const { document, write: print } = readYamlFile(yaml);
  const { text: _, ...before } = opened.value;
  document.contents = update(
    document,
    document.contents,
    inOrder(opened.schema, before),
    rest,
  ) as typeof document.contents;
  const whole = body === null ? print() : `---\n${print()}---\n\n${newBody ?? ''}\n`;
  const files = new Map<string, string | Uint8Array>();
  for (const picture of pictures) {
    const name = `${pictureFolder}/${basename(picture.name)}`;
    if (!read(root, name)) files.set(name, new Uint8Array(await picture.arrayBuffer()));
  }
  files.set(file, text.includes('\r\n') ? whole.replaceAll(/\r?\n/g, '\r\n') : whole);
  const trial = mkdtempSync(join(tmpdir(), 'edit-'));
  try {
    cpSync(join(root, 'content'), join(trial, 'content'), { recursive: true });
    for (const [name, data] of files) write(trial, name, data);
    const { content, mistakes } = loadContent(trial);
    const found = content ? await findPictureMistakes(content, trial) : mistakes;
    if (found.length > 0) {
      // The form of a new page has no name yet.
      throw new ContentError(
        found.map((each) => (each.file === file ? { ...each, file: asked } : each)),
      );
    }
  } finally {
    rmSync(trial, { recursive: true });
  }
  checkDigest();
  for (const [name, data] of files) write(root, name, data);
  return file;
};
