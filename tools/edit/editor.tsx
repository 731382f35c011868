import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { changed, draft, file, fileNameOf, files, opened, save, yaml } from './draft.ts';
import { Field, hintOf, titleOf } from './form.tsx';

// Runs in the browser of `npm run edit` (decision 0027). The server checks what is saved.

const newPage = 'A new page …';

/** Such as `services`, or `words/en`. */
const nameOf = (path: string): string => path.replace(/^.*\/(?=words)|^.*\/|\.\w+$/g, '');

const open = (choice: string): void => {
  const address = choice === newPage && prompt('Address, such as speaking for /speaking');
  const name = choice === newPage ? `content/pages/${fileNameOf(String(address))}.md` : choice;
  if (address !== null) location.search = new URLSearchParams({ name }).toString();
};

const Editor = () => {
  const name = nameOf(file);
  const page = `${import.meta.env.VITE_SITE}/${file.startsWith('content/pages/') ? '' : '#'}${name}`;
  const { schema, words, text = null, yaml: head = null } = opened ?? {};
  const hint = hintOf(yaml.commentBefore);
  const { isSaving, changes, saved, before } = draft;
  const status = changes > saved ? 'Not saved yet.' : before && 'Saved.';
  return (
    <main>
      <div>
        <h1>Edit your site</h1>
        <label htmlFor="part">Part of the site</label>
        <select id="part" value={file} onChange={({ target }) => open(target.value)}>
          {[...new Set([file, ...files, newPage])].map((each) => (
            <option key={each} value={each}>
              {titleOf(nameOf(each))}
            </option>
          ))}
        </select>
        {schema && head !== null && (
          <Field {...{ schema, words, hint, title: titleOf(name), path: [] }} />
        )}
        {text !== null && (
          <>
            <label htmlFor="text">{head === null ? 'The whole file' : 'Text, in Markdown'}</label>
            <textarea
              id="text"
              defaultValue={text}
              onChange={({ target }) => changed(target.value)}
            />
          </>
        )}
        <div className="options bar">
          <div role="alert" className="hint">
            {draft.mistakes.map(({ file: place, message }) => (
              <p key={message} className="banner">
                {place === file ? message : `${place}: ${message}`}
              </p>
            ))}
          </div>
          <button type="button" onClick={() => void save()}>
            Save
          </button>
          <a href={page} target="_blank" rel="noreferrer">
            See the page
          </a>
          <span role="status">{isSaving ? 'Saving …' : status}</span>
        </div>
      </div>
      <iframe title="The site" src={page} tabIndex={-1} />
    </main>
  );
};

addEventListener('beforeunload', (event) => {
  if (draft.changes > draft.saved) event.preventDefault();
});
// The site focuses a section when it loads. An owner who has not clicked there goes on here.
addEventListener('focusout', ({ target }) =>
  setTimeout(() => {
    if (document.activeElement?.matches('iframe:not(:hover)')) (target as HTMLElement).focus();
  }),
);

const root = createRoot(document.body);
draft.show = () => flushSync(() => root.render(<Editor />));
draft.show();
