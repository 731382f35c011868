import type { HTMLElement } from 'node-html-parser';
import type { BuildRecord } from '#hosting/build-record.ts';
import type { Content } from '#model/content.ts';
import type { Mistake } from '#model/mistake.ts';
import type { Marks } from './sample.ts';
import type { Text } from './texts.ts';

export const hosts = ['node', 'workers', 'static'] as const;
export type Host = (typeof hosts)[number];

export interface PublicFile {
  bytes: Uint8Array;
  /** Null when it is no PDF that can be read. */
  pages: number | null;
  /** What a PDF says of itself. */
  title?: string | undefined;
  /** The text that a paper is typeset from, where it is in `papers/text/`. */
  source?: string | undefined;
}

export interface BuiltPage {
  /** Such as /terms. */
  path: string;
  /** Such as terms/index.html. */
  name: string;
  root: HTMLElement;
}

export interface BuiltSite {
  folder: string;
  /** By address, such as /terms/index.html. */
  files: ReadonlyMap<string, Uint8Array>;
  pages: readonly BuiltPage[];
  newerSource: string | null;
  /** The variables that it was built with. */
  record: BuildRecord | null;
}

/** Read beforehand, so that each check is a pure function. */
export interface Project {
  content: Content;
  /** The owner's words as their files have them. */
  texts: readonly Text[];
  /** Of a field such as `claims[2].measure`. */
  lineOf: (file: string, field: string) => number | undefined;
  /** What of the sample the owner says is true. */
  confirmed: Marks;
  environment: Readonly<Record<string, string | undefined>>;
  host: Host | null;
  /** Files of `public/`, by address. */
  publicFiles: ReadonlyMap<string, PublicFile>;
  /** PDFs and share pictures that are not what their sources make. */
  staleDocuments: readonly Mistake[];
  /** Folder and files of the inbox on this machine that others than their owner can open. */
  openToOthers: readonly string[];
  built: BuiltSite | null;
  today: Date;
}

/** An empty variable counts as not set. */
export const variable = (
  { environment }: Pick<Project, 'environment'>,
  name: string,
): string | null => environment[name] || null;

export const siteUrlOf = (project: Pick<Project, 'environment'>): URL => {
  const url = variable(project, 'SITE_URL');
  return new URL(url && URL.canParse(url) ? url : 'http://localhost:4321');
};
