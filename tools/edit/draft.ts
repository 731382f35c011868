import { isCollection, isScalar, visit, type YAMLSeq } from 'yaml';
import { readYamlFile } from '../setup/yaml-file.ts';
import type { Answer, Finding } from './files.ts';

// The file that is open. Changes are made to its YAML document, so that all the rest stays as it is.

export type Path = readonly (string | number)[];

export const file = new URLSearchParams(location.search).get('name') ?? '';

const ask = (init?: RequestInit, place: object = { name: file }) =>
  fetch(`/file?${new URLSearchParams({ ...place })}`, init).then((response) => response.json());

export const { files, mistakes, opened }: Answer = await ask();
export const { document: yaml, write } = readYamlFile(opened?.yaml ?? '');
visit(yaml, { Alias: (_, alias) => yaml.createNode(alias.toJS(yaml)) });
const pictures = new Map<string, File>();

/** The state of the page; `changes` and `saved` count, and `findings` are the doctor's, once they are there. */
export const draft = {
  ...opened,
  mistakes,
  findings: null as readonly Finding[] | null,
  changes: 0,
  saved: 0,
  isSaving: false,
  show: () => {},
};

/** Asks the doctor, after POST has confirmed what is the sample's in a file or field, or DELETE removed a file. */
export const examine = async (method = 'POST', place = {}): Promise<void> => {
  draft.findings = await ask({ method }, place).catch(() => draft.findings);
  draft.show();
};

export const changed = (text = draft.text): void => {
  Object.assign(draft, { text });
  draft.changes++;
  draft.show();
};

/** Sets a value, also in a group or list that is not there yet; undefined removes it. */
export const put = (path: Path, value: unknown): void => {
  const parent = path.slice(0, -1);
  const around = yaml.getIn(parent);
  if (isCollection(around)) around.flow &&= around.items.length > 0;
  else if (path.length > 0) put(parent, typeof path.at(-1) === 'number' ? [] : {});
  const node = yaml.getIn(path, true);
  // A new node has a unique negative range, which identifies it.
  const made = Object.assign(yaml.createNode(value), { range: [-1 - draft.changes, 0, 0] });
  if (value === undefined) yaml.deleteIn(path);
  else if (isScalar(node) && isScalar(made)) Object.assign(node, { value, source: undefined });
  else yaml.setIn(path, made);
  changed();
};

/** Moves an entry of a list. */
export const move = (path: Path, by: number): void => {
  const { items } = yaml.getIn(path.slice(0, -1)) as YAMLSeq;
  const from = Number(path.at(-1));
  if (items[from + by]) items.splice(from + by, 0, ...items.splice(from, 1));
  changed();
};

/** Such as `asa-at-work.jpg` for `Åsa at work.jpg`. */
export const fileNameOf = (words: string): string => {
  const plain = words.trim().toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/[^\w.]+|\.(?=.*\.)/g, '-');
};

/** Keeps a picture until the file is saved, and returns its name there. */
export const addPicture = (picture: File): string => {
  let name = fileNameOf(picture.name);
  // Another picture of that name is still to be saved.
  while (pictures.has(name)) name = name.replace(/\.(?=\w+$)/, '-2.');
  pictures.set(name, picture);
  return name;
};

/** Sends the file to the server. */
export const save = async (confirmed = {}): Promise<void> => {
  if (draft.isSaving) return;
  const { text, before, changes } = draft;
  const written = write();
  const sent = [...pictures].filter(([name]) => written.includes(name));
  const body = new FormData();
  body.set('edit', JSON.stringify({ text, before, yaml: written }));
  for (const [name, picture] of sent) body.append('picture', picture, name);
  draft.isSaving = true;
  draft.show();
  const answer: Answer | null = await ask({ method: 'PUT', body }).catch(() => null);
  draft.isSaving = false;
  const message =
    'The editor was stopped, or runs at another port now. Start npm run edit again, and save: this page still has your text.';
  draft.mistakes = answer?.mistakes ?? [{ file, field: file, message }];
  if (draft.mistakes.length === 0) {
    Object.assign(draft, { before: answer?.opened?.before, saved: changes });
    for (const [name] of sent) pictures.delete(name);
  }
  draft.show();
  document.querySelector<HTMLElement>('[aria-invalid="true"], .wrong')?.focus();
  if (draft.mistakes.length === 0) await examine('POST', confirmed);
};
