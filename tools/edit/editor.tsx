// The whole package asks for a validator, which the server is here.
import Form from '@rjsf/core/lib/components/Form.js';
import {
  type ArrayFieldItemTemplateProps,
  englishStringTranslator,
  type IconButtonProps,
  TranslatableString,
  toErrorSchema,
  type WidgetProps,
} from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Mistake } from '#model/mistake.ts';
import type { Groups, Opened } from './files.ts';

// Runs in the browser of `npm run edit`. The server checks what is saved, by the rules of the model.

type Value = Record<string, unknown>;
interface Context {
  value: Value;
  pictures: Map<string, File>;
}

const validator = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
};

const labels: Partial<Record<TranslatableString, string>> = {
  [TranslatableString.OptionalObjectAdd]: 'Fill in',
  [TranslatableString.OptionalObjectRemove]: 'Remove',
};

/** What an entry is called by. */
const nameIn = (entry: unknown): string | undefined =>
  typeof entry === 'object'
    ? Object.entries(entry ?? {})
        .filter(([key]) => key !== 'id')
        .map(([, text]) => text)
        .find((text) => typeof text === 'string' && text !== '')
    : undefined;

const Entry = ({
  buttonsProps,
  children,
  hasToolbar,
  index,
  registry,
  schema,
}: ArrayFieldItemTemplateProps) => {
  const { ArrayFieldItemButtonsTemplate: Buttons } = registry.templates;
  const { value } = registry.formContext as Context;
  const entry = buttonsProps.fieldPathId.path.reduce<unknown>(
    (part, key) => (part as Value | undefined)?.[key],
    value,
  );
  const name = nameIn(entry) ?? `${schema.title} ${index + 1}`;
  const [isNew] = useState(nameIn(entry) === undefined);
  return (
    <fieldset className="entry" aria-label={hasToolbar ? name : undefined}>
      {schema.properties ? (
        <details open={isNew}>
          <summary>{name}</summary>
          {children}
        </details>
      ) : (
        children
      )}
      <div className="buttons">
        <Buttons {...buttonsProps} />
      </div>
    </fieldset>
  );
};

const AddButton = ({ id, onClick, uiSchema }: IconButtonProps) => (
  <button type="button" id={id} onClick={onClick} className="add">
    Add {String(uiSchema?.['ui:options']?.noun ?? 'entry')}
  </button>
);

/** A picture is sent when the form is saved. */
const Picture = ({ id, value, options, onChange, registry }: WidgetProps) => {
  const { pictures } = registry.formContext as Context;
  const file = pictures.get(value);
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const [, stem = '', ending = ''] = /^(.*)\.(\w+)$/.exec(chosen.name.toLowerCase()) ?? [];
    const plain = stem
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w-]+/g, '-');
    let name = `${plain}.${ending}`;
    for (let count = 2; (await fetch(`/pictures/${name}`)).ok; count++)
      name = `${plain}-${count}.${ending}`;
    pictures.set(name, chosen);
    onChange(name);
  };
  return (
    <>
      {value && <img src={file ? URL.createObjectURL(file) : `/pictures/${value}`} alt={value} />}
      <input
        type="file"
        id={id}
        accept={String(options.accept)}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
    </>
  );
};

const idOf = (field: string): string => `root_${field.replace(/[.[\]]+/g, '_').replace(/_$/, '')}`;

/** Shows a field that may be in closed entries. */
const show = (field: string): void => {
  const element = document.getElementById(idOf(field));
  for (
    let part = element?.closest('details');
    part;
    part = part.parentElement?.closest('details')
  ) {
    part.open = true;
  }
  element?.scrollIntoView({ block: 'center' });
  element?.focus();
};

