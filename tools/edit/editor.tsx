// The whole package asks for a validator, which the server is here.
import Form from '@rjsf/core/lib/components/Form.js';
import * as rjsf from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Mistake } from '#model/mistake.ts';
import { titleOf } from './fields.ts';
import type { Opened } from './files.ts';

// Runs in the browser of `npm run edit` (decision 0027). The server checks what is saved.

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

const saving = 'Saving …';

const { OptionalObjectAdd, OptionalObjectRemove } = rjsf.TranslatableString;
const labels: Partial<Record<rjsf.TranslatableString, string>> = {
  [OptionalObjectAdd]: 'Fill in',
  [OptionalObjectRemove]: 'Remove',
};

const nameIn = (entry: unknown): string | undefined =>
  Object.entries(typeof entry === 'object' ? (entry ?? {}) : {})
    .flatMap(([key, text]) => (key !== 'id' && typeof text === 'string' ? text : []))
    .find(Boolean);

/** An entry of a list; one with fields is closed at first. */
const Entry = (props: rjsf.ArrayFieldItemTemplateProps) => {
  const { buttonsProps, children, hasToolbar, index, registry, schema } = props;
  const { ArrayFieldItemButtonsTemplate: Buttons } = registry.templates;
  let entry: unknown = (registry.formContext as Context).value;
  for (const key of buttonsProps.fieldPathId.path) entry = (entry as Value | undefined)?.[key];
  const name = nameIn(entry) ?? `${schema.title} ${index + 1}`;
  const [isNew] = useState(nameIn(entry) === undefined);
  const buttons = useRef<HTMLDivElement>(null);
  const pressed = useRef<string>(null);
  const press = (target: EventTarget) => {
    pressed.current = (target as Element).closest('button')?.title ?? null;
    if (pressed.current !== 'Remove') return;
    const list = buttons.current?.closest('.array-item-list')?.parentElement;
    list?.querySelector<HTMLElement>(':scope > button')?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button that moves loses the focus
  useEffect(() => {
    const same = `[title="${pressed.current}"]:enabled`;
    const find = (selector: string) => buttons.current?.querySelector<HTMLElement>(selector);
    if (pressed.current) (find(same) ?? find('button:enabled'))?.focus();
    pressed.current = null;
  }, [index]);
  const fields = (
    <details open={isNew}>
      <summary>{name}</summary>
      {children}
    </details>
  );
  return (
    <fieldset className="entry" aria-label={hasToolbar ? name : undefined}>
      {schema.properties ? fields : children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: its buttons are pressed */}
      <div className="buttons" ref={buttons} onClick={({ target }) => press(target)}>
        <Buttons {...buttonsProps} />
      </div>
    </fieldset>
  );
};

const AddButton = ({ id, onClick, uiSchema }: rjsf.IconButtonProps) => (
  <button type="button" id={id} onClick={onClick}>
    Add {String(uiSchema?.['ui:options']?.noun ?? 'entry')}
  </button>
);

/** A picture is sent when the form is saved. */
const Picture = ({ id, value, options, onChange, registry }: rjsf.WidgetProps) => {
  const choose = (file: File | undefined) => {
    if (!file) return;
    const plain = file.name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
    const name = plain.replace(/[^\w.]+|\.(?=.*\.)/g, '-');
    (registry.formContext as Context).pictures.set(name, file);
    onChange(name);
  };
  const accept = String(options.accept);
  return (
    <>
      <input
        type="file"
        id={id}
        accept={accept}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      {value}
    </>
  );
};

const Editor = ({ site }: { site: string }) => {
  const [groups, setGroups] = useState<Record<string, string[]>>({});
  const [opened, setOpened] = useState<Opened>();
  const [value, setValue] = useState<Value>({});
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [status, setStatus] = useState('');
  const pictures = useRef(new Map<string, File>());
  const isSaving = status === saving;
  const isChanged = JSON.stringify(value) !== JSON.stringify(opened?.value ?? {});

  const take = async (response: Response, done: string) => {
    const answer = await response.json();
    if (response.ok) {
      setGroups(await (await fetch('/files')).json());
      setOpened(answer);
      setValue(answer.value);
      pictures.current.clear();
      history.replaceState(null, '', `#${answer.file}`);
    }
    setMistakes(answer.mistakes ?? []);
    setStatus(response.ok ? done : '');
  };
  const open = async (file: string) => {
    if (isChanged && !confirm('Discard what you have changed here?')) return;
    await take(await fetch(`/file?name=${encodeURIComponent(file)}`), '');
  };
  const save = async () => {
    setStatus(saving);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there are others
  useEffect(() => {
    for (const entry of document.querySelectorAll('details:has(.has-error)')) {
      (entry as HTMLDetailsElement).open = true;
    }
    document.querySelector<HTMLElement>('.has-error .form-control')?.focus();
  }, [mistakes]);

  const name = /([^/]*)\.\w+$/.exec(opened?.file ?? '')?.[1] ?? '';
  const path = opened?.file.endsWith('.md') ? `/${name}` : '/';
  const page = groups.Sections?.includes(opened?.file ?? '') ? `/#${name}` : path;
  const errors = mistakes.map(({ field, message }) => ({
    property: `.${field}`,
    message,
    stack: '',
  }));
  return (
    <>
      <main>
        <h1>Edit your site</h1>
        <label htmlFor="file">Part of the site</label>
        <select id="file" value={opened?.file} onChange={({ target }) => void open(target.value)}>
          {Object.entries(groups).map(([title, files]) => (
            <optgroup key={title} label={title}>
              {files.map((file) => (
                <option key={file} value={file}>
                  {titleOf(file.replace(/^.*\/(?=words)|^.*\/|\.\w+$/g, '')) || 'A new page'}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <p className="field-description">{opened?.intro}</p>
        {opened && (
          <Form
            key={opened.file}
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
            extraErrors={rjsf.toErrorSchema(errors)}
            templates={{ ArrayFieldItemTemplate: Entry, ButtonTemplates: { AddButton } }}
            widgets={{ picture: Picture }}
            translateString={(text, params) =>
              labels[text] ?? rjsf.englishStringTranslator(text, params)
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
                {mistakes.map(({ file, line, message }) => (
                  <p key={message}>
                    {file === opened.file || !line ? message : `${file}:${line}: ${message}`}
                  </p>
                ))}
              </div>
              <button type="submit">Save</button>
              <button type="button" onClick={() => void open(opened.file)}>
                Discard changes
              </button>
              <a href={`${site}${page}`} target="_blank" rel="noreferrer">
                See the page
              </a>
              <span role="status">{isChanged && !isSaving ? 'Not saved yet.' : status}</span>
            </div>
          </Form>
        )}
      </main>
      {/* A new frame for another page: the old one may be about to reload. */}
      <iframe key={path} title="The site" src={`${site}${page}`} />
    </>
  );
};

// The site focuses a section when it loads. Who has neither clicked there nor pressed Tab goes on here.
let focused: HTMLElement | null = null;
let isTab = false;
addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.tagName !== 'IFRAME') focused = target;
});
addEventListener('keydown', ({ key }) => {
  isTab = key === 'Tab';
});
addEventListener('blur', () =>
  setTimeout(() => {
    if (document.activeElement?.matches('iframe:not(:hover)') && !isTab) focused?.focus();
  }),
);

const element = document.getElementById('editor');
if (element) createRoot(element).render(<Editor site={element.dataset.site ?? ''} />);
