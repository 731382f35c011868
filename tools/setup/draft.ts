import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type Path, setItems, setOptional, setValue } from './typescript-source.ts';

/** Files as they will be; nothing is written before `write`. */
export interface Draft {
  set: (file: string, path: Path, value: unknown) => void;
  setItems: (file: string, path: Path, items: readonly unknown[]) => void;
  setOptional: (file: string, path: Path, value?: string) => void;
  edit: (file: string, change: (text: string) => string) => void;
  /** All of them, or none. @returns the files that have changed */
  write: () => string[];
}

const biome = 'node_modules/@biomejs/biome/bin/biome';

const format = (file: string, input: string): string | null => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [biome, 'format', '--vcs-enabled=false', `--stdin-file-path=${file}`],
    { input, encoding: 'utf8' },
  );
  return status === 0 ? stdout : null;
};

/** A file that was formatted stays so; any other keeps its owner's way. */
const formatAs = (file: string, before: string, after: string): string =>
  before !== after && file.endsWith('.ts') && format(file, before) === before
    ? (format(file, after) ?? after)
    : after;

/** Only the owner reads a new file: `.env` may hold secrets. */
const newFileMode = 0o600;

export const startDraft = (): Draft => {
  const before = new Map<string, string | null>();
  const after = new Map<string, string>();
  const write = (): string[] => {
    const changed = [...after].flatMap(([file, draft]) => {
      const old = before.get(file) ?? null;
      const text = formatAs(file, old ?? '', draft);
      if (text === (old ?? '')) return [];
      return [{ file, place: old === null ? file : realpathSync(file), old, text }];
    });
    const temporary = (place: string) => `${place}.setup-${process.pid}`;
    const replaced: typeof changed = [];
    // Ctrl-C waits until all is written.
    const wait = () => {};
    process.on('SIGINT', wait).on('SIGTERM', wait);
    try {
      for (const { place, text, old } of changed) {
        const mode = old === null ? newFileMode : statSync(place).mode;
        writeFileSync(temporary(place), text, { mode });
        chmodSync(temporary(place), mode);
      }
      for (const change of changed) {
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
      for (const { place } of changed) rmSync(temporary(place), { force: true, recursive: true });
      process.off('SIGINT', wait).off('SIGTERM', wait);
    }
    return changed.map(({ file }) => file);
  };
  const edit: Draft['edit'] = (file, change) => {
    if (!before.has(file)) before.set(file, existsSync(file) ? readFileSync(file, 'utf8') : null);
    after.set(file, change(after.get(file) ?? before.get(file) ?? ''));
  };
  return {
    edit,
    set: (file, path, value) => edit(file, (text) => setValue(file, text, path, value)),
    setItems: (file, path, items) => edit(file, (text) => setItems(file, text, path, items)),
    setOptional: (file, path, value) => edit(file, (text) => setOptional(file, text, path, value)),
    write,
  };
};
