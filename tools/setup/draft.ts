import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isSeq, type YAMLSeq } from 'yaml';
import { loadContent } from '#model/content.ts';
import { readYamlFile } from './yaml-file.ts';

/** Of fields and places in lists, such as `['items', 1, 'title']`. */
export type Path = readonly (string | number)[];

/** Files as they will be; nothing is written before `write`. */
export interface Draft {
  /** Undefined where there is nothing. */
  get: (file: string, path: Path) => unknown;
  /** Undefined takes the field out. An empty path is the whole file. */
  set: (file: string, path: Path, value: unknown) => void;
  /** Lists entries anew: places of those that stay, as they are, and new values. */
  setItems: (file: string, path: Path, items: readonly unknown[]) => void;
  /** Empty where there is no file. */
  read: (file: string) => string;
  edit: (file: string, change: (text: string) => string) => void;
  /** Reads the content as it will be, as the build does. */
  load: () => ReturnType<typeof loadContent>;
  /** Writes all files, or none. Returns those that have changed. */
  write: () => string[];
}

/** Only the owner reads a new file: `.env` may hold secrets. */
const newFileMode = 0o600;

interface Change {
  place: string;
  /** Null for a new file. */
  old: string | null;
  text: string;
}

/** @throws Error of the file system, after which every file is as it was */
const replaceFiles = (changes: readonly Change[]): void => {
  const temporary = (place: string) => `${place}.setup-${process.pid}`;
  const replaced: Change[] = [];
  // Ctrl-C waits until all is written.
  const wait = () => {};
  process.on('SIGINT', wait).on('SIGTERM', wait);
  try {
    for (const { place, text, old } of changes) {
      const mode = old === null ? newFileMode : statSync(place).mode;
      writeFileSync(temporary(place), text, { mode });
      chmodSync(temporary(place), mode);
    }
    for (const change of changes) {
      renameSync(temporary(change.place), change.place);
      replaced.push(change);
    }
  } catch (cause) {
    for (const { place, old } of replaced) {
      if (old === null) rmSync(place);
      else writeFileSync(place, old);
    }
    throw cause;
  } finally {
    for (const { place } of changes) rmSync(temporary(place), { force: true, recursive: true });
    process.off('SIGINT', wait).off('SIGTERM', wait);
  }
};

/** Deletes a field; the comment before it stays, for the day the field comes back. */
const deleteField = (document: Document.Parsed, path: Path): void => {
  const group = document.getIn(path.slice(0, -1));
  if (!isMap(group)) return;
  const index = group.items.findIndex(({ key }) => String(key) === path.at(-1));
  const comment = isNode(group.items[index]?.key) && group.items[index].key.commentBefore;
  const next = group.items[index + 1]?.key;
  if (comment) {
    if (isNode(next)) next.commentBefore = [comment, next.commentBefore].filter(Boolean).join('\n');
    else group.comment = [comment, group.comment].filter(Boolean).join('\n');
  }
  group.items.splice(index, 1);
};

/** @param root folder of the project */
export const startDraft = (root = '.'): Draft => {
  const before = new Map<string, string | null>();
  const after = new Map<string, string>();
  const documents = new Map<string, ReturnType<typeof readYamlFile>>();
  const read = (file: string): string => {
    const path = join(root, file);
    if (!before.has(file)) before.set(file, existsSync(path) ? readFileSync(path, 'utf8') : null);
    return after.get(file) ?? before.get(file) ?? '';
  };
  const dirty = new Set<string>();
  const open = (file: string) => {
    const opened = documents.get(file) ?? readYamlFile(read(file));
    documents.set(file, opened);
    return opened;
  };
  const get: Draft['get'] = (file, path) => {
    const { document } = open(file);
    return document.getIn(path) === undefined
      ? undefined
      : path.reduce((value: unknown, key) => Reflect.get(Object(value), key), document.toJS());
  };
  const findChanges = () =>
    [
      ...[...after].map(([file, text]) => ({ file, text })),
      ...[...documents]
        .filter(([file]) => dirty.has(file))
        .map(([file, { write }]) => ({ file, text: write() })),
    ].filter(({ file, text }) => text !== (before.get(file) ?? ''));
  const change = (file: string) => {
    dirty.add(file);
    return open(file).document;
  };
  return {
    get,
    set: (file, path, value) => {
      if (isDeepStrictEqual(get(file, path), value)) return;
      const document = change(file);
      if (value === undefined) deleteField(document, path);
      else if (path.length === 0) {
        const old = document.contents;
        const first = isMap(old) ? old.items[0]?.key : old;
        const node = document.createNode(value);
        // The head of the file, which ends with an empty line.
        const [head] = (isNode(first) ? first.commentBefore : null)?.split('\n\n') ?? [];
        node.commentBefore = head ?? null;
        document.contents = node as never;
      } else if (Array.isArray(value) && isSeq(document.getIn(path))) {
        const list = document.getIn(path) as YAMLSeq;
        const [nodes, old] = [list.items, list.toJS(document) as unknown[]];
        // Entries that stay keep their comments.
        list.items = value.map((each) => {
          const index = old.findIndex((other) => isDeepStrictEqual(other, each));
          return index < 0 ? document.createNode(each) : nodes[index];
        });
        if (nodes.length === 0) list.flow = false;
      } else if (typeof value === 'object') document.setIn(path, document.createNode(value));
      else document.setIn(path, value);
    },
    setItems: (file, path, items) => {
      const document = change(file);
      const present = document.getIn(path);
      const list = (isSeq(present) ? present : document.createNode([])) as YAMLSeq;
      const nodes = list.items;
      list.items = items.map((item) =>
        typeof item === 'number' ? nodes[item] : document.createNode(item),
      );
      // An empty list is written as [].
      if (nodes.length === 0) list.flow = false;
      document.setIn(path, list);
    },
    read,
    edit: (file, edit) => after.set(file, edit(read(file))),
    load: () => {
      const copy = mkdtempSync(join(tmpdir(), 'setup-'));
      try {
        cpSync(join(root, 'content'), join(copy, 'content'), {
          recursive: true,
          filter: (name) => !/[\\/]content[\\/]pictures$/.test(name),
        });
        for (const { file, text } of findChanges()) {
          if (file.startsWith('content/')) writeFileSync(join(copy, file), text);
        }
        return loadContent(copy);
      } finally {
        rmSync(copy, { recursive: true });
      }
    },
    write: () => {
      const changes = findChanges();
      replaceFiles(
        changes.map(({ file, text }) => {
          const old = before.get(file) ?? null;
          const path = join(root, file);
          return { place: old === null ? path : realpathSync(path), old, text };
        }),
      );
      return changes.map(({ file }) => file);
    },
  };
};
