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

/**
 * Replaces each file in one step, since the site reads a file as soon as it is there, and none before all are
 * on the disk.
 */
export const writeFiles = (root: string, files: Files): void => {
  const replacements = [...files].map(([file, data], index) => {
    const paths = [join(root, frozenFolder, `edited-${index}`), join(root, file)] as const;
    for (const path of paths) mkdirSync(dirname(path), { recursive: true });
    // It may hold a password.
    writeFileSync(paths[0], data, { mode: file === '.env' ? 0o600 : 0o666 });
    return paths;
  });
  for (const paths of replacements) renameSync(...paths);
};

/** Returns the mistakes that `content/` would have with these files. */
export const findMistakesWith = async (root: string, files: Files): Promise<readonly Mistake[]> => {
  using copy = mkdtempDisposableSync(join(tmpdir(), 'content-'));
  cpSync(join(root, 'content'), join(copy.path, 'content'), { recursive: true });
  writeFiles(copy.path, files);
  const { content, mistakes } = loadContent(copy.path);
  return content ? await findPictureMistakes(content, copy.path) : mistakes;
};
