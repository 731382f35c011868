import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that a command of the project makes and that is kept in git. */
export interface Made {
  file: string;
  /** The source that it is made from, to name it. */
  from: string;
}

interface Entry {
  /** Digest of everything the file is made from: git does not keep times of files. */
  source: string;
  /** Digest of the file itself. */
  file: string;
}

/** What each made file was made from, by its path in the project. */
export type BuildRecord = Record<string, Entry>;

const recordFile = new URL('built.json', import.meta.url);

/** A file's bytes; null when there is none. */
const readIfThere = (file: string | URL): Promise<Buffer | null> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** The record of what was made; empty when there is none. */
export const readRecord = async (): Promise<BuildRecord> => {
  const bytes = await readIfThere(recordFile);
  return bytes ? (JSON.parse(bytes.toString()) as BuildRecord) : {};
};

export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * Writes a made file and notes what it was made from.
 * @param source digest of that
 */
export const writeMade = async (file: string, bytes: Uint8Array, source: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  const record = { ...(await readRecord()), [file]: { source, file: digestOf(bytes) } };
  await writeFile(recordFile, `${JSON.stringify(record, null, 2)}\n`);
};

/**
 * Says what is out of date about a made file.
 * @param source digest of what it would be made from now
 * @returns the mistake, or null when the file is as it was made; `npm run documents` puts it right
 */
export const findStale = async (
  { file, from }: Made,
  record: BuildRecord,
  source: string,
): Promise<string | null> => {
  const bytes = await readIfThere(file);
  const entry = record[file];
  if (bytes === null) return `${file} is missing`;
  if (!entry) return `documents/built.json does not know ${file}`;
  if (entry.source !== source) {
    return `${from} (or a figure, style, font or fact that goes into it) is newer than ${file}`;
  }
  return entry.file === digestOf(bytes) ? null : `${file} is not the file that was made`;
};
