import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadContent } from '#model/content.ts';
import { frozenFolder } from '#model/freeze.ts';
import type { Mistake } from '#model/mistake.ts';
import { findPictureMistakes } from '#model/pictures.ts';

/** Returns the text of a file; empty if there is none. */
export const readText = (root: string, file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';

/** Files by path in the project. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/** Writes each file in one step, since the site reads a file as soon as it is there. */
export const writeFiles = (root: string, files: Files): void => {
  const made = join(root, frozenFolder, 'edited');
  for (const [file, data] of files) {
    for (const path of [made, join(root, file)]) mkdirSync(dirname(path), { recursive: true });
    // It may hold a password.
    writeFileSync(made, data, { mode: file === '.env' ? 0o600 : 0o666 });
    renameSync(made, join(root, file));
  }
};

/** Returns the mistakes that `content/` would have with these files. */
export const findMistakesWith = async (root: string, files: Files): Promise<readonly Mistake[]> => {
  using copy = mkdtempDisposableSync(join(tmpdir(), 'content-'));
  cpSync(join(root, 'content'), join(copy.path, 'content'), { recursive: true });
  writeFiles(copy.path, files);
  const { content, mistakes } = loadContent(copy.path);
  return content ? await findPictureMistakes(content, copy.path) : mistakes;
};
