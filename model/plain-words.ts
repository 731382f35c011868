import { closestMatch } from 'leven';
import { z } from 'zod';
import type { Mistake } from './mistake.ts';
import type { Source } from './yaml.ts';

// What zod finds wrong, in words for an owner who writes no code.

type Path = readonly PropertyKey[];

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list, with “- ” before each entry',
  tuple: 'a list, with “- ” before each entry',
  object: 'a group of fields',
};

/** Such as `items[1].duration`. */
export const formatPath = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Empty for what needs too many words. */
const shown = (value: unknown): string => {
  if (typeof value === 'string') return value.trim() && `“${excerpt(value)}”`;
  return typeof value === 'object' && value !== null ? '' : String(value);
};

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Such as 3rd; `index` counts from 0. */
const ordinal = (index: number): string =>
  `${index + 1}${endings[ordinals.select(index + 1)] ?? 'th'}`;

/** Such as `; did you mean “title”?`; empty where no known name is near. */
export const suggestion = (wanted: string, known: readonly string[]): string => {
  const nearest = closestMatch(wanted, known, { maxDistance: 3 });
  return nearest === undefined ? '' : `; did you mean “${nearest}”?`;
};

const bounds = (issue: z.core.$ZodRawIssue & { code: 'too_small' | 'too_big' }): string => {
  const [limit, beyond, least] =
    issue.code === 'too_small'
      ? [issue.minimum, 'more', 'at least']
      : [issue.maximum, 'less', 'at most'];
  if (issue.origin === 'array')
    return `must have ${issue.exact ? 'exactly' : least} ${limit} entries`;
  if (issue.origin === 'string') return `must have ${least} ${limit} characters`;
  return issue.inclusive ? `must be ${limit} or ${beyond}` : `must be ${beyond} than ${limit}`;
};

/** For the schemas that have no words of their own. */
const describeIssue = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[issue.expected] ?? issue.expected;
      if (issue.input === undefined) return `is missing; it must be ${kind}`;
      return issue.input === null ? `is empty; it must be ${kind}` : `must be ${kind}`;
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

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap())
    : schema;

/** The schema of a field or entry. */
export const partOf = (schema: unknown, key: PropertyKey): unknown => {
  const whole = unwrap(schema);
  if (whole instanceof z.ZodObject) return whole.shape[String(key)];
  if (whole instanceof z.ZodArray) return whole.element;
  return whole instanceof z.ZodTuple ? whole.def.items[Number(key)] : undefined;
};

/** `string`, also for one of several words; `boolean`, also for what can only be true. */
export const typeOf = (schema: unknown): string | undefined => {
  const whole = unwrap(schema);
  if (!(whole instanceof z.ZodType)) return undefined;
  const { type } = whole.def;
  return type === 'enum' ? 'string' : type === 'literal' ? 'boolean' : type;
};

const valueIn = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** What an entry of a list is called by, the first that it has. */
const titleFields = ['title', 'question', 'label', 'name', 'role', 'figure', 'firm', 'id'];

const titleOf = (entry: unknown): string | undefined =>
  titleFields
    .map((field) => valueIn(entry, field))
    .find((title): title is string => typeof title === 'string' && title.trim() !== '');

/** `the service “Risk Strategy”`, or `the 3rd service`. */
const nameOf = (list: unknown, listName: string, index: number, entry: unknown): string => {
  const schema = unwrap(list);
  const noun = schema instanceof z.ZodArray ? schema.meta()?.entry : undefined;
  const title = noun === undefined ? undefined : titleOf(entry);
  return title === undefined
    ? `the ${ordinal(index)} ${noun ?? `entry of ${listName}`}`
    : `the ${noun} “${excerpt(title)}”`;
};

/** Follows a path, and says where it leads. */
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
  return { entry: entries.join(' of '), field: names.join('.'), schema: unwrap(part), value: held };
};

/** Sentences about an issue, each with the path of its field. */
const sentencesAbout = (
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  value: unknown,
): { path: Path; message: string }[] => {
  const { path } = issue;
  const { entry, field, schema: part, value: held } = follow(schema, value, path);
  if (issue.code === 'unrecognized_keys') {
    const known = part instanceof z.ZodObject ? Object.keys(part.shape) : [];
    const whole = [entry, field].filter(Boolean).join(': ') || 'the file';
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `${whole} has no field “${key}”${suggestion(key, known) || '.'} It has ${known.join(', ')}`,
    }));
  }
  const subject = entry && field ? `${entry}: ${field}` : entry || field || 'the file';
  const found = /^must (?!not)/.test(issue.message) ? shown(held) : '';
  if (held === undefined && found) {
    return [{ path, message: `${subject} is missing; it ${issue.message}` }];
  }
  const isCount = issue.code === 'too_small' || issue.code === 'too_big';
  const reality =
    isCount && Array.isArray(held) ? `, but has ${held.length}` : found && `, but is ${found}`;
  const nearest =
    issue.code === 'invalid_value' && typeof held === 'string'
      ? suggestion(held, issue.values.map(String))
      : '';
  return [{ path, message: `${subject} ${issue.message}${reality}${nearest}` }];
};

/** What a schema makes of a file, and what it finds wrong. */
export const judge = <Schema extends z.ZodType>(
  schema: Schema,
  { file, value, mistakes, find }: Source,
): { data: z.infer<Schema> | undefined; mistakes: Mistake[] } => {
  if (mistakes.length > 0) return { data: undefined, mistakes };
  const { data, error } = schema.safeParse(value, { error: describeIssue });
  const sentences = error?.issues.flatMap((issue) => sentencesAbout(issue, schema, value)) ?? [];
  return {
    data,
    mistakes: sentences.map(({ path, message }) => ({
      file,
      line: find(path).line,
      field: formatPath(path),
      message,
    })),
  };
};
