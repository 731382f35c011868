import { isNode, visit, type YAMLSeq } from 'yaml';
import { slugOf } from '../setup/slug.ts';
import { type Path, readYamlFile, setIn } from '../setup/yaml-file.ts';
import type { Answer, Finding } from './files.ts';

// The open file. Changes are made to its YAML document, so that everything else stays the same.

export const file = new URLSearchParams(location.search).get('name') ?? '';

const ask = async (action: string, name = file, body: FormData | null = null) => {
  const address = `/file/${action}?${new URLSearchParams({ name })}`;
  const response = await fetch(address, { method: 'POST', body });
  return response.json();
};

export const { files, mistakes, opened }: Answer = await ask('open');
export const { document: yaml, write } = readYamlFile(opened?.yaml ?? '');
visit(yaml, { Alias: (_, alias) => yaml.createNode(alias.toJS(yaml)) });
const pictures = new Map<string, File>();
let isSaving = false;

/** The page's state: the numbers of changes, saved changes and requests to the doctor, and the doctor's findings. */
export const draft = {
  ...opened,
  mistakes,
  findings: [] as readonly Finding[],
  requests: 0,
  changes: 0,
  saved: 0,
  show: () => {},
};

/** Runs the doctor; first, 'confirm' confirms the sample's texts in a file, and 'remove' removes the file. */
export const examine = async (action = 'examine', name = ''): Promise<void> => {
  draft.requests++;
  draft.show();
  draft.findings = await ask(action, name).catch(() => draft.findings);
  draft.requests--;
  draft.show();
};

const changed = (): void => {
  draft.changes++;
  draft.show();
};

/** Sets a field of the file; undefined removes it. */
export const put = (path: Path, value: unknown): void => {
  setIn(yaml, path, value);
  const node = yaml.getIn(path, true);
  // A new node has a unique negative range, which identifies it.
  if (isNode(node)) node.range ??= [-1 - draft.changes, 0, 0];
  changed();
};

/** Moves an entry of a list. */
export const move = (path: Path, by: number): void => {
  const { items } = yaml.getIn(path.slice(0, -1)) as YAMLSeq;
  const from = Number(path.at(-1));
  if (items[from + by]) items.splice(from + by, 0, ...items.splice(from, 1));
  changed();
};

/** Keeps a picture until the file is saved, and returns its name there, such as `asa-at-work.jpg`. */
export const addPicture = (picture: File): string => {
  let name = slugOf(picture.name)
    .replace(/^\w+$/, 'picture-$&')
    .replace(/-(?=\w+$)/, '.');
  // Another picture with that name has not been saved yet.
  while (pictures.has(name)) name = name.replace(/\.(?=\w+$)/, '-2.');
  pictures.set(name, picture);
  return name;
};

/** Saves the file, and runs the doctor. @param action of the doctor; with one, only a changed file is saved */
export const save = async (action?: 'confirm'): Promise<void> => {
  const isUnchanged = draft.changes === draft.saved;
  if (isSaving || (action && isUnchanged)) return action && examine(action, file);
  const { before, changes } = draft;
  const written = write();
  const sent = [...pictures].filter(([name]) => written.includes(name));
  const body = new FormData();
  body.set('edit', JSON.stringify({ before, yaml: written }));
  for (const [name, picture] of sent) body.append('picture', picture, name);
  isSaving = true;
  const answer: Answer | null = await ask('save', file, body).catch(() => null);
  isSaving = false;
  const message =
    'The editor has stopped, or runs on another port now. Start npm run edit again, and save: this page still has your text.';
  draft.mistakes = answer?.mistakes ?? [{ file, field: file, message }];
  if (draft.mistakes.length === 0) {
    Object.assign(draft, answer?.opened, { saved: changes });
    for (const [name] of sent) pictures.delete(name);
  }
  draft.show();
  document.querySelector<HTMLElement>('[aria-invalid="true"], .wrong')?.focus();
  if (draft.mistakes.length === 0) await examine(action, file);
};
