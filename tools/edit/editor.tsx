import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { idOf } from '../setup/slug.ts';
import { draft, examine, file, files, opened, save, yaml } from './draft.ts';
import type { Finding } from './files.ts';
import { Button, Field, inForm, nameOf, type Press, titleOfFile } from './form.tsx';

// Runs in the browser of `npm run edit` (decision 0027). The server validates each save.

const newPage = 'A new page …';

const open = (choice: string): void => {
  const address = choice === newPage && prompt('Address, such as speaking for /speaking');
  const name = choice === newPage ? `content/pages/${idOf(String(address), 'page')}.md` : choice;
  if (address !== null) location.search = new URLSearchParams({ name }).toString();
};

/** Confirms the form's texts or a file, or removes a file; the next row takes the focus. */
const act =
  (action: 'confirm' | 'remove', name: string): Press =>
  async ({ currentTarget }) => {
    if (action === 'remove' && !confirm(`Remove ${name}?`)) return;
    const row = currentTarget.closest('li')?.nextElementSibling ?? document;
    row.querySelector<HTMLElement>('a, button, #part')?.focus();
    await (opened && action === 'confirm' ? save(action) : examine(action, name));
    if (!opened || action === 'confirm') return;
    // The form of a removed file closes; its changes are not kept.
    draft.saved = draft.changes;
    open('');
  };

/** Returns a sentence about what is left before the site can be published. */
const state = (): string => {
  if (draft.requests > 0) return 'Checking your site …';
  return draft.findings.some(({ severity }) => severity === 'error')
    ? `Before you publish: ${draft.findings.length} left. Replace the sample’s texts with your own, confirm those that are true of you, or remove them.`
    : 'The site can be published: check the host in Address and mail, stop the editor with Ctrl-C, and type npm run publish.';
};

/** A finding. The sample's texts are confirmed in the form that shows them. */
const Row = ({ file: name, field, message, fix, sample, canRemove }: Finding) => {
  const hasForm = files.includes(name);
  const title = hasForm ? titleOfFile(name) : name;
  const place = `?${new URLSearchParams({ name })}#${field || sample?.[0]?.field}`;
  const canConfirm = sample && (opened || !hasForm);
  return (
    <li>
      {hasForm ? <a href={place}>{title}</a> : title}
      {`: ${inForm(message)} ${fix} `}
      {canConfirm && <Button name="True of me" on={title} press={act('confirm', name)} />}
      {canRemove && !opened && <Button name="Remove" on={title} press={act('remove', name)} />}
    </li>
  );
};

const Editor = () => {
  const place = file.startsWith('content/pages/') ? nameOf(file) : `#${nameOf(file)}`;
  const { changes, saved } = draft;
  return (
    <main>
      <div>
        <h1>Edit your site</h1>
        <label htmlFor="part">Part of the site</label>
        <select id="part" value={file} onChange={({ target }) => open(target.value)}>
          {[...new Set(['', ...files, file, newPage])].map((each) => (
            <option key={each} value={each}>
              {titleOfFile(each)}
            </option>
          ))}
        </select>
        <section aria-label="Before you publish">
          <p aria-live="polite">{state()}</p>
          {file && <a href="?">{titleOfFile('')}</a>}{' '}
          {draft.canRemove && (
            <Button name="Remove this part" on={titleOfFile(file)} press={act('remove', file)} />
          )}
          <ul>
            {draft.findings
              .filter((finding) => !opened || finding.file === file)
              .map((finding) => (
                <Row key={finding.file + finding.message} {...finding} />
              ))}
          </ul>
        </section>
        {opened && (
          <Field {...opened} hint={yaml.commentBefore ?? ''} title={titleOfFile(file)} path={[]} />
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
          <span role="status">{changes > saved ? 'Not saved yet.' : saved > 0 && 'Saved.'}</span>
        </div>
      </div>
      <iframe title="The site" src={`${import.meta.env.VITE_SITE}/${place}`} tabIndex={-1} />
    </main>
  );
};

addEventListener('beforeunload', (event) => {
  if (draft.changes > draft.saved) event.preventDefault();
});
// The site focuses a section when it loads. Owners who have not clicked there keep the focus here.
addEventListener('focusout', ({ target }) =>
  setTimeout(() => {
    if (document.activeElement?.matches('iframe:not(:hover)')) (target as HTMLElement).focus();
  }),
);

const root = createRoot(document.body);
draft.show = () => flushSync(() => root.render(<Editor />));
const goToField = () => {
  draft.show();
  document.getElementById(location.hash.slice(1))?.focus();
};
addEventListener('hashchange', goToField);
goToField();
void examine();
