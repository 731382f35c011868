import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether there is a program at a path that we may run. */
export const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where programs of these names would be, in the order of PATH. */
export const placesOnPath = (names: readonly string[]): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));

/** The first of these names that is a program on the PATH, or null. */
export const findProgram = (...names: string[]): string | null =>
  placesOnPath(names).find(isExecutable) ?? null;
