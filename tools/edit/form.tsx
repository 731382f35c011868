import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { type Document, isCollection, isMap, isPair, isScalar, isSeq } from 'yaml';
import type { Mistake } from '#model/mistake.ts';
import { formatPath } from '#model/plain-words.ts';

// A form for a YAML document by its JSON Schema. Its fields change the document itself, so that
// comments, order and quotes of all the rest stay.

/** The part of JSON Schema that the schemas of the content use. */
export interface Schema {
  type?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  prefixItems?: readonly Schema[];
  /** A schema, and null. */
  anyOf?: readonly Schema[];
  enum?: readonly string[];
  default?: unknown;
  pattern?: string;
  description?: string;
  /** What an entry of a list is called. */
  entry?: string;
}

interface Form {
  document: Document;
  file: string;
  mistakes: readonly Mistake[];
  /** By name; they are uploaded when the form is saved. */
  pictures: Map<string, File>;
  /** Is called after each change of the document. */
  change: () => void;
}

interface FieldProps {
  form: Form;
  title: string;
  schema: Schema;
  path: readonly (string | number)[];
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

/** Changes a value; undefined is for `prune`. A text keeps its quotes and comments. */
const put = (document: Document, path: FieldProps['path'], value: unknown): void => {
  const node = document.getIn(path, true);
  if (isScalar(node) && !(value instanceof Object)) {
    node.value = value;
    // Of the value before.
    delete node.source;
    return;
  }
  for (const depth of path.keys()) {
    const parent = path.slice(0, depth);
    if (!isCollection(document.getIn(parent, true))) document.deleteIn(parent);
  }
  document.setIn(path, document.createNode(value));
};

/** Takes out the fields and entries that the owner has emptied. Returns whether nothing is left. */
export const prune = (node: unknown): boolean => {
  if (!isMap(node) && !isSeq(node)) return isScalar(node) && node.value === undefined;
  const { length } = node.items;
  const isKept = (item: unknown) => !prune(isPair(item) ? item.value : item);
  node.items = (node.items as never[]).filter(isKept);
  return node.items.length === 0 && length > 0;
};

/** What a new entry or group begins with. */
const emptyOf = ({ properties, required = [], prefixItems, type }: Schema): unknown => {
  if (prefixItems) return prefixItems.map(emptyOf);
  if (type === 'array') return [];
  if (!properties) return type === 'string' ? '' : null;
  return Object.fromEntries(required.map((name) => [name, emptyOf(properties[name] ?? {})]));
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
const partsOf = ({ form, title, schema, path, words }: FieldProps): FieldProps[] => {
  const { properties, required = [], prefixItems, items = {} } = schema;
  const node = form.document.getIn(path, true);
  const partAt = (name: string | number) => ({
    form,
    path: [...path, name],
    words: Object(words)[name],
  });
  if (prefixItems) {
    return prefixItems.map((part, index) => {
      return { ...partAt(index), title: `${title} ${index + 1}`, schema: part };
    });
  }
  if (!properties) {
    return (isSeq<object>(node) ? node.items : []).map((entry, index) => {
      const called = nameOf(entry) ?? `${titleOf(schema.entry ?? 'entry')} ${index + 1}`;
      return { ...partAt(index), title: called, schema: items, entry };
    });
  }
  return Object.entries(properties).flatMap(([name, part]) => {
    const pair = isMap(node) ? node.items.find(({ key }) => String(key) === name) : undefined;
    const isOptional = !required.includes(name);
    const place = partAt(name);
    // A language has some of the plural forms.
    if ('few' in properties && isOptional && !pair && !place.words) return [];
    const above = (isScalar(pair?.key) && pair.key.commentBefore) || '';
    const beside = isScalar(pair?.value) && pair.value.comment;
    // Above an empty line, a comment is about the whole file.
    const own = above.replace(/^[\s\S]*\n\s*\n|^ yaml-language-server:.*/, '');
    const hint = [part.description, own, beside].filter(Boolean).join('\n');
    return { ...place, title: titleOf(name), schema: part, isOptional, hint };
  });
};

const labels: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };
/** As YAML 1.1 has them, too. */
const booleans: Readonly<Record<string, string>> = {
  yes: 'true',
  on: 'true',
  no: 'false',
  off: 'false',
};

const Input = ({
  form,
  schema,
  path,
  isOptional,
  words,
  invalid,
}: FieldProps & { invalid: boolean }) => {
  const { document, pictures, change } = form;
  const node = document.getIn(path, true);
  const { value = null, source } = isScalar(node) ? node : {};
  // A text such as 25 may be without quotes.
  const shown = value === null ? '' : String(typeof value === 'string' ? value : (source ?? value));
  const id = formatPath(path);
  const preset = typeof words === 'string' ? words : schema.default;
  const set = (typed: string) => {
    const none = schema.anyOf ? null : isOptional ? undefined : '';
    const number = /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed;
    const read = { true: true, false: false }[typed] ?? number;
    put(document, path, typed === '' ? none : schema.type === 'string' ? typed : read);
    change();
  };
  const shared = { id, 'aria-describedby': `${id}.hint`, 'aria-invalid': invalid };
  const [, formats] = /\\\.\(\?:([\w|]+)\)\$$/.exec(schema.pattern ?? '') ?? [];
  if (formats) {
    const choose = (file: File | undefined) => {
      const plain = file?.name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
      const name = plain?.replace(/[^\w.]+|\.(?=.*\.)/g, '-');
      if (!file || !name) return;
      pictures.set(name, file);
      set(name);
    };
    const accept = formats.replace(/\w+/g, '.$&').replaceAll('|', ',');
    return (
      <>
        <input
          {...shared}
          type="file"
          accept={accept}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        {shown}
      </>
    );
  }
  const typed = {
    ...shared,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  };
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
  return choices ? (
    <select {...typed} defaultValue={booleans[shown.toLowerCase()] ?? shown}>
      <option value="">{preset === undefined ? '' : `As usual: ${labels[String(preset)]}`}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {labels[choice] ?? choice}
        </option>
      ))}
    </select>
  ) : (
    <textarea {...typed} rows={1} defaultValue={shown} placeholder={String(preset ?? '')} />
  );
};

