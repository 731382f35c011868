import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { changed, draft, examine, file, fileNameOf, files, opened, save, yaml } from './draft.ts';
import type { Findings } from './files.ts';
import { Button, Field, hintOf, inForm, nameOf, ownFindings, titleOf } from './form.tsx';

// Runs in the browser of `npm run edit` (decision 0027). The server checks what is saved.

const newPage = 'A new page …';

const open = (choice: string): void => {
  const address = choice === newPage && prompt('Address, such as speaking for /speaking');
  const name = choice === newPage ? `content/pages/${fileNameOf(String(address))}.md` : choice;
  if (address !== null) location.search = new URLSearchParams({ name }).toString();
};

const addressOf = (name: string, field = ''): string =>
  `?${new URLSearchParams({ name })}#${field}`;

/** Such as `Items 2 Title` for `items[1].title`. */
const labelOf = (field: string): string => {
  const steps = field.match(/[^.[\]]+/g) ?? [];
  return steps.map((step) => (/^\d/.test(step) ? Number(step) + 1 : titleOf(step))).join(' ');
};

const List = ({ findings }: { findings: Findings }) => (
  <ul>
    {findings.map(({ file: place, field, message, fix, sample, canRemove }) => {
      const name = place === 'environment' ? '.env' : place;
      const title = files.includes(name) ? titleOf(nameOf(name)) : name;
      const remove = () => {
        if (confirm(`Remove ${title}?`)) void examine('DELETE', { name });
      };
      return (
        <li key={place + message}>
          {files.includes(name) ? <a href={addressOf(name, field)}>{title}</a> : title}
          {`: ${inForm(`${message} ${fix}`)} `}
          {sample?.[0]?.line && (
            <details>
              <summary>{`Show what is the sample’s in ${title}`}</summary>
              <ul>
                {sample.map((text) => (
                  <li key={`${text.field} ${text.line}`}>
                    <a href={addressOf(name, text.field)}>{labelOf(text.field)}</a> {text.text}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {sample && (
            <Button name="True of me" on={title} press={() => void examine('POST', { name })} />
          )}
          {canRemove && <Button name="Remove" on={title} press={remove} />}
        </li>
      );
    })}
  </ul>
);

/** What the doctor finds, in the file that is open or everywhere. */
const Checklist = () => {
  const { findings } = draft;
  const shown = opened ? ownFindings() : (findings ?? []);
  const errors = findings?.filter(({ severity }) => severity === 'error').length;
  const state = errors
    ? `Before you publish: ${errors} left.`
    : 'Nothing stands in the way of publishing. Write in a terminal: npm run publish';
  return (
    <section aria-label="Before you publish">
      <p aria-live="polite">
        {findings === null ? 'Looking at your site …' : state}{' '}
        {opened && <a href="/">What is left</a>}
      </p>
      {!opened && (
        <p>
          Replace what is the sample’s, confirm what is true of you as well, and remove the rest.
        </p>
      )}
      <List findings={shown} />
    </section>
  );
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
          {[...new Set(['', file, ...files, newPage])].map((each) => (
            <option key={each} value={each}>
              {titleOf(nameOf(each)) || 'What is left'}
            </option>
          ))}
        </select>
        <Checklist />
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
                {inForm(place === file ? message : `${place}: ${message}`)}
              </p>
            ))}
          </div>
          {opened && (
            <button type="button" onClick={() => void save()}>
              Save
            </button>
          )}
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

/** Goes to the field in the address. */
const goToField = () => {
  const field = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let each = field?.closest('details'); each; each = each.parentElement?.closest('details')) {
    each.open = true;
  }
  field?.focus();
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
goToField();
addEventListener('hashchange', goToField);
void examine();
