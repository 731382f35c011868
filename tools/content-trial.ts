import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findServerMistakes } from '#hosting/machine/config.ts';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { loadContent } from '#model/content.ts';
import { frozenFolder } from '#model/freeze.ts';
import type { Mistake } from '#model/mistake.ts';
import { findPictureMistakes } from '#model/pictures.ts';
import { CommandError } from './options.ts';

/** Returns the text of a file, without byte order mark and carriage returns; empty if there is none. */
export const readText = (root: string, file: string): string => {
  const path = join(root, file);
  const text = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '';
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
};

/** Returns the time of the last change of a file; 0 if there is none. */
export const changeOf = (root: string, file: string): number =>
  fs.statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Files by path in the project. */
type Files = ReadonlyMap<string, string | Uint8Array>;

/**
 * Writes all of the files, or none. Each is replaced in one step, since the site reads a file as soon as it is
 * there. The lines of a text end as they did.
 * @param before when those that were there changed last; without it, they are replaced whatever they are now
 * @throws CommandError when one was made or changed since
 */
export const writeFiles = (root: string, files: Files, before?: Record<string, number>): void => {
  for (const file of before ? files.keys() : []) {
    if (changeOf(root, file) === (before?.[file] ?? 0)) continue;
    const isNew = before?.[file] === undefined;
    const what = isNew ? 'is there already: rename it' : 'was changed elsewhere: start again';
    throw new CommandError(`Nothing was written. ${file} ${what}.`);
  }
  const replacements = [...files].map(([file, data], index) => {
    const paths = [join(root, frozenFolder, `edited-${index}`), join(root, file)] as const;
    for (const path of paths) fs.mkdirSync(dirname(path), { recursive: true });
    const old = fs.existsSync(paths[1]) ? fs.readFileSync(paths[1], 'utf8') : '';
    const lineEnd = old.includes('\r\n') ? '\r\n' : '\n';
    const written = typeof data === 'string' ? data.replaceAll('\n', lineEnd) : data;
    // It may hold a password.
    fs.writeFileSync(paths[0], written, { mode: file === '.env' ? 0o600 : 0o666 });
    return paths;
  });
  for (const paths of replacements) fs.renameSync(...paths);
};

/** Returns the mistakes that `content/` would have with these files, and those in a new `.env`. */
export const findMistakesWith = async (root: string, files: Files): Promise<readonly Mistake[]> => {
  using copy = fs.mkdtempDisposableSync(join(tmpdir(), 'content-'));
  fs.cpSync(join(root, 'content'), join(copy.path, 'content'), { recursive: true });
  writeFiles(copy.path, files);
  const { content, mistakes } = loadContent(copy.path);
  const inContent = content ? await findPictureMistakes(content, copy.path) : mistakes;
  return [...inContent, ...findServerMistakes(parseEnvFile(String(files.get('.env') ?? '')))];
};
