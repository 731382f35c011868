import type { HTMLElement } from 'node-html-parser';
import type { Mistake } from '#content/schema/mistake.ts';
import type * as schema from '#content/schema/schema.ts';

/** Everything that the doctor looks at, read beforehand, so that each check is a pure function. */

/** The files `content/*.ts`, by their names. */
export interface Content {
  identity: schema.Identity;
  site: schema.Site;
  hero: schema.Hero;
  'threshold-figure': schema.ThresholdFigure;
  services: schema.Services;
  expertise: schema.Expertise;
  about: schema.About;
  resources: schema.Resources;
  contact: schema.Contact;
  messages: Record<string, unknown>;
  embedded: Record<string, unknown>;
}

/** Where the site is to live: with its server, on Cloudflare Workers, or where files are served. */
export const hosts = ['node', 'workers', 'static'] as const;
export type Host = (typeof hosts)[number];

/** A file of `public/` that visitors download. */
export interface PublicFile {
  bytes: Uint8Array;
  /** Null when it is no PDF that can be read. */
  pages: number | null;
}

export interface BuiltPage {
  /** Address on the site, such as /terms. */
  path: string;
  /** Name in the built folder, such as terms.html. */
  name: string;
  root: HTMLElement;
}

export interface BuiltSite {
  /** The folder it was built into, as a path in the project. */
  folder: string;
  /** Contents by address, such as /terms.html. */
  files: ReadonlyMap<string, Uint8Array>;
  pages: readonly BuiltPage[];
  /** A source that has changed since the build, if there is one. */
  newerSource: string | null;
}

export interface Project {
  content: Content;
  /** The Markdown files of `content/`, by their paths in the project. */
  texts: Readonly<Record<string, string>>;
  environment: Readonly<Record<string, string | undefined>>;
  /** Null when it has not been said. */
  host: Host | null;
  /** The files of `public/`, by their addresses on the site. */
  publicFiles: ReadonlyMap<string, PublicFile>;
  /** What `npm run documents` would say of PDFs that are not what their sources make. */
  staleDocuments: readonly Mistake[];
  built: BuiltSite | null;
  today: Date;
}

/** The values of a build's variables; an empty one counts as not set. */
export const variable = (
  { environment }: Pick<Project, 'environment'>,
  name: string,
): string | null => environment[name] || null;

/** Where the built site should think that it lives. */
export const siteUrlOf = (project: Pick<Project, 'environment'>): URL => {
  const url = variable(project, 'SITE_URL');
  return new URL(url && URL.canParse(url) ? url : 'http://localhost:4321');
};
