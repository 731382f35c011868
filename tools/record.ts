import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readJson } from '#hosting/build-record.ts';

/** Digests by file, which replace modification times, because git keeps none. */
export type BuildRecord = Record<string, { source: string; file: string }>;

/** Returns the record in a JSON file, or an empty one if there is no file, or a merge has left its marks there. */
export const readRecord = (recordFile: string): BuildRecord => readJson(recordFile) ?? {};

/** Returns a SHA-256 digest in hexadecimal. */
export const digestOf = (bytes: Uint8Array | string): string => hash('sha256', bytes);

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

/**
 * Returns whether a generated file is missing, older than its source, or changed since it was made.
 * @param source the current digest of its source
 */
export const isStale = (file: string, record: BuildRecord, source: string): boolean => {
  const made = record[file];
  return !existsSync(file) || made?.source !== source || made.file !== digestOf(readFileSync(file));
};
