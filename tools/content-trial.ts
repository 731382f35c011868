import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findEnvironmentMistakes } from '#hosting/environment.ts';
import { findServerMistakes } from '#hosting/machine/config.ts';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { type Environment, findMistakes } from '#hosting/variables.ts';
import { checkContent, frozenFolder } from '#model/freeze.ts';
import { ExplainedError, type Mistake } from '#model/mistake.ts';

/** Returns the time of a file’s last change, or 0 if there is no file. */
export const changeOf = (file: string): number =>
  fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The texts and bytes of files, by path in the project. */
type Files = ReadonlyMap<string, string | Uint8Array>;

/**
 * Writes all of the files, or none of them. Each is replaced in one step, because the site that runs beside the
 * editor reads a changed file at once. A text keeps the line ends of its file.
 * @param before when each existing file last changed (`changeOf`); without it, nothing is compared
 * @param root the folder of the project, or of a copy
 * @throws ExplainedError if a file was made or changed since then
 */
export const writeFiles = (files: Files, before?: Record<string, number>, root = '.'): void => {
  for (const file of before ? files.keys() : []) {
    if (changeOf(file) === (before?.[file] ?? 0)) continue;
    const isNew = before?.[file] === undefined;
    const what = isNew ? 'already exists: rename it' : 'has changed elsewhere: start again';
    throw new ExplainedError(`Nothing was written. ${file} ${what}.`);
  }
  const replacements = [...files].map(([file, data], index) => {
    const paths = [join(root, frozenFolder, `edited-${index}`), join(root, file)] as const;
    for (const path of paths) fs.mkdirSync(dirname(path), { recursive: true });
    const old = fs.existsSync(paths[1]) ? fs.readFileSync(paths[1], 'utf8') : '';
    const lineEnd = old.includes('\r\n') ? '\r\n' : '\n';
    const written = typeof data === 'string' ? data.replaceAll('\n', lineEnd) : data;
    // The file may contain a password.
    fs.writeFileSync(paths[0], written, { mode: file === '.env' ? 0o600 : 0o666 });
    return paths;
  });
  for (const paths of replacements) fs.renameSync(...paths);
};

/** Returns each mistake in the variables that the build, the commands or the host would refuse, without repetition. */
export const findVariableMistakes = (set: Environment, host = set.PUBLISH_HOST): Mistake[] => {
  const reader = host === 'workers' ? 'worker' : 'server';
  const ofHost = host === 'static' ? [] : findServerMistakes(set, reader);
  const all = [...findEnvironmentMistakes(set), ...findMistakes('tools', set), ...ofHost];
  return [...new Map(all.map((each) => [each.message, each])).values()];
};

/** Returns the mistakes that `content/` and `.env` would have with these files. */
export const findMistakesWith = async (files: Files): Promise<readonly Mistake[]> => {
  using copy = fs.mkdtempDisposableSync(join(tmpdir(), 'content-'));
  fs.cpSync('content', join(copy.path, 'content'), { recursive: true });
  writeFiles(files, undefined, copy.path);
  const { mistakes } = await checkContent(copy.path);
  const variables = parseEnvFile(String(files.get('.env') ?? ''));
  return [...mistakes, ...findVariableMistakes(variables)];
};
