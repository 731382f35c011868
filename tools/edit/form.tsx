import type { ChangeEvent, MouseEvent } from 'react';
import { isMap, isScalar, isSeq, type Node, parse } from 'yaml';
import type { z } from 'zod';
import { isWithin } from '#model/mistake.ts';
import { formatPath } from '#model/plain-words.ts';
import { addPicture, draft, examine, file, move, type Path, put, save, yaml } from './draft.ts';

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

/** Such as `services`, or `words/en`. */
export const nameOf = (path: string): string => path.replace(/^.*\/(?=words)|^.*\/|\.\w+$/g, '');

const titles: Record<string, string> = { '': 'What is left', '.env': 'Address and mail' };
export const titleOfFile = (path: string): string => titles[path] ?? titleOf(nameOf(path));

const properties = JSON.stringify(draft.schema ?? null).matchAll(/"(\w+)":/g);
const fieldNames = new Set(Array.from(properties, ([, name]) => name));

/** Returns a hint or message in the words of the form, rather than of the file and what is peculiar to it. */
export const inForm = (text: string): string =>
  text
    .replace(/ \(in the file: [^)]*\)/g, '')
    .replace(/\b(?:content\/(?:\w+\/)*)?[\w-]+\.(?:yaml|md)\b/g, (path) => `“${titleOfFile(path)}”`)
    .replace(/“[^”]*”|\{[^}]*\}|\b[a-z]\w*(?:\.\w+)*/g, (word) => {
      const names = word.split('.');
      const isField = /[A-Z.]/.test(word) && names.every((name) => fieldNames.has(name));
      return isField ? `“${names.map(titleOf).join(', ')}”` : word;
    });

/** Returns comments of a file for people. */
export const hintOf = (...comments: unknown[]): string => {
  const text = comments.filter(Boolean).join('\n');
  return inForm(text.replace(/^ yaml-language-server.*\n?/, ''));
};

/** Returns the noun for an entry of a list. */
const nounOf = ({ type, entry, items }: Schema, title: string): string =>
  String(entry ?? Object(items).title ?? (type === 'array' ? 'entry' : title));

/** Returns an entry's first text other than its id. */
const firstTextOf = (entry: unknown): string | undefined => {
  const { id, ...rest } = isMap(entry) ? entry.toJSON() : {};
  return Object.values<string>(rest).find((value) => typeof value === 'string' && value);
};

/** The fields of a group, or the entries of a list or pair. */
const partsOf = ({ title, schema, path, words }: FieldProps): FieldProps[] => {
  const { properties, required = [], prefixItems, items } = schema;
  const node = yaml.getIn(path);
  const entries = isSeq<Node>(node) && !prefixItems ? node.items : [];
  const parts = properties ?? prefixItems ?? entries.map(() => items);
  return Object.entries(parts).map(([name, part], index) => {
    const entry = entries[index];
    const pair = isMap(node) && node.items.find((each) => String(each.key) === name);
    const { key, value } = Object(pair);
    const label = entry
      ? (firstTextOf(entry) ?? titleOf(`${nounOf(schema, title)} ${index + 1}`))
      : String(Object(part).title ?? titleOf(name));
    return {
      title: label,
      schema: part as Schema,
      path: [...path, properties ? name : index],
      words: Object(words)[name],
      isOptional: properties && !required.includes(name),
      hint: hintOf(Object(part).description ?? hintOf(key?.commentBefore, value?.comment)),
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
    const isText = schema.type === 'string' || !/^-?\d+(?:\.\d+)?$/.test(typed);
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
  if (schema.type === 'boolean') {
    const check = ({ target }: ChangeEvent<HTMLInputElement>) => put(path, target.checked);
    const isOn = (shown || preset) === 'true';
    return <input {...shared} type="checkbox" defaultChecked={isOn} onChange={check} />;
  }
  if (schema.writeOnly) return <input {...shared} type="password" defaultValue={shown} />;
  const choices = schema.enum?.map(String);
  if (!choices) return <textarea {...shared} rows={1} defaultValue={shown} placeholder={preset} />;
  return (
    <select {...shared} defaultValue={shown}>
      {[...new Set([...(isOptional ? [''] : []), shown, ...choices])].map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
};

export type Press = (event: MouseEvent) => void;

/** Acts `on` something, which its accessible name has as well. */
export const Button = ({ name, on, press }: { name: string; on: string; press: Press }) => (
  <button type="button" className="quiet" aria-label={`${name}: ${on}`} onClick={press}>
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
  const within = draft.mistakes.filter((each) => each.file === file && isWithin(each.field, id));
  const mistake = within.find(({ field }) => field === id);
  const own = draft.findings?.filter((each) => each.file === file) ?? [];
  const sample = own.flatMap((each) => each.sample ?? []);
  const left = sample.filter(({ field }) => isWithin(field, id)).length;
  // What is confirmed together: the file, a field, a list, or an entry with fields.
  const isPart = isMap(entry) || !path.some((step) => typeof step === 'number');
  // The words of the language can all be left as they are.
  const isOpen = entry ? Number(entry.range?.[0]) < 0 : node || canMiss || !isOptional;
  const isFound = within.length > 0 || left > 0 || isWithin(location.hash.slice(1), id);
  const add = () => {
    const isText = isList && Object(schema.items).type !== 'object';
    put(isList ? [...path, isSeq(node) ? node.items.length : 0] : path, isText ? '' : {});
  };
  const canEmpty = isList && isSeq(node) && node.items.length > 0 && !schema.minItems;
  const drop = ({ currentTarget }: MouseEvent) => {
    if (canEmpty && !confirm(`Remove all of ${title}?`)) return;
    currentTarget.closest('details')?.querySelector('summary')?.focus();
    put(path, canEmpty ? [] : whole.anyOf ? null : undefined);
  };
  const keep = () => {
    document.getElementById(id)?.focus();
    const place = { name: file, field: id };
    // The server knows a field by its place in the file.
    void (draft.changes > draft.saved ? save(place) : examine('POST', place));
  };
  const about = (
    <div id={`${id}.hint`} className="hint">
      {hint}
      {mistake && <p className="banner">{inForm(mistake.message)}</p>}
      {left > 0 && id && (
        <div>
          {`From the sample${left > 1 ? `: ${left} texts` : ''} `}
          {isPart && <Button name="True of me" on={title} press={keep} />}
        </div>
      )}
    </div>
  );
  return (
    <div className="field">
      {schema.properties || schema.type === 'array' ? (
        <details aria-label={title} open={Boolean(isOpen || isFound)}>
          <summary id={id} className={mistake && 'wrong'} aria-describedby={`${id}.hint`}>
            {title}
          </summary>
          {about}
          {!isMissing &&
            partsOf({ ...props, schema }).map((part) => (
              <Field key={part.entry?.range?.[0] ?? formatPath(part.path)} {...part} />
            ))}
          {(isMissing || isList) && (
            <Button name={`Add ${nounOf(schema, title).toLowerCase()}`} on={title} press={add} />
          )}
        </details>
      ) : (
        <>
          <label htmlFor={id}>
            {isOptional && !words && schema.type !== 'boolean' ? `${title} (optional)` : title}
          </label>
          {about}
          <Input {...props} schema={schema} isWrong={mistake !== undefined} />
        </>
      )}
      {entry && <Button name="Up" on={title} press={() => move(path, -1)} />}
      {entry && <Button name="Down" on={title} press={() => move(path, 1)} />}
      {(entry || canEmpty || (canMiss && !isMissing)) && (
        <Button name={canEmpty ? 'Remove all' : 'Remove'} on={title} press={drop} />
      )}
    </div>
  );
};