interface ButtonProps {
  name: string;
  sign: string;
  press: (event: MouseEvent<HTMLElement>) => void;
}

const Button = ({ name, sign, press }: ButtonProps) => (
  <button type="button" aria-label={name} onClick={press}>
    {sign}
  </button>
);

/** A field, group or list of the document. */
export const Field = (props: FieldProps) => {
  const { form, title, schema: whole, path, entry, isOptional, hint, words } = props;
  const { document, file, mistakes, change } = form;
  const schema: Schema = { ...whole, ...whole.anyOf?.[0] };
  const id = formatPath(path);
  const node = document.getIn(path, true);
  const isList = schema.type === 'array' && !schema.prefixItems;
  const canMiss = schema.properties && (whole.anyOf || (isOptional && schema.required));
  const isMissing = canMiss && !isMap(node);
  const mistake = mistakes.find((each) => each.file === file && each.field === id);
  const add = () => {
    const fresh = emptyOf(isList ? (schema.items ?? {}) : schema);
    if (isSeq(node) && node.items.length > 0) node.add(document.createNode(fresh));
    else put(document, path, isList ? [fresh] : fresh);
    change();
  };
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest('details')?.querySelector('summary')?.focus();
    document.deleteIn(path);
    change();
  };
  const move = (by: number, { currentTarget }: MouseEvent<HTMLElement>) => {
    const list = document.getIn(path.slice(0, -1));
    const from = Number(path.at(-1));
    if (!isSeq(list) || !list.items[from + by]) return;
    flushSync(() => {
      list.items.splice(from + by, 0, ...list.items.splice(from, 1));
      change();
    });
    currentTarget.focus();
  };
  const about = (
    <div id={`${id}.hint`} className="hint">
      {hint}
      {mistake && <p className="mistake">{mistake.message}</p>}
    </div>
  );
  return (
    <div className="field">
      {schema.properties || schema.type === 'array' ? (
        // A new entry has no place in the file.
        <details aria-label={title} open={!(entry && 'range' in entry && entry.range)}>
          <summary>{title}</summary>
          {about}
          {!isMissing &&
            partsOf({ ...props, schema }).map((part) => <Field key={keyOf(part)} {...part} />)}
          {(isMissing || isList) && (
            <button type="button" onClick={add}>
              Add {(schema.entry ?? title).toLowerCase()}
            </button>
          )}
        </details>
      ) : (
        <>
          <label htmlFor={id}>
            {title}
            {isOptional && words === undefined && <span className="optional"> (optional)</span>}
          </label>
          {about}
          <Input {...props} schema={schema} invalid={mistake !== undefined} />
        </>
      )}
      {(entry || (canMiss && !isMissing)) && (
        <div className="buttons">
          {entry && <Button name="Move up" sign="↑" press={(event) => move(-1, event)} />}
          {entry && <Button name="Move down" sign="↓" press={(event) => move(1, event)} />}
          <Button name="Remove" sign="✕" press={remove} />
        </div>
      )}
    </div>
  );
};
