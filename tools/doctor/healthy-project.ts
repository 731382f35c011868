import { parse } from 'node-html-parser';
import { embedded } from '#content/embedded.ts';
import { type BuildRecord, buildRecord } from '#hosting/build-record.ts';
import { content } from '#model/check.ts';
import type { Mistake } from '#model/mistake.ts';
import type { BuiltPage, Content, Project, PublicFile } from './project.ts';

export interface MutableProject extends Project {
  content: Content;
  texts: Record<string, string>;
  environment: Record<string, string | undefined>;
  publicFiles: Map<string, PublicFile>;
  badPictures: Mistake[];
  staleDocuments: Mistake[];
  changed: Record<string, string>;
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

const realCompany: Record<string, string> = {
  'Example Risk Advisory': 'Harbor Risk',
  'Sample Marketplace': 'Quayside',
  'Sample Payments': 'Tollhouse',
  'Sample Mail': 'Packet Boat',
  'Sample Auctions': 'Saleroom',
};

/** The words of an owner: as long as those of the sample, and none of its sentences. */
const ownWords = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(ownWords) as Value;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, ownWords(item)]),
    ) as Value;
  }
  const words = typeof value === 'string' ? value.split(' ') : [];
  return words.length > 3 ? (words.reverse().join(' ') as Value) : value;
};

const realContent = (): Content => {
  const copy: Content = structuredClone({ ...content, embedded });
  const { about, contact, expertise, hero, resources, services, site } = copy;
  Object.assign(copy, ownWords({ about, contact, expertise, hero, resources, services, site }));
  for (const { price } of copy.services.items) if (price) price.amount += 250;
  copy.identity = {
    ...copy.identity,
    firm: 'Harbor Risk',
    person: 'Robin Marsh',
    email: 'robin@harborrisk.com',
    // Ofcom keeps it free for drama.
    phone: '+442079460018',
    incidentHours: 'every day, 8:00 to 20:00 in London',
    office: { city: 'London', region: 'England' },
    country: 'GB',
    socialLinks: [{ id: 'github', label: 'GitHub', url: 'https://github.com/harborrisk' }],
    companyLinks: [{ id: 'quayside', label: 'Quayside', url: 'https://quayside.co/' }],
  };
  if (copy.availability) copy.availability.weeklyHours = { friday: ['10:00–12:00'] };
  copy.expertise.timeline = copy.expertise.timeline.map(({ link, company, ...role }) => ({
    ...role,
    company: realCompany[company] ?? company,
    ...(link === 'marketplace' ? { link: 'quayside' } : {}),
  }));
  return copy;
};

export const builtPage = (path: string, body: string, head = ''): BuiltPage => ({
  path,
  name: path === '/' ? 'index.html' : `${path.slice(1)}.html`,
  root: parse(`<!doctype html><html lang="en"><head><title>A page</title>
    <meta name="description" content="What stands on the page.">${head}</head><body>${body}</body></html>`),
});

const homeBody = `
  <a href="#contact?service=other">Discuss This Service</a> <a href="/terms">Terms</a>
  <a href="/terms#liability">Liability</a> <a href="/book/45">Book</a> <a href="#hero">Top</a>
  <a href="mailto:robin@harborrisk.com">Email</a> <a href="tel:+442079460018">Call</a>
  <a href="https://github.com/harborrisk">GitHub</a>
  <img src="/cover.webp" alt="A cover"> <img src="/cover.webp" alt="">
  <svg aria-hidden="true"></svg> <svg role="img" aria-label="A curve"></svg>
  <iframe src="/newsletter" title="Newsletter sign-up"></iframe>
  <section id="hero"></section><section id="contact"><form action="/api/submit"></form></section>`;

const homeHead = (origin: string): string => `<link rel="canonical" href="${origin}/">
  <meta property="og:image" content="${origin}/share/home.png">`;

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
    texts: {
      'content/terms.md':
        '---\nupdated: 2026-02-01\n---\n\nThese terms are between you and {firm}.',
      'content/privacy.md': '---\nupdated: 2026-02-01\n---\n\nWrite to {email}.',
      'content/resume.md': 'Experience\n\n:::role[Quayside]\n- Led.\n:::',
    },
    environment: { SITE_URL: origin },
    host: 'node',
    publicFiles,
    badPictures: [],
    staleDocuments: [],
    changed: {},
    openToOthers: [],
    built: {
      folder: 'dist',
      files: new Map([
        ...[...publicFiles].map(([path, file]) => [path, file.bytes] as const),
        ['/cover.webp', bytes('picture')],
        ['/share/home.png', bytes('picture')],
        ['/robots.txt', bytes('User-agent: *\nAllow: /\n')],
      ]),
      pages: [
        builtPage('/', homeBody, homeHead(origin)),
        builtPage('/terms', '<h2 id="liability">Liability</h2>'),
        builtPage('/privacy', '<h1>Privacy</h1>'),
      ],
      newerSource: null,
      record: buildRecord({ SITE_URL: origin }),
    },
    today: new Date('2026-11-21'),
  };
};
