import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A generated file in git, and the source that messages name. */
export interface Made {
  file: string;
  from: string;
}

/** Digests, because git keeps no times of files. */
export type BuildRecord = Record<string, { source: string; file: string }>;

const recordFile = new URL('built.json', import.meta.url);

const readIfThere = (file: string | URL): Promise<Buffer | null> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

export const readRecord = async (): Promise<BuildRecord> => {
  const bytes = await readIfThere(recordFile);
  return bytes ? (JSON.parse(bytes.toString()) as BuildRecord) : {};
};

export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Writes a generated file and records its digests. */
export const writeMade = async (file: string, bytes: Uint8Array, source: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  const record = { ...(await readRecord()), [file]: { source, file: digestOf(bytes) } };
  await writeFile(recordFile, `${JSON.stringify(record, null, 2)}\n`);
};

/** What is wrong with a generated file, or null; `source` is the present digest of its source. */
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
