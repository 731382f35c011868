import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A generated file in git, and the name of its source in messages. */
export interface Made {
  file: string;
  from: string;
}

/** Digests by file, which replace modification times, because git keeps none. */
export type BuildRecord = Record<string, { source: string; file: string }>;

/** Returns the record in a JSON file, or an empty one if there is no file. */
export const readRecord = (recordFile: string): BuildRecord =>
  existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};

/** Returns a SHA-256 digest in hexadecimal. */
export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Writes a generated file and records its digests. */
export const writeMade = (
  recordFile: string,
  file: string,
  bytes: Uint8Array,
  source: string,
): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const record = { ...readRecord(recordFile), [file]: { source, file: digestOf(bytes) } };
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
};

/** Returns the mistake in a generated file, or null. @param source the current digest of its source */
export const findStale = (
  { file, from }: Made,
  record: BuildRecord,
  source: string,
): string | null => {
  const entry = record[file];
  if (!existsSync(file)) return `${file} is missing`;
  if (!entry) return `there is no record of the source of ${file}`;
  if (entry.source !== source) {
    return `${from} (or a figure, style, font or fact that goes into it) is newer than ${file}`;
  }
  return entry.file === digestOf(readFileSync(file))
    ? null
    : `${file} has changed since it was made`;
};
