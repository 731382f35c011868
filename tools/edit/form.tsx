import type { ChangeEvent, MouseEvent } from 'react';
import { isMap, isScalar, isSeq, type Node, parse } from 'yaml';
import type { z } from 'zod';
import { formatPath } from '#model/plain-words.ts';
import { addPicture, draft, file, move, type Path, put, yaml } from './draft.ts';

// The fields for a JSON Schema of the content (model/schema.ts).

type Schema = z.core.JSONSchema.BaseSchema;

interface FieldProps {
  title: string;
  schema: Schema;
  path: Path;
  isOptional?: boolean | undefined;
  hint?: string;
  /** The words that the site has where the field is empty. */
  words?: unknown;
  /** The node of an entry; its place in the file identifies it. */
  entry?: Node | undefined;
}

/** `scheduleNote` and `case-studies` in words. */
export const titleOf = (name: string): string => {
  const words = name.replace(/-|(?<=.)(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns comments of a file for people. */
export const hintOf = (...comments: unknown[]): string => {
  const text = comments.filter(Boolean).join('\n');
  return text.replace(/^ yaml-language-server.*\n?/, '');
};

/** Returns an entry's first text other than its id. */
const nameOf = (entry: unknown): string | undefined => {
  const { id, ...rest } = isMap(entry) ? entry.toJSON() : {};
  return Object.values<string>(rest).find((value) => typeof value === 'string' && value);
};

/** The fields of a group, or the entries of a list or pair. */
const partsOf = ({ title, schema, path, words }: FieldProps): FieldProps[] => {
  const { properties, required = [], prefixItems, items, entry: noun = title } = schema;
  const node = yaml.getIn(path);
  const entries = isSeq<Node>(node) && !prefixItems ? node.items : [];
  const parts = properties ?? prefixItems ?? entries.map(() => items);
  return Object.entries(parts).map(([name, part], index) => {
    const entry = entries[index];
    const pair = isMap(node) && node.items.find((each) => String(each.key) === name);
    const { key, value } = Object(pair);
    return {
      title: nameOf(entry) ?? titleOf(properties ? name : `${noun} ${index + 1}`),
      schema: part as Schema,
      path: [...path, properties ? name : index],
      words: Object(words)[name],
      isOptional: properties && !required.includes(name),
      hint: hintOf(Object(part).description, key?.commentBefore, value?.comment),
      entry,
    };
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
    const isText = schema.type === 'string' || !/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(typed);
    const empty = isOptional ? undefined : schema.anyOf ? null : '';
    put(path, typed && !isText ? parse(typed) : typed || empty);
  };
  const shared = {
    id,
    'aria-describedby': `${id}.hint`,
    'aria-invalid': isWrong,
    onChange: ({ target }: ChangeEvent<HTMLElement & { value: string; files?: FileList | null }>) =>
      set(target.files?.[0] ? addPicture(target.files[0]) : target.value),
  };
  if (/png\|webp/.test(schema.pattern ?? '')) {
    return [<input {...shared} key="new" type="file" accept="image/*" />, shown];
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

const Button = ({ name, press }: { name: string; press: (event: MouseEvent) => void }) => (
  <button type="button" className="quiet" onClick={press}>
    {name}
  </button>
);

/** A field, group or list of the file. */
export const Field = (props: FieldProps) => {
  const { title, schema: whole, path, entry, isOptional, hint, words } = props;
  const schema: Schema = { ...whole, ...whole.anyOf?.[0] };
  const id = formatPath(path);
  const node = yaml.getIn(path);
  const isList = schema.type === 'array' && !schema.prefixItems;
  const canMiss = schema.properties && (whole.anyOf || (isOptional && schema.required));
  const isMissing = canMiss && !isMap(node);
  const within = draft.mistakes.filter((each) => each.file === file && each.field.startsWith(id));
  const mistake = within.find(({ field }) => field === id);
  // The words of the language can all be left as they are.
  const isOpen = entry ? Number(entry.range?.[0]) < 0 : node || canMiss || !isOptional;
  const add = () => {
    const isText = isList && Object(schema.items).type !== 'object';
    put(isList ? [...path, isSeq(node) ? node.items.length : 0] : path, isText ? '' : {});
  };
  const drop = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest('details')?.querySelector('summary')?.focus();
    put(path, whole.anyOf ? null : undefined);
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
        <details aria-label={title} open={Boolean(isOpen || within.length > 0)}>
          <summary>{title}</summary>
          {about}
          {!isMissing &&
            partsOf({ ...props, schema }).map((part) => (
              <Field key={part.entry?.range?.[0] ?? formatPath(part.path)} {...part} />
            ))}
          {(isMissing || isList) && (
            <Button name={`Add ${String(schema.entry ?? title).toLowerCase()}`} press={add} />
          )}
        </details>
      ) : (
        <>
          <label htmlFor={id}>{isOptional && !words ? `${title} (optional)` : title}</label>
          {about}
          <Input {...props} schema={schema} isWrong={mistake !== undefined} />
        </>
      )}
      {entry && <Button name="Up" press={() => move(path, -1)} />}
      {entry && <Button name="Down" press={() => move(path, 1)} />}
      {(entry || (canMiss && !isMissing)) && <Button name="Remove" press={drop} />}
    </div>
  );
};
