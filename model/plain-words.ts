import { closestMatch } from 'leven';
import { z } from 'zod';
import type { Mistake } from './mistake.ts';
import { isRecord } from './record.ts';
import type { Source } from './yaml.ts';

// Describes the issues that zod finds, for owners who write no code.

export type Path = readonly PropertyKey[];

/** Such as `items[1].duration`. */
export const formatPath = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns an ordinal such as `3rd`; `index` counts from 0. */
const ordinal = (index: number): string =>
  `${index + 1}${endings[ordinals.select(index + 1)] ?? 'th'}`;

const nearestOf = (wanted: string, known: readonly string[]): string | undefined =>
  closestMatch(wanted, known, { maxDistance: Math.ceil(wanted.length / 4) });

/** Returns a text such as `; did you mean “title”?`, or an empty one if no known name is similar. */
export const suggestion = (wanted: string, known: readonly string[]): string => {
  const nearest = nearestOf(wanted, known);
  return nearest === undefined ? '' : `; did you mean “${nearest}”?`;
};

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list (in the file: with “- ” before each entry)',
  tuple: 'a list (in the file: with “- ” before each entry)',
  object: 'a group of fields',
};

const bounds = (issue: z.core.$ZodRawIssue & { code: 'too_small' | 'too_big' }): string => {
  const [limit, beyond, bound] =
    issue.code === 'too_small'
      ? [issue.minimum, 'more', 'at least']
      : [issue.maximum, 'less', 'at most'];
  if (issue.origin === 'array') return `must have ${bound} ${limit} entries`;
  if (issue.origin === 'string') return `must have ${bound} ${limit} characters`;
  return issue.inclusive ? `must be ${limit} or ${beyond}` : `must be ${beyond} than ${limit}`;
};

/** Describes an issue for which the schema has no message. */
const describeIssue = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[issue.expected] ?? issue.expected;
      if (issue.input === undefined) return `is missing; it must be ${kind}`;
      if (issue.input === null) return `is empty; it must be ${kind}`;
      return issue.expected === 'string' && isRecord(issue.input)
        ? 'must be a text (in the file: put a text with a colon between quotation marks)'
        : `must be ${kind}`;
    }
    case 'too_small':
    case 'too_big':
      return bounds(issue);
    case 'invalid_value': {
      const values = issue.values.map(String);
      return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
    }
    default:
      return undefined;
  }
};

/** Removes `optional`, `nullable` and `default` from a schema. */
export const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap())
    : schema;

/** Returns the schema of a field or entry. Everything in a group with the schema of a text has that schema. */
export const partOf = (schema: unknown, key: PropertyKey): unknown => {
  const whole = unwrap(schema);
  if (whole instanceof z.ZodObject) return whole.shape[String(key)];
  if (whole instanceof z.ZodArray) return whole.element;
  if (whole instanceof z.ZodString) return whole;
  return whole instanceof z.ZodTuple ? whole.def.items[Number(key)] : undefined;
};

/** Returns the type of a schema, which is `string` for an enum and `boolean` for a literal. */
export const typeOf = (schema: unknown): string | undefined => {
  const whole = unwrap(schema);
  if (!(whole instanceof z.ZodType)) return undefined;
  const { type } = whole.def;
  return type === 'enum' ? 'string' : type === 'literal' ? 'boolean' : type;
};

const valueIn = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** The fields that can name an entry of a list; the first one that the entry has is used. */
const titleFields = ['title', 'question', 'label', 'name', 'role', 'figure', 'firm', 'id'];

/** Returns `the service “Risk Strategy”`, or `the 3rd service`. */
const nameOf = (list: unknown, listName: string, index: number, entry: unknown): string => {
  const schema = unwrap(list);
  const noun = schema instanceof z.ZodArray ? schema.meta()?.entry : undefined;
  const title = titleFields
    .map((field) => valueIn(entry, field))
    .find((value) => typeof value === 'string' && value.trim() !== '');
  return noun && title
    ? `the ${noun} “${excerpt(String(title))}”`
    : `the ${ordinal(index)} ${noun ?? `entry of ${listName}`}`;
};

/** Returns the name, the schema and the value of the field at a path. */
const follow = (schema: unknown, value: unknown, path: Path) => {
  const entries: string[] = [];
  let names: string[] = [];
  let [part, held] = [schema, value];
  for (const key of path) {
    const next = valueIn(held, key);
    if (typeof key === 'number') {
      entries.unshift(nameOf(part, names.join('.'), key, next));
      names = [];
    } else {
      names.push(String(key));
    }
    part = partOf(part, key);
    held = next;
  }
  const subject = [entries.join(' of '), names.join('.')].filter(Boolean).join(': ');
  return { subject: subject || 'the file', part: unwrap(part), held };
};

/** Returns a description of the wrong value. */
const reality = (issue: z.core.$ZodIssue, held: unknown): string => {
  const { code } = issue;
  if (Array.isArray(held)) {
    if (code === 'invalid_type') return ', but is a list';
    return code === 'too_small' || code === 'too_big' ? `, but has ${held.length}` : '';
  }
  if (isRecord(held)) return '';
  const shown = typeof held === 'string' ? held.trim() && `“${excerpt(held)}”` : String(held);
  const isNumber = code === 'invalid_type' && /^(?:number|int)$/.test(issue.expected);
  const hint = isNumber && /^“.*\d/.test(shown) ? '; write only its digits' : '';
  return shown && `, but is ${shown}${hint}`;
};

interface Sentence {
  path: Path;
  message: string;
  /** The field that the owner probably meant, in the format of `formatPath`. */
  meant?: string | undefined;
}

const sentencesAbout = (
  issue: z.core.$ZodIssue,
  { subject, part, held }: ReturnType<typeof follow>,
): Sentence[] => {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = part instanceof z.ZodObject ? Object.keys(part.shape) : [];
    return issue.keys.map((key) => {
      const nearest = nearestOf(key, known);
      return {
        path: [...path, key],
        message: `${subject} has no field “${key}”${suggestion(key, known) || '.'} It has ${known.join(', ')}`,
        meant:
          nearest && valueIn(held, nearest) === undefined
            ? formatPath([...path, nearest])
            : undefined,
      };
    });
  }
  if (!/^must (?!not)/.test(issue.message))
    return [{ path, message: `${subject} ${issue.message}` }];
  const message =
    held === undefined
      ? `${subject} is missing; it ${issue.message}`
      : `${subject} ${issue.message}${reality(issue, held)}`;
  const isChoice = issue.code === 'invalid_value' && typeof held === 'string';
  return [
    { path, message: message + (isChoice ? suggestion(held, issue.values.map(String)) : '') },
  ];
};

/** Returns a file's value as its schema reads it, and the file's mistakes. */
export const judge = <Schema extends z.ZodType>(
  schema: Schema,
  { file, value, mistakes, find }: Source,
): { data: z.infer<Schema> | undefined; mistakes: Mistake[] } => {
  if (mistakes.length > 0) return { data: undefined, mistakes };
  const { data, error } = schema.safeParse(value, { error: describeIssue });
  const sentences = (error?.issues ?? []).flatMap((issue) =>
    sentencesAbout(issue, follow(schema, value, issue.path)),
  );
  // A misspelled field is not reported as missing as well.
  const misspelt = new Set(sentences.map(({ meant }) => meant));
  const found = sentences
    .map(({ path, message }) => ({ file, line: find(path), field: formatPath(path), message }))
    .filter(({ field }) => !misspelt.has(field));
  return { data, mistakes: found };
};
