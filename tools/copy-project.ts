import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const left = /^(?:node_modules|\.git|dist(?:\.hosting)?|data|test-results|\.astro|\.env)(?:\/|$)/;

/** Copies the project to a new folder, whose path it returns; the packages are linked. */
export const copyProject = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'project-'));
  cpSync('.', copy, { recursive: true, filter: (path) => !left.test(path) });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
};
