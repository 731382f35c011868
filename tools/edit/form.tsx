import type { MouseEvent } from 'react';
import { isMap, isScalar, isSeq } from 'yaml';
import type { z } from 'zod';
import { formatPath } from '#model/plain-words.ts';
import { addPicture, draft, file, move, type Path, put, remove, yaml } from './draft.ts';

// The fields for a JSON Schema of the content (model/schema.ts).

type Schema = z.core.JSONSchema.BaseSchema;

interface FieldProps {
  title: string;
  schema: Schema;
  path: Path;
  isOptional?: boolean;
  hint?: string;
  /** What the site has where the field is empty. */
  words?: unknown;
  /** The node of an entry. */
  entry?: object;
}

/** `scheduleNote` and `case-studies` in words. */
export const titleOf = (name: string): string => {
  const spaced = name.replaceAll('-', ' ').replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
};

/** Returns comments of a file for people. */
export const hintOf = (...comments: unknown[]): string => {
  const text = comments.filter(Boolean).join('\n');
  return text.replace(/^ yaml-language-server.*\n?/, '');
};

/** An entry is called by its first text that is not its id. */
const nameOf = (entry: unknown): string | undefined => {
  const texts = (isMap(entry) ? entry.items : []).map(({ key, value }) =>
    String(key) !== 'id' && isScalar(value) && typeof value.value === 'string' ? value.value : '',
  );
  return texts.find(Boolean);
};

const keys = new WeakMap<object, string>();
const keyOf = ({ entry, path }: FieldProps): string => {
  if (!entry) return formatPath(path);
  const key = keys.get(entry) ?? crypto.randomUUID();
  keys.set(entry, key);
  return key;
};

/** The fields of a group, or the entries of a list. */
const partsOf = ({ title, schema, path, words }: FieldProps): FieldProps[] => {
  const { properties, required = [], prefixItems, items, entry: noun = 'entry' } = schema;
  const node = yaml.getIn(path, true);
  const partAt = (name: string | number, part: unknown, called: string) => ({
    title: titleOf(called),
    schema: part as Schema,
    path: [...path, name],
    words: Object(words)[name],
  });
  if (prefixItems) return prefixItems.map((part, at) => partAt(at, part, `${title} ${at + 1}`));
  if (!properties) {
    return (isSeq<object>(node) ? node.items : []).map((entry, index) => {
      const part = partAt(index, items, `${noun} ${index + 1}`);
      return { ...part, title: nameOf(entry) ?? part.title, entry };
    });
  }
  const pairs = isMap(node) ? node.items : [];
  return Object.entries(properties).map(([name, part]) => {
    const { key, value } = pairs.find((pair) => String(pair.key) === name) ?? {};
    const comments = [isScalar(key) && key.commentBefore, isScalar(value) && value.comment];
    const hint = hintOf(Object(part).description, ...comments);
    return { ...partAt(name, part, name), isOptional: !required.includes(name), hint };
  });
};

const Input = ({ schema, path, isOptional, words, isWrong }: FieldProps & { isWrong: boolean }) => {
  const node = yaml.getIn(path, true);
  const { value = null, source } = isScalar(node) ? node : {};
  // A text such as 25 may be without quotes.
  const shown = value === null ? '' : String(typeof value === 'string' ? value : (source ?? value));
  const id = formatPath(path);
  const preset = String((typeof words === 'string' ? words : schema.default) ?? '');
  const set = (typed: string) => {
    const number = /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed;
    const read = { true: true, false: false }[typed] ?? number;
    if (typed) put(path, schema.type === 'string' ? typed : read);
    else if (isOptional) remove(path);
    else put(path, schema.anyOf ? null : '');
  };
  const shared = {
    id,
    'aria-describedby': `${id}.hint`,
    'aria-invalid': isWrong,
    onChange: ({ target }: { target: { value: string; files?: FileList | null } }) =>
      set(target.files?.[0] ? addPicture(target.files[0]) : target.value),
  };
  const [, formats] = /\\\.\(\?:([\w|]+)\)\$$/.exec(schema.pattern ?? '') ?? [];
  if (formats) {
    const accept = formats.replace(/\w+/g, '.$&').replaceAll('|', ',');
    return (
      <div>
        <input {...shared} type="file" accept={accept} /> {shown}
      </div>
    );
  }
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String);
  if (!choices) return <textarea {...shared} rows={1} defaultValue={shown} placeholder={preset} />;
  return (
    <select {...shared} defaultValue={shown}>
      {[...new Set(['', shown, ...choices])].map((choice) => (
        <option key={choice} value={choice}>
          {choice || preset}
        </option>
      ))}
    </select>
  );
};

/** A field, group or list of the file. */
export const Field = (props: FieldProps) => {
  const { title, schema: whole, path, entry, isOptional, hint, words } = props;
  const schema: Schema = { ...whole, ...whole.anyOf?.[0] };
  const id = formatPath(path);
  const node = yaml.getIn(path);
  const isList = schema.type === 'array' && !schema.prefixItems;
  const canMiss = schema.properties && (whole.anyOf || (isOptional && schema.required));
  const isMissing = canMiss && !isMap(node);
  const within = draft.mistakes.filter(
    (mistake) => mistake.file === file && mistake.field.startsWith(id),
  );
  const mistake = within.find(({ field }) => field === id);
  // A new entry has no place in the file. The words of the language can all be left as they are.
  const isNew = entry ? !('range' in entry && entry.range) : node || canMiss || !isOptional;
  const add = () => {
    const length = isSeq(node) ? node.items.length : 0;
    const isText = isList && Object(schema.items).type !== 'object';
    put(isList ? [...path, length] : path, isText ? '' : {});
  };
  const drop = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest('details')?.querySelector('summary')?.focus();
    remove(path);
  };
  const shift = (by: number) => (event: MouseEvent<HTMLElement>) => {
    move(path, by);
    event.currentTarget.focus();
  };
  const buttons = {
    ...(entry && { Up: shift(-1), Down: shift(1) }),
    ...((entry || (canMiss && !isMissing)) && { Remove: drop }),
  };
  const about = (
    <div id={`${id}.hint`} className="hint">
      {hint}
      {mistake && <p className="banner">{mistake.message}</p>}
    </div>
  );
  return (
    <div className="field">
      {schema.properties || schema.type === 'array' ? (
        <details aria-label={title} open={Boolean(isNew || within.length > 0)}>
          <summary>{title}</summary>
          {about}
          {!isMissing &&
            partsOf({ ...props, schema }).map((part) => <Field key={keyOf(part)} {...part} />)}
          {(isMissing || isList) && (
            <button type="button" className="quiet" onClick={add}>
              Add {String(schema.entry ?? title).toLowerCase()}
            </button>
          )}
        </details>
      ) : (
        <>
          <label htmlFor={id}>{isOptional && !words ? `${title} (optional)` : title}</label>
          {about}
          <Input {...props} schema={schema} isWrong={mistake !== undefined} />
        </>
      )}
      <div className="buttons">
        {Object.entries(buttons).map(([name, press]) => (
          <button key={name} type="button" className="quiet" onClick={press}>
            {name}
          </button>
        ))}
      </div>
    </div>
  );
};
