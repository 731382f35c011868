import { spawnSync } from 'node:child_process';

/**
 * The days such as 2026-11-01 on which files were last changed, as git says: today for what is not
 * committed. It leaves out files that were committed once, since that is when they were brought in,
 * and all files where there is no git.
 */
export const readChanges = (folder: string, files: readonly string[]): Record<string, string> => {
  const git = (...args: string[]): string[] => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter(Boolean) : [];
  };
  const changed = files.flatMap((file) => {
    const [last, ...earlier] = git('log', '--format=%as', '--', file);
    if (!last) return [];
    const isEdited = git('status', '--porcelain', '--', file).length > 0;
    if (isEdited) return [[file, new Date().toISOString().slice(0, 10)] as const];
    return earlier.length > 0 ? [[file, last] as const] : [];
  });
  return Object.fromEntries(changed);
};
