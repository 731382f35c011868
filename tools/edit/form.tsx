import type { ChangeEvent, MouseEvent } from 'react';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { z } from 'zod';
import { isWithin } from '#model/mistake.ts';
import { formatPath } from '#model/plain-words.ts';
import { readNumber } from '#model/read-number.ts';
import type { Path } from '../setup/yaml-file.ts';
import { addPicture, draft, file, move, put, yaml } from './draft.ts';

// The fields for a JSON Schema of the content (model/schema.ts).

type Schema = z.core.JSONSchema.BaseSchema;

interface FieldProps {
  title: string;
  schema: Schema;
  path: Path;
  isOptional?: boolean | undefined;
  hint?: string | undefined;
  /** The words that the site shows if the field is empty. */
  words?: unknown;
  /** The node of an entry; its place in the file identifies it. */
  entry?: Node | undefined;
}

/** Returns a name such as `scheduleNote` or `case-studies` in words. */
const titleOf = (name: string): string => {
  const words = name.replace(/-|(?<=.)(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Such as `services` or `words/en`. */
export const nameOf = (path: string): string => path.replace(/^content\/(?:pages\/)?|\.\w+$/g, '');

const titles: Record<string, string> = { '': 'What is left', environment: 'Address and mail' };
export const titleOfFile = (path: string): string => titles[path] ?? titleOf(nameOf(path));

/** Returns a message with labels in place of names such as `office.city`, without its remark about the file. */
export const inForm = (message: string): string =>
  message
    .replace(/ \(in the file: [^)]*\)/, '')
    .replace(/(?<=^|: |entry of )[a-z]\w*(?:\.\w+)*(?= (?:must|has|is missing|is empty))/, (path) =>
      path.split('.').map(titleOf).join(', '),
    );

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
    const comments = [key?.commentBefore, value?.comment].filter(Boolean).join('\n');
    return {
      title: entry
        ? (firstTextOf(entry) ?? `${Object(items).title ?? title} ${index + 1}`)
        : String(Object(part).title ?? titleOf(name)),
      schema: part as Schema,
      path: [...path, properties ? name : index],
      words: Object(words)[name],
      isOptional: properties && !required.includes(name),
      hint: Object(part).description ?? comments,
      entry,
    };
  });
};

type Control = HTMLElement & { value: string; checked?: boolean; files?: FileList | null };

/** Returns the value that the owner entered. */
const entered = (control: Control, { schema, isOptional }: FieldProps) => {
  const { checked, files } = control;
  // Pasted text can have spaces around it, and from Word \v for a line break.
  const value = control.value.trim().replaceAll('\v', '\n');
  if (schema.type === 'boolean') return checked;
  if (files?.[0]) return addPicture(files[0]);
  if (value === '') return isOptional ? undefined : schema.anyOf ? null : '';
  return schema.type === 'string' ? value : readNumber(value);
};

const Input = (props: FieldProps & { isWrong: boolean }) => {
  const { schema, path, isOptional, isWrong, words } = props;
  const node = yaml.getIn(path, true);
  const { value = null, source } = isScalar(node) ? node : {};
  // A text such as 25 may be without quotes.
  const shown = value === null ? '' : String(typeof value === 'string' ? value : (source ?? value));
  const id = formatPath(path);
  const shared = {
    id,
    'aria-describedby': `${id}.hint`,
    'aria-invalid': isWrong,
    onChange: ({ target }: ChangeEvent<Control>) => put(path, entered(target, props)),
  };
  if (/png\|webp/.test(schema.pattern ?? '')) {
    return [<input {...shared} key="new" type="file" accept="image/*" />, shown];
  }
  if (schema.type === 'boolean') {
    const isOn = (shown || String(schema.default)) === 'true';
    return <input {...shared} type="checkbox" defaultChecked={isOn} />;
  }
  if (schema.writeOnly) return <input {...shared} type="password" defaultValue={shown} />;
  const choices = schema.enum?.map(String);
  const preset = typeof words === 'string' ? words : '';
  if (!choices) return <textarea {...shared} rows={1} defaultValue={shown} placeholder={preset} />;
  return (
    <select {...shared} defaultValue={shown}>
      {[...new Set([...(isOptional ? [''] : []), shown, ...choices])].map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
};

export type Press = (event: MouseEvent) => void;

/** A button that acts `on` something; its accessible name includes that. */
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
  const isHere = (each: { file: string; field: string }) =>
    each.file === file && isWithin(each.field, id);
  const mistakes = draft.mistakes.filter(isHere);
  const mistake = mistakes.find(({ field }) => field === id);
  const texts = draft.findings.flatMap(({ sample = [] }) => sample.filter(isHere));
  const marked = texts.filter(({ field }) => field === id);
  // A text that the owner has changed in part can have a sentence of the sample.
  const [part] = typeof node === 'string' && marked[0]?.text !== node ? marked : [];
  const isOpen = entry ? Number(entry.range?.[0]) < 0 : node || !isOptional;
  const isFound = mistakes.length + texts.length > 0 || isWithin(location.hash.slice(1), id);
  const add = () => {
    const isGroup = Object(schema.items).type === 'object';
    put([...path, isSeq(node) ? node.items.length : 0], isGroup ? {} : '');
  };
  const drop: Press = ({ currentTarget }) => {
    currentTarget.closest('details')?.querySelector('summary')?.focus();
    put(path, undefined);
  };
  const about = (
    <div id={`${id}.hint`} className="hint">
      {hint && <div>{hint.replace(/^ yaml-language-server.*|[\n`]/g, '')}</div>}
      {marked.length === 1 && <div>From the sample{part && `: “${part.text}”`}</div>}
      {marked.length > 1 && (
        <details>
          <summary>From the sample: {marked.length} paragraphs</summary>
          {marked.map(({ line, text }) => (
            <p key={line}>{text}</p>
          ))}
        </details>
      )}
      {mistake && <p className="banner">{inForm(mistake.message)}</p>}
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
          {partsOf({ ...props, schema }).map((part) => (
            <Field key={part.entry?.range?.[0] ?? formatPath(part.path)} {...part} />
          ))}
          {isList && <Button name="Add" on={title} press={add} />}
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
      {(entry || (isOptional && isMap(node))) && <Button name="Remove" on={title} press={drop} />}
    </div>
  );
};