const Editor = ({ site }: { site: string }) => {
  const [groups, setGroups] = useState<Groups>({});
  const [opened, setOpened] = useState<Opened>();
  const [value, setValue] = useState<Value>({});
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [status, setStatus] = useState('');
  const pictures = useRef(new Map<string, File>());
  const isChanged = JSON.stringify(value) !== JSON.stringify(opened?.value ?? {});

  const take = async (response: Response, done: string) => {
    const answer = await response.json();
    setMistakes(answer.mistakes ?? []);
    setStatus(response.ok ? done : '');
    if (!response.ok) return;
    setGroups(await (await fetch('/files')).json());
    setOpened(answer);
    setValue(answer.value);
    history.replaceState(null, '', `#${answer.file}`);
  };
  const open = async (file: string) => {
    if (isChanged && !confirm('Discard what you have changed here?')) return;
    pictures.current.clear();
    await take(await fetch(`/file?name=${encodeURIComponent(file)}`), '');
  };
  const save = async () => {
    setStatus('Saving …');
    const body = new FormData();
    const edit = JSON.stringify({ file: opened?.file, digest: opened?.digest, value });
    body.set('edit', edit);
    for (const [name, file] of pictures.current) {
      if (edit.includes(`"${name}"`)) body.append('picture', file, name);
    }
    await take(await fetch('/file', { method: 'PUT', body }), 'Saved.');
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void open(location.hash.slice(1) || 'content/hero.yaml'), []);
  useEffect(() => {
    const warn = (event: Event) => isChanged && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);

  const entries = Object.values(groups).flat();
  const place = entries.find(({ file }) => file === opened?.file)?.place ?? '/';
  const here = mistakes.filter(({ file }) => file === opened?.file);
  return (
    <>
      <main>
        <h1>Edit your site</h1>
        <label htmlFor="file">Part of the site</label>
        <select id="file" value={opened?.file} onChange={({ target }) => void open(target.value)}>
          {Object.entries(groups).map(([title, files]) => (
            <optgroup key={title} label={title}>
              {files.map(({ file, title }) => (
                <option key={file} value={file}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <p className="field-description">{opened?.intro}</p>
        {opened && (
          <Form
            key={opened.file}
            className="fields"
            schema={opened.schema}
            uiSchema={{
              ...opened.ui,
              'ui:label': false,
              'ui:globalOptions': { enableOptionalDataFieldForType: ['object'] },
            }}
            formData={value}
            formContext={{ value, pictures: pictures.current }}
            onChange={({ formData }) => setValue(formData)}
            onSubmit={() => void save()}
            validator={validator}
            noValidate
            noHtml5Validate
            showErrorList={false}
            extraErrors={toErrorSchema(
              here.map(({ field, message }) => ({
                property: `.${field}`,
                message,
                stack: message,
              })),
            )}
            templates={{ ArrayFieldItemTemplate: Entry, ButtonTemplates: { AddButton } }}
            widgets={{ picture: Picture }}
            translateString={(text, params) =>
              labels[text] ?? englishStringTranslator(text, params)
            }
            experimental_defaultFormStateBehavior={{
              emptyObjectFields: 'populateRequiredDefaults',
              arrayMinItems: { populate: 'never' },
              constAsDefaults: 'never',
            }}
          >
            <div className="bar">
              <div role="alert">
                {mistakes.length > 0 && <p>Nothing was saved:</p>}
                {mistakes.map(({ file, line, field, message }) => (
                  <p key={`${file} ${field} ${message}`}>
                    {file === opened.file ? '' : `${file}${line ? `:${line}` : ''}: `}
                    {message}{' '}
                    {document.getElementById(idOf(field)) && (
                      <button type="button" onClick={() => show(field)}>
                        Show
                      </button>
                    )}
                  </p>
                ))}
              </div>
              <button type="submit">Save</button>
              <button type="button" onClick={() => void open(opened.file)}>
                Discard changes
              </button>
              <a href={`${site}${place}`} target="_blank" rel="noreferrer">
                See the page
              </a>
              <span role="status">{status || (isChanged ? 'Not saved yet.' : '')}</span>
            </div>
          </Form>
        )}
      </main>
      {/* A new frame for another page: the old one may be about to reload. */}
      <iframe key={place.split('#')[0]} title="The site" src={`${site}${place}`} />
    </>
  );
};

const element = document.getElementById('editor');
if (element) createRoot(element).render(<Editor site={element.dataset.site ?? ''} />);
