import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import type { words } from '#content/words.ts';
import { detailNames, findUnknownDetail } from './fill.ts';
import { isGroup, judge } from './plain-words.ts';
import { isOneOf } from './vocabulary.ts';
import { readYaml } from './yaml.ts';

// The interface's words: `content/words/LANGUAGE.yaml` has those of each file of `content/`, which may
// replace any of them. No schema lists them: a language has what English has.

/** The words of the site's language. */
export type Words = typeof words;

/** What a file's schema has, with the words that the language has for the file. */
export type WithWords<Name extends keyof Words, Schema extends z.ZodType> = z.infer<Schema> &
  Words[Name];

// Nearly every schema is used once; compiling it would take longer.
z.config({ jitless: true });

type Group = Readonly<Record<string, unknown>>;

export const mapGroup = <Result>(
  group: Group,
  change: (value: unknown, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(group).map(([name, value]) => [name, change(value, name)]));

/** The owner's values over the words of the language. */
export const merge = (words: unknown, own: unknown): unknown => {
  if (own === undefined) return words;
  if (!isGroup(words) || !isGroup(own)) return own;
  return mapGroup({ ...words, ...own }, (_, name) => merge(words[name], own[name]));
};

/** A text with these placeholders. The owner's details may be left out, and put in. */
const textWith = (placeholders: readonly string[]) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .superRefine((text, context) => {
      const fail = (message: string) => context.addIssue({ code: 'custom', message });
      const missing = placeholders.find(
        (name) => !isOneOf(detailNames, name) && !text.includes(`{${name}}`),
      );
      const unknown = findUnknownDetail(text, placeholders);
      if (missing) fail(`must contain {${missing}}`);
      else if (unknown) fail(`has a wrong placeholder: ${unknown}`);
    });

/** Of most words, made once since that takes a while. */
const plainText = textWith([]);

const textLike = (model: string) => {
  const placeholders = [...model.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return placeholders.length > 0 ? textWith(placeholders) : plainText;
};

/** Of Unicode CLDR; a language has some of them, and always `other`. */
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'];
const isPlural = (group: Group): boolean =>
  'other' in group && Object.keys(group).every((name) => pluralForms.includes(name));

/** The schema of words that have a model in another language. */
const wordsLike = (model: unknown): z.ZodType => {
  if (Array.isArray(model)) return z.tuple(model.map(wordsLike) as [z.ZodType]);
  if (!isGroup(model)) return textLike(String(model));
  if (!isPlural(model)) return z.strictObject(mapGroup(model, wordsLike));
  const form = wordsLike(model.other);
  const forms = Object.fromEntries(pluralForms.map((name) => [name, form.optional()]));
  return z.strictObject({ ...forms, other: form });
};

/** The schema of the owner's file, which may replace the words of the language for it. */
export const withWords = (own: z.ZodObject, words: Group): z.ZodObject =>
  own.extend(
    mapGroup(words, (word, name) => {
      const part = own.shape[name];
      if (!isGroup(word) || isPlural(word)) return wordsLike(word).optional();
      return part instanceof z.ZodObject
        ? withWords(part, word)
        : withWords(z.strictObject({}), word).optional();
    }),
  );

const folder = 'content/words';

/**
 * Reads the words of a language: those of its country, or those of the language.
 * @returns the words, the `model` that they follow, the schema made of it, and the languages that have words
 */
export const readWords = (root: string, language: string) => {
  const languages = existsSync(`${root}/${folder}`)
    ? readdirSync(`${root}/${folder}`).map((name) => basename(name, '.yaml'))
    : [];
  const found = [language, language.replace(/-.*/, '')].find((code) => languages.includes(code));
  const code = found ?? 'en';
  const read = (name: string | undefined, schema: z.ZodType = z.unknown()) =>
    readYaml(root, `${folder}/${name}.yaml`, schema);
  // English is the model of the others. What it has lost itself, another language has.
  const other = read(code === 'en' ? languages.find((each) => each !== 'en') : 'en').value;
  const source = read(code, wordsLike(other ?? {}));
  const model = code === 'en' || !other ? merge(source.value, other) : other;
  const schema = wordsLike(model ?? {});
  const { data, mistakes } = judge(schema, source);
  return {
    file: source.file,
    schema,
    words: isGroup(data) ? data : {},
    mistakes,
    model: isGroup(model) ? model : {},
    languages,
    isKnown: found !== undefined,
  };
};
