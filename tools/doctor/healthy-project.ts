import { parse } from 'node-html-parser';
import { type BuildRecord, buildRecord } from '#hosting/build-record.ts';
import { type Content, loadContent } from '#model/content.ts';
import type { Mistake } from '#model/mistake.ts';
import type { BuiltPage, Project, PublicFile } from './project.ts';
import { readTexts, type Text } from './texts.ts';

export interface MutableProject extends Project {
  content: Content;
  texts: Text[];
  environment: Record<string, string | undefined>;
  publicFiles: Map<string, PublicFile>;
  staleDocuments: Mistake[];
  openToOthers: string[];
  built: {
    folder: string;
    files: Map<string, Uint8Array>;
    pages: BuiltPage[];
    newerSource: string | null;
    record: BuildRecord | null;
  } | null;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const { content } = loadContent();
const { texts, lineOf } = readTexts();

/** The texts of the sample, as its files have them. */
export const sampleTexts: readonly Text[] = texts;

const realContent = (): Content => {
  const copy = structuredClone(content);
  if (!copy) throw new Error('content/ has mistakes');
  Object.assign(copy.identity, {
    firm: 'Harbor Risk',
    email: 'robin@harborrisk.com',
    // Ofcom keeps it free for drama.
    phone: '+442079460018',
  });
  for (const page of copy.pages) page.updated = '2026-02-01';
  return copy;
};

export const builtPage = (path: string, body: string): BuiltPage => ({
  path,
  name: path === '/' ? 'index.html' : `${path.slice(1)}.html`,
  root: parse(`<!doctype html><html lang="en"><body>${body}</body></html>`),
});

const homeBody = `
  <a href="#contact?service=other">Discuss This Service</a> <a href="/terms">Terms</a>
  <a href="/terms#liability">Liability</a> <a href="/book/45">Book</a> <a href="#hero">Top</a>
  <a href="mailto:robin@harborrisk.com">Email</a> <a href="tel:+442079460018">Call</a>
  <a href="https://github.com/harborrisk">GitHub</a>
  <img src="/cover.webp" alt="A cover"> <img src="/cover.webp" alt="">
  <iframe src="/newsletter" title="Newsletter sign-up"></iframe>
  <section id="hero"></section><section id="contact"><form action="/api/submit"></form></section>`;

/** A site without findings, for tests that make one mistake in it. */
export const healthyProject = (origin = 'https://harborrisk.com'): MutableProject => {
  const realWords = realContent();
  const [first, second] = realWords.resources.catalogue;
  const publicFiles = new Map<string, PublicFile>([
    [first?.path ?? '', { bytes: new Uint8Array(512 * 1024), pages: 32 }],
    [second?.path ?? '', { bytes: bytes('%PDF the second'), pages: 20 }],
    [realWords.site.resumeFile, { bytes: bytes('%PDF the résumé'), pages: 2 }],
  ]);
  return {
    content: realWords,
    texts: [],
    lineOf,
    confirmed: {},
    environment: { SITE_URL: origin },
    host: 'node',
    publicFiles,
    staleDocuments: [],
    openToOthers: [],
    built: {
      folder: 'dist',
      files: new Map([
        ...[...publicFiles].map(([path, file]) => [path, file.bytes] as const),
        ['/cover.webp', bytes('picture')],
      ]),
      pages: [
        builtPage('/', homeBody),
        builtPage('/terms', '<h2 id="liability">Liability</h2>'),
        builtPage('/privacy', '<h1>Privacy</h1>'),
      ],
      newerSource: null,
      record: buildRecord({ SITE_URL: origin }),
    },
    today: new Date('2026-11-21'),
  };
};
