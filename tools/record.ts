import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A generated file in git, and the source that messages name. */
export interface Made {
  file: string;
  from: string;
}

/** Digests by file, because git keeps no modification times. */
export type BuildRecord = Record<string, { source: string; file: string }>;

const readIfThere = (file: string): Promise<Buffer | null> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** Returns what a JSON file records, or nothing where there is none. */
export const readRecord = async (recordFile: string): Promise<BuildRecord> => {
  const bytes = await readIfThere(recordFile);
  return bytes ? (JSON.parse(bytes.toString()) as BuildRecord) : {};
};

/** Returns a SHA-256 digest in hexadecimal. */
export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Writes a generated file and records its digests. */
export const writeMade = async (
  recordFile: string,
  file: string,
  bytes: Uint8Array,
  source: string,
): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  const record = { ...(await readRecord(recordFile)), [file]: { source, file: digestOf(bytes) } };
  await writeFile(recordFile, `${JSON.stringify(record, null, 2)}\n`);
};

/** Returns what is wrong with a generated file, or null; `source` is the present digest of its source. */
export const findStale = async (
  { file, from }: Made,
  record: BuildRecord,
  source: string,
): Promise<string | null> => {
  const bytes = await readIfThere(file);
  const entry = record[file];
  if (bytes === null) return `${file} is missing`;
  if (!entry) return `no record says what ${file} was made from`;
  if (entry.source !== source) {
    return `${from} (or a figure, style, font or fact that goes into it) is newer than ${file}`;
  }
  return entry.file === digestOf(bytes) ? null : `${file} is not the file that was made`;
};
