import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** What each PDF was made from, kept in git beside the code: git does not keep times of files. */
export interface Entry {
  /** Digest of everything the document is made from. */
  source: string;
  /** Digest of the PDF. */
  pdf: string;
  /** Digest of the picture of its cover; null when it has no cover. */
  cover: string | null;
  pages: number;
  bytes: number;
  /** The browser that printed it. */
  browser: string;
}

export type BuildRecord = Record<string, Entry>;

const file = new URL('built.json', import.meta.url);

/** The record of the last build; empty when there was none. */
export const readRecord = async (): Promise<BuildRecord> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as BuildRecord;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
};

export const writeRecord = (record: BuildRecord): Promise<void> =>
  writeFile(file, `${JSON.stringify(record, null, 2)}\n`);

export const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * Says what is out of date about a document.
 * @param entry what the record says of it, if anything
 * @param source digest of what it would be made from now
 * @param pdf digest of its PDF as it is on disk, null when there is none
 * @param cover likewise of the picture of its cover
 * @returns the mistake, or null when all is as it was built; `npm run documents` puts it right
 */
export const findStale = (
  { source: file, target }: { source: string; target: string },
  entry: Entry | undefined,
  source: string,
  pdf: string | null,
  cover: string | null,
): string | null => {
  if (pdf === null) return `${target} is missing`;
  if (!entry) return `documents/built.json does not know ${target}`;
  if (entry.source !== source) {
    return `${file} (or a figure, style, font or fact that goes into it) is newer than ${target}`;
  }
  if (entry.pdf !== pdf || entry.cover !== cover) {
    return `${target} or its cover is not the file that was built`;
  }
  return null;
};
