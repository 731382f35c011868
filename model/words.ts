import { basename } from 'node:path';
import { z } from 'zod';
import type { words } from '#content/words.ts';
import { detailNames, findUnknownDetail } from './fill.ts';
import { formatPath, judge, unwrap } from './plain-words.ts';
import { isRecord, mapRecord } from './record.ts';
import { isOneOf } from './vocabulary.ts';
import { namesIn, readYaml } from './yaml.ts';

// The words of the interface. `content/words/LANGUAGE.yaml` has words for each file of `content/`, which can
// replace them. No schema lists them: English is the model, and fills in for words that a language lacks.

/** The words of the site's language. */
export type Words = typeof words;

/** A file's fields, with the words that the language has for the file. */
export type WithWords<Name extends string, Schema extends z.ZodType> = z.infer<Schema> &
  (Name extends keyof Words ? Words[Name] : unknown);

// Nearly every schema is used only once, and compiling it would take longer.
z.config({ jitless: true });

type Group = Readonly<Record<string, unknown>>;

/** The plural forms of Unicode CLDR; a language has some of them, and always `other`. */
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'];
const isPlural = (group: Group): boolean =>
  'other' in group && Object.keys(group).every((name) => pluralForms.includes(name));

/** Returns `words`, with the values in `own` replacing them. The forms of a plural are replaced together. */
export const merge = (words: unknown, own: unknown): unknown => {
  if (own === undefined) return words;
  if (!isRecord(words) || !isRecord(own) || isPlural(own)) return own;
  return mapRecord({ ...words, ...own }, (_, name) => merge(words[name], own[name]));
};

/** Returns the schema of a text: it must have the `needed` placeholders, and may have the owner's details. */
export const textWith = (placeholders: readonly string[], needed = placeholders) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .superRefine((text, context) => {
      const missing = needed.find((name) => !text.includes(`{${name}}`));
      const unknown = findUnknownDetail(text, placeholders);
      const message = missing ? `must contain {${missing}}` : `has a wrong placeholder: ${unknown}`;
      if (missing || unknown) context.addIssue({ code: 'custom', message });
    });

/** The schema of most words, created once because that takes a while. */
const plainText = textWith([]);

const textLike = (model: string) => {
  const placeholders = [...model.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !isOneOf(detailNames, name));
  return placeholders.length > 0 ? textWith(placeholders) : plainText;
};

/** Returns the schema of words with the structure of `model`. With `canLack`, words may be missing. */
const wordsLike = (model: unknown, canLack = false): z.ZodType => {
  if (Array.isArray(model)) return z.tuple(model.map((each) => wordsLike(each)) as [z.ZodType]);
  if (!isRecord(model)) return textLike(String(model));
  if (!isPlural(model)) {
    const words = z.strictObject(mapRecord(model, (word) => wordsLike(word, canLack)));
    return canLack ? words.partial() : words;
  }
  const form = wordsLike(model.other);
  const forms = Object.fromEntries(pluralForms.map((name) => [name, form.optional()]));
  return z.strictObject({ ...forms, other: form });
};

/** Returns the schema of an owner's file in which the owner may replace the language's words. */
export const withWords = (own: z.ZodObject, words: Group): z.ZodObject =>
  own.extend(
    mapRecord(words, (word, name) => {
      const part = own.shape[name];
      if (!isRecord(word) || isPlural(word)) return wordsLike(word).optional();
      const group = unwrap(part);
      if (!(group instanceof z.ZodObject)) return withWords(z.strictObject({}), word).optional();
      const fields = withWords(group, word);
      return part instanceof z.ZodDefault ? fields.default(part.def.defaultValue as never) : fields;
    }),
  );

const folder = 'content/words';

/** Returns the paths of the words that a language lacks. */
const findLacking = (model: unknown, words: unknown, path: readonly string[] = []): string[] => {
  if (!isRecord(model) || isPlural(model)) return words === undefined ? [formatPath(path)] : [];
  return Object.entries(model).flatMap(([name, word]) =>
    findLacking(word, Object(words)[name], [...path, name]),
  );
};

/**
 * Reads the words of a language such as `pt-BR`, from the file of `pt-BR` or that of `pt`.
 * @returns the words, their `model` and its schema, the paths of missing words, and the languages with words
 */
export const readWords = (root: string, language: string) => {
  const languages = namesIn(`${root}/${folder}`)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => basename(name, '.yaml'));
  const found = [language, language.replace(/-.*/, '')].find((code) => languages.includes(code));
  const code = found ?? 'en';
  const read = (name: string) => readYaml(root, `${folder}/${name}.yaml`, plainText);
  const source = read(code);
  // English is the model. A nearly complete translation shows which words English itself has lost.
  const english = code === 'en' ? source.value : read('en').value;
  const isNearlyWhole = (name: string): boolean =>
    name !== 'en' && findLacking(english, read(name).value).length < 50;
  const other = code === 'en' && languages.find(isNearlyWhole);
  const model = other ? merge(english, read(other).value) : (english ?? source.value);
  const schema = wordsLike(model ?? {}, code !== 'en');
  const { data, mistakes } = judge(schema, source);
  const words = data && merge(model, data);
  return {
    file: source.file,
    schema,
    words: isRecord(words) ? words : {},
    lacking: data ? findLacking(model, data) : [],
    mistakes,
    model: isRecord(model) ? model : {},
    languages,
    isKnown: found !== undefined,
  };
};
