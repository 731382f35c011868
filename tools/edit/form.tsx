import type { MouseEvent } from 'react';
import { isMap, isScalar, isSeq } from 'yaml';
import type { z } from 'zod';
import { formatPath } from '#model/plain-words.ts';
import { add, addPicture, draft, file, move, type Path, put, remove, yaml } from './draft.ts';

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

/** Returns comments and a description as one text. */
export const hintOf = (...texts: unknown[]): string =>
  texts
    .filter(Boolean)
    .join('\n')
    .replace(/^ yaml-language-server.*\n?/, '');

const isWrong = (id: string): boolean =>
  draft.mistakes.some((mistake) => mistake.file === file && mistake.field.startsWith(id));

/** What a new entry or group begins with. */
const emptyOf = ({ properties = {}, required = [], prefixItems, type }: Schema): unknown => {
  if (prefixItems) return prefixItems.map(() => null);
  if (type === 'array') return [];
  if (type !== 'object') return type === 'string' ? '' : null;
  return Object.fromEntries(required.map((name) => [name, emptyOf(properties[name] as Schema)]));
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
  if (prefixItems) {
    return prefixItems.map((part, index) => partAt(index, part, `${title} ${index + 1}`));
  }
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

const Input = ({ schema, path, isOptional, words }: FieldProps) => {
  const node = yaml.getIn(path, true);
  const { value = null, source } = isScalar(node) ? node : {};
  // A text such as 25 may be without quotes.
  const shown = value === null ? '' : String(typeof value === 'string' ? value : (source ?? value));
  const id = formatPath(path);
  const preset = typeof words === 'string' ? words : schema.default;
  const isChoice = schema.type === 'boolean';
  const set = (typed: string) => {
    const number = /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed;
    if (typed) put(path, schema.type === 'string' ? typed : isChoice ? typed === 'Yes' : number);
    else if (isOptional) remove(path);
    else put(path, schema.anyOf ? null : '');
  };
  const shared = {
    id,
    'aria-describedby': `${id}.hint`,
    'aria-invalid': isWrong(id),
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
  const choices = isChoice ? ['Yes', 'No'] : schema.enum;
  if (!choices) {
    const placeholder = String(preset ?? '');
    return <textarea {...shared} rows={1} defaultValue={shown} placeholder={placeholder} />;
  }
  const truth = /^(?:true|yes|on)$/i.test(shown) ? 'Yes' : 'No';
  return (
    <select {...shared} defaultValue={isChoice && shown ? truth : shown}>
      <option value="">{preset === true ? 'Yes, unless you choose' : ''}</option>
      {choices.map((choice) => (
        <option key={String(choice)}>{choice}</option>
      ))}
    </select>
  );
};

/** A field, group or list of the file. */
export const Field = (props: FieldProps) => {
  const { title, schema: whole, path, entry, isOptional, hint, words } = props;
  const schema: Schema = { ...whole, ...whole.anyOf?.[0] };
  const id = formatPath(path);
  const isList = schema.type === 'array' && !schema.prefixItems;
  const canMiss = schema.properties && (whole.anyOf || (isOptional && schema.required));
  const isMissing = canMiss && !isMap(yaml.getIn(path));
  const mistake = draft.mistakes.find((each) => each.file === file && each.field === id);
  // A new entry has no place in the file.
  const isOpen = !entry || !('range' in entry && entry.range) || isWrong(id);
  const shift = (by: number) => (event: MouseEvent<HTMLElement>) => {
    move(path, by);
    event.currentTarget.focus();
  };
  const drop = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest('details')?.querySelector('summary')?.focus();
    remove(path);
  };
  const buttons = {
    ...(entry && { Up: shift(-1), Down: shift(1) }),
    ...((entry || (canMiss && !isMissing)) && { Remove: drop }),
  };
  const append = () =>
    isList ? add(path, emptyOf(schema.items as Schema)) : put(path, emptyOf(schema));
  const about = (
    <div id={`${id}.hint`} className="hint">
      {hint}
      {mistake && <p className="banner">{mistake.message}</p>}
    </div>
  );
  return (
    <div className="field">
      {schema.properties || schema.type === 'array' ? (
        <details aria-label={title} open={isOpen}>
          <summary>{title}</summary>
          {about}
          {!isMissing &&
            partsOf({ ...props, schema }).map((part) => <Field key={keyOf(part)} {...part} />)}
          {(isMissing || isList) && (
            <button type="button" className="quiet" onClick={append}>
              Add {String(schema.entry ?? title).toLowerCase()}
            </button>
          )}
        </details>
      ) : (
        <>
          <label htmlFor={id}>{isOptional && !words ? `${title} (optional)` : title}</label>
          {about}
          <Input {...props} schema={schema} />
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
