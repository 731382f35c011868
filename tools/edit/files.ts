import { existsSync, rmSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { publishHosts } from '#hosting/variables.ts';
import { schemasWith } from '#model/content.ts';
import { ContentError } from '#model/freeze.ts';
import { ExplainedError, type Mistake } from '#model/mistake.ts';
import { pageFile, pageFolder } from '#model/page-file.ts';
import { pictureFolder } from '#model/pictures.ts';
import { pageSchema, resumeSchema } from '#model/schema.ts';
import { idPattern } from '#model/vocabulary.ts';
import { readWords } from '#model/words.ts';
import { namesIn, readMarkdown, readText, readYaml } from '#model/yaml.ts';
import { changeOf, findMistakesWith, writeFiles } from '../content-trial.ts';
import { diagnose } from '../doctor/checks.ts';
import { error } from '../doctor/finding.ts';
import { assign } from '../setup/draft.ts';
import { questions } from '../setup/questions.ts';
import { readYamlFile } from '../setup/yaml-file.ts';

export type Answer = ReturnType<typeof openFile>;
export type Opened = NonNullable<Answer['opened']>;
export type Finding = Awaited<ReturnType<typeof findFindings>>[number];

/** The doctor's name for the variables. The form has the variables that `npm run setup` asks for. */
const settings = 'environment';
const pathOf = (file: string): string => (file === settings ? '.env' : file);

const variables = Object.fromEntries(
  questions
    .filter(({ at }) => at.startsWith('env.'))
    .map(({ at, ask, isSecret: writeOnly }) => {
      const name = at.slice('env.'.length);
      const text = name === 'PUBLISH_HOST' ? z.enum(publishHosts) : z.string();
      return [name, text.meta({ title: `${ask} (${name})`, writeOnly })];
    }),
);

/** The field for the text of a page, which the form shows beside the fields of its head. */
const body = { text: z.string().meta({ title: 'Text, in Markdown' }) };

/** Returns a file as YAML for the form. */
const toYaml = (file: string, text: string): string => {
  if (file === settings) {
    const set = parseEnvFile(text);
    return stringify(Object.fromEntries(Object.keys(variables).map((name) => [name, set[name]])));
  }
  if (!file.endsWith('.md')) return text;
  const [, head = '', below = ''] = /^---[ \t]*\n(.*?\n)---[ \t]*(?:\n(.*))?$/s.exec(text) ?? [];
  return stringify({ text: below.trim() }, { lineWidth: 0 }) + head;
};

/** Returns a file with the values of the form. */
const fromYaml = (file: string, yaml: string, before: string): string => {
  if (file === settings) return assign(before, parse(yaml));
  if (!file.endsWith('.md')) return yaml;
  const { document, write } = readYamlFile(yaml);
  const text = String(document.get('text') ?? '').trim();
  document.delete('text');
  return `---\n${write()}---\n\n${text}\n`;
};

/** The optional files: documents, the text of the résumé, and all but two pages. */
const removable =
  /^(?!.*\.\.)(?:public\/|content\/(?:resume|pages\/(?!(?:terms|privacy)\.md$).*)\.md$)/;

/** Opens a file or a new page. Also returns which files can be edited. */
export const openFile = (file: string) => {
  const site = Object(readYaml('.', 'content/site.yaml', z.unknown()).value);
  const language = readWords('.', String(site.language));
  const parts = Object.entries(schemasWith(language.words));
  const schemas: Record<string, z.ZodType | undefined> = {
    [settings]: z.strictObject(variables),
    ...Object.fromEntries(parts.map(([name, schema]) => [`content/${name}.yaml`, schema])),
    'content/resume.md': resumeSchema.extend(body),
    [language.file]: language.schema,
  };
  const pages = namesIn(pageFolder).filter((name) => name.endsWith('.md'));
  const files = [...Object.keys(schemas), ...pages.map((name) => `${pageFolder}/${name}`)];
  const id = basename(file, '.md');
  const isPage = file === pageFile(id) && idPattern.test(id);
  const schema = isPage ? pageSchema.extend(body) : schemas[file];
  const before = changeOf(pathOf(file));
  const readAs = file.endsWith('.md') ? readMarkdown : readYaml;
  const isRead = schema && before && file !== settings;
  const mistakes = isRead ? readAs('.', file, schema).mistakes : [];
  if (!schema || mistakes.length > 0) return { files, mistakes };
  const opened = {
    before,
    yaml: toYaml(file, readText('.', pathOf(file)).text),
    schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    /** The words of the language, which the site shows if a field is empty. */
    words: language.words[basename(file, '.yaml')] as unknown,
    canRemove: removable.test(file) && existsSync(file),
  };
  return { files, mistakes, opened };
};

/**
 * Writes a file and new pictures. Returns mistakes; if there are any, nothing is written.
 * @throws ExplainedError if a file has changed elsewhere, or a page or picture already exists
 */
export const saveFile = async (
  name: string,
  { before, yaml }: Pick<Opened, 'before' | 'yaml'>,
  pictures: readonly File[],
): Promise<readonly Mistake[]> => {
  const { opened, mistakes } = openFile(name);
  if (!opened && mistakes.length === 0) throw new ExplainedError(`${name} cannot be edited here.`);
  if (!opened) return mistakes;
  const file = pathOf(name);
  const text = fromYaml(name, yaml, readText('.', file).text);
  const files = new Map<string, string | Uint8Array>([[file, text]]);
  for (const picture of pictures) {
    files.set(`${pictureFolder}/${basename(picture.name)}`, await picture.bytes());
  }
  const found = await findMistakesWith(files);
  if (found.length === 0) writeFiles(files, { [file]: before });
  return found;
};

/** Removes a file, with the cover and the table of a document. */
export const removeFile = (file: string): void => {
  if (!removable.test(file)) return;
  const endings = file.endsWith('.pdf') ? ['.pdf', '.webp', '.csv'] : [extname(file)];
  for (const ending of endings) rmSync(file.replace(/\.\w+$/, ending), { force: true });
};

const examine = async (confirmed?: string) => {
  const findings = await diagnose(undefined, { folder: null, confirmed }).catch((cause) => {
    const unread = { file: settings, field: '', message: String(cause.message ?? cause) };
    const mistakes = cause instanceof ContentError ? cause.mistakes : [unread];
    return mistakes.map(({ file, field, message }) => error(file, field, message, ''));
  });
  return findings.map((finding) => ({ ...finding, canRemove: removable.test(finding.file) }));
};

/** The latest requested examination, and the one that has not begun yet. */
let last: ReturnType<typeof examine> = Promise.resolve([]);
let waiting: typeof last | null = null;

/**
 * Returns the doctor's findings before a build, in the folder that the command runs in. One examination begins after
 * another, so that none overwrites another's confirmations, and no older result follows a newer one.
 * @param confirmed a file whose sample text the owner confirms
 */
export const findFindings = (confirmed?: string): typeof last => {
  if (waiting && !confirmed) return waiting;
  const next = last.then(() => {
    if (waiting === next) waiting = null;
    return examine(confirmed);
  });
  last = waiting = next;
  return next;
};
