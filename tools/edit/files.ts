import { globSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { schemasWith } from '#model/content.ts';
import { ContentError } from '#model/freeze.ts';
import type { Mistake } from '#model/mistake.ts';
import { pageFile, pageFolder } from '#model/page-file.ts';
import { pictureFolder } from '#model/pictures.ts';
import { pageSchema, resumeSchema } from '#model/schema.ts';
import { idPattern } from '#model/vocabulary.ts';
import { readWords } from '#model/words.ts';
import { namesIn, readMarkdown, readYaml } from '#model/yaml.ts';
import { findMistakesWith, readText, writeFiles } from '../content-trial.ts';
import { diagnose } from '../doctor/checks.ts';
import { error } from '../doctor/finding.ts';
import { digestOf } from '../record.ts';
import { startDraft } from '../setup/draft.ts';
import { questions } from '../setup/questions.ts';

export type Answer = ReturnType<typeof openFile>;
/** A file as the editor's page shows it: a form for its YAML, and a text. */
export type Opened = NonNullable<Answer['opened']>;
export type Finding = Awaited<ReturnType<typeof findFindings>>[number];

const resume = 'content/resume.md';
const settings = '.env';

/** The variables that `npm run setup` asks for. */
const variables = questions
  .filter(({ at }) => at.startsWith('env.'))
  .map((question) => ({ ...question, name: question.at.slice('env.'.length) }));
const variable = ({ name, ask, isSecret: writeOnly }: (typeof variables)[number]) =>
  [name, z.string().meta({ title: `${ask} (${name})`, writeOnly })] as const;
const settingsSchema = z.strictObject(Object.fromEntries(variables.map(variable)));

/** Returns the text of a file, or for `.env` its digest: other variables may be secret. */
const stateOf = (file: string, text: string): string =>
  file === settings && text ? digestOf(text) : text;

/** Opens a file, or a page that is not there yet. Returns also which files can be edited. */
export const openFile = (root: string, file: string) => {
  const site = Object(readYaml(root, 'content/site.yaml', z.unknown()).value);
  const language = readWords(root, String(site.language));
  const schemas = schemasWith(language.words);
  const sections = [site.sections ?? []].flat().filter((name) => Object.hasOwn(schemas, name));
  const names = [...sections, ...Object.keys(schemas)].map((each) => `content/${each}.yaml`);
  const pages = namesIn(`${root}/${pageFolder}`)
    .filter((page) => page.endsWith('.md'))
    .map((page) => `${pageFolder}/${page}`);
  const files = [...new Set([settings, ...names, ...pages, resume, language.file])];
  const name = basename(file).replace(/\.\w+$/, '');
  const isPage = file === resume || (file === pageFile(name) && idPattern.test(name));
  if (!isPage && !files.includes(file)) {
    const message = `${file} is not edited here. The address of a page is of lower-case letters and digits, such as speaking.`;
    const mistakes: Mistake[] = file ? [{ file, field: file, message }] : [];
    return { files, mistakes };
  }
  const ofPage = file === resume ? resumeSchema : pageSchema;
  const ofData = file === settings ? settingsSchema : (schemas[name] ?? language.schema);
  const schema = isPage ? ofPage : ofData;
  const before = readText(root, file);
  const whole = before.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const readAs = isPage ? readMarkdown : readYaml;
  const mistakes = before && file !== settings ? readAs(root, file, schema).mistakes : [];
  if (mistakes.length > 0) return { files, mistakes };
  const [, head = '', body = ''] = /^---[ \t]*\n(.*?\n)---[ \t]*(?:\n(.*))?$/s.exec(whole) ?? [];
  const { get } = startDraft(root);
  const set = Object.fromEntries(variables.map(({ name, at }) => [name, get(at)]));
  const data = file === settings ? stringify(set) : whole;
  const opened = {
    /** The file as it was read, or its digest; empty for a new one. */
    before: stateOf(file, before),
    yaml: isPage ? head : data,
    /** The text of a page below its head. */
    text: isPage ? body.trim() : null,
    schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    /** The words of the language, which the site has where a field is empty. */
    words: language.words[name] as unknown,
  };
  return { files, mistakes, opened };
};

/** Sets the variables of a YAML text in `.env`. */
const saveSettings = async (root: string, yaml: string): Promise<readonly Mistake[]> => {
  const draft = startDraft(root);
  for (const { name, at } of variables) draft.set(at, Object(parse(yaml))[name] ?? '');
  const mistakes = await draft.findMistakes();
  if (mistakes.length === 0) draft.write();
  return mistakes.map((mistake) => ({
    ...mistake,
    file: mistake.file === 'environment' ? settings : mistake.file,
  }));
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
  const whole = text === null ? yaml : `---\n${yaml}---\n\n${text.trim()}\n`;
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const files = new Map<string, string | Uint8Array>([[file, whole.replaceAll('\n', lineEnd)]]);
  for (const picture of pictures) {
    files.set(`${pictureFolder}/${basename(picture.name)}`, await picture.bytes());
  }
  const found = file === settings ? [] : [...(await findMistakesWith(root, files))];
  for (const each of files.keys()) {
    if (stateOf(each, readText(root, each)) === (each === file ? before : '')) continue;
    const message =
      each === file
        ? `${each} was made or changed elsewhere since you opened the file: open it again`
        : `${each} is there already: give this picture another name`;
    found.push({ file: each, field: each, message });
  }
  if (found.length > 0) return found;
  if (file === settings) return saveSettings(root, whole);
  writeFiles(root, files);
  return [];
};

/**
 * Returns what the doctor finds before a build, in the folder that the command runs in.
 * @param confirmed a file and a field in it whose sample text is true of the owner from now on
 */
export const findFindings = async (confirmed = {}) => {
  const findings = await diagnose(undefined, { folder: null, ...confirmed }).catch((cause) => {
    const unread = { file: settings, field: '', message: String(cause) };
    const mistakes = cause instanceof ContentError ? cause.mistakes : [unread];
    return mistakes.map(({ file, field, message }) => error(file, field, message, ''));
  });
  return (
    findings
      // The editor sets HOST and PORT for the site beside the form.
      .filter(({ field }) => !/^(?:HOST|PORT)$/.test(field))
      .map(({ file, ...finding }) => ({
        ...finding,
        file: file === 'environment' ? settings : file,
        /** The site can do without a document, a text of the résumé, and all but two pages. */
        canRemove: /^public\/|^content\/(?:resume|pages\/(?!(?:terms|privacy)\.md$).*)\.md$/.test(
          file,
        ),
      }))
  );
};

/** Removes what a finding is about, with the cover and the tables of a document. */
export const removeFile = async (file: string): Promise<void> => {
  const isFound = (await findFindings()).some((each) => each.canRemove && each.file === file);
  if (!isFound) return;
  for (const each of globSync(file.replace(/(?<=^public.*)\.\w+$/, '.{pdf,webp,csv}')))
    rmSync(each);
};
