import { useEffect, useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { visit } from 'yaml';
import type { Mistake } from '#model/mistake.ts';
import { allSections, isOneOf } from '#model/vocabulary.ts';
import { readYamlFile } from '../setup/yaml-file.ts';
import type { Opened } from './files.ts';
import { Field, prune, titleOf } from './form.tsx';

// Runs in the browser of `npm run edit` (decision 0027). The server checks what is saved.

interface Answer {
  files: readonly string[];
  mistakes: readonly Mistake[];
  opened?: Opened;
}

const site = String(import.meta.env.VITE_SITE);
const file = new URLSearchParams(location.search).get('name') ?? 'content/hero.yaml';

const ask = (init?: RequestInit): Promise<Answer> =>
  fetch(`/file?name=${encodeURIComponent(file)}`, init).then((response) => response.json());

const { files, mistakes: found, opened } = await ask();
let { digest = '', text = null } = opened ?? {};
const { document: yaml, write } = readYamlFile(opened?.yaml ?? '');
visit(yaml, { Alias: (_, alias) => yaml.createNode(alias.toJS(yaml)) });
const pictures = new Map<string, File>();

const saving = 'Saving …';
const newPage = 'A new page …';
const noAnswer = {
  file,
  field: file,
  message:
    'The editor was stopped, or started again at another port. Start npm run edit again, and save: this page still has your text.',
};

/** Such as `services`, or `words/en`. */
const nameOf = (path: string): string => path.replace(/^.*\/(?=words)|^.*\/|\.\w+$/g, '');

const open = (choice: string): void => {
  const address = choice === newPage && prompt('Address, such as speaking for /speaking');
  const name = choice === newPage ? `content/pages/${address}.md` : choice;
  if (address !== null) location.search = new URLSearchParams({ name }).toString();
};

const Editor = () => {
  const [changes, change] = useReducer((count: number) => count + 1, 0);
  const [saved, setSaved] = useState(0);
  const [mistakes, setMistakes] = useState(found);
  const [status, setStatus] = useState('');
  const isChanged = changes !== saved;

  const save = async () => {
    if (status === saving) return;
    setStatus(saving);
    prune(yaml.contents);
    const edit = JSON.stringify({ file, digest, yaml: opened?.yaml && write(), text });
    const sent = [...pictures].filter(([name]) => edit.includes(name));
    const body = new FormData();
    body.set('edit', edit);
    for (const [name, picture] of sent) body.append('picture', picture, name);
    const answer = await ask({ method: 'PUT', body }).catch(() => null);
    setMistakes(answer?.mistakes ?? [noAnswer]);
    setStatus(answer?.opened ? 'Saved.' : 'Nothing was saved.');
    if (!answer?.opened) return;
    digest = answer.opened.digest;
    for (const [name] of sent) pictures.delete(name);
    setSaved(changes);
  };

  useEffect(() => {
    const warn = (event: Event) => isChanged && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there are others
  useEffect(() => {
    for (const entry of document.querySelectorAll('details:has(.mistake)')) {
      (entry as HTMLDetailsElement).open = true;
    }
    document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [mistakes]);

  const name = nameOf(file);
  const path = file.endsWith('.md') ? `/${name}` : '/';
  const page = `${site}${isOneOf(allSections, name) ? `/#${name}` : path}`;
  return (
    <>
      <main>
        <h1>Edit your site</h1>
        <label htmlFor="part">Part of the site</label>
        <select id="part" value={file} onChange={({ target }) => open(target.value)}>
          {[...new Set([file, ...files, newPage])].map((each) => (
            <option key={each} value={each}>
              {titleOf(nameOf(each))}
            </option>
          ))}
        </select>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {opened && opened.yaml !== null && (
            <Field
              form={{ document: yaml, file, mistakes, pictures, change }}
              title={titleOf(name)}
              schema={opened.schema}
              path={[]}
              hint={opened.intro}
              words={opened.words}
            />
          )}
          {opened && text !== null && (
            <>
              <label htmlFor="text">
                {opened.yaml === null ? 'The whole file' : 'Text, in Markdown'}
              </label>
              <textarea
                id="text"
                defaultValue={text}
                onChange={({ target }) => {
                  text = target.value;
                  change();
                }}
              />
            </>
          )}
          <div className="bar">
            <div role="alert">
              {mistakes.map((mistake) => (
                <p key={mistake.message} className="mistake">
                  {mistake.file !== file && `${mistake.file}: `}
                  {mistake.message}
                </p>
              ))}
            </div>
            <button type="submit">Save</button>
            <a href={page} target="_blank" rel="noreferrer">
              See the page
            </a>
            <span role="status">{isChanged && status !== saving ? 'Not saved yet.' : status}</span>
          </div>
        </form>
      </main>
      {/* Tab does not lead there. */}
      <iframe title="The site" src={page} tabIndex={-1} />
    </>
  );
};

// The site focuses a section when it loads. An owner who has not clicked there goes on here.
addEventListener('focusout', ({ target }) =>
  setTimeout(() => {
    const isSent = document.activeElement?.matches('iframe:not(:hover)');
    if (isSent && target instanceof HTMLElement) target.focus();
  }),
);

const element = document.getElementById('editor');
if (element) createRoot(element).render(<Editor />);
