import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from 'vitest';
import { buildRecord } from '#hosting/build-record.ts';
import { switches } from '#model/vocabulary.ts';
import { isSample } from '../../tests/sample.ts';
import { findSample } from './checks/content.ts';
import { canConnect, findCalendarRemarks } from './checks/network.ts';
import { examine } from './diagnose.ts';
import type { Finding } from './finding.ts';
import { type Project, readProject } from './project.ts';
import { formatFindings } from './report.ts';
import { confirm, digestOfSentence, readTexts, sentencesOf, type Text } from './sample.ts';

// The healthy project is made of the sample, so on anybody else's site these are skipped.
const test = base.skipIf(!isSample);

const sample = await readProject({ SITE_URL: 'https://harborrisk.com' }, 'node', 'not-built');

/** The sample of an owner of whom all of it is true; for tests that make one mistake in it. */
const healthyProject = (): Project => {
  const { canConnect: _, ...facts } = sample;
  const project = structuredClone(facts);
  // Ofcom keeps this number free for drama.
  const contact = { email: 'robin@harborrisk.com', phone: '+442079460018' };
  Object.assign(project.content.identity, contact);
  return {
    ...project,
    confirmed: confirm(sample, ['content', 'public']),
    staleDocuments: [],
    sharedInbox: null,
    built: {
      folder: 'dist',
      newerSource: null,
      record: buildRecord(project.environment),
      files: new Map([
        [
          '/',
          '<a href="/terms#liability"> <a id="contact" href="/#contact?service=x"> <img src="/cover.webp">',
        ],
        ['/terms', '<h2 id="liability"> <a href="/book/45"> <a href="mailto:a@b.se"> <a href="#">'],
        ['/cover.webp', ''],
      ]),
    },
    today: new Date('2026-11-21'),
    canConnect: async () => true,
  };
};

type Edit = (project: Project) => void;

/** Configures the site and builds it. */
const set =
  (variables: Record<string, string>, host: Project['host'] = 'node'): Edit =>
  (project) => {
    Object.assign(project.environment, variables);
    project.host = host;
    if (project.built) project.built.record = buildRecord(project.environment);
  };

const services = {
  PUBLIC_FORM_ENDPOINT: 'https://api.web3forms.com/submit',
  PUBLIC_FORM_ACCESS_KEY: '3f0a6a6e-6f3b-4c5e-9d52-0a4b8d1a7c11',
  PUBLIC_BOOKING_URL: 'https://calendly.com/robin',
  PUBLIC_NEWSLETTER_URL: 'https://robin.substack.com/embed',
};

const smtp = { SMTP_URL: 'smtps://u:p@mail.harborrisk.com', INBOX_TO: 'robin@harborrisk.com' };

const unreachable =
  (variables: Record<string, string>): Edit =>
  (project) => {
    set(variables)(project);
    project.canConnect = async () => false;
  };

const built =
  (facts: Partial<NonNullable<Project['built']>>): Edit =>
  (project) => {
    project.built = Object.assign(healthyProject().built ?? {}, facts) as Project['built'];
  };

const page = (html: string): Edit => built({ files: new Map([['/', html]]) });

const guide = '/resources/white-papers/ai-fraud-detection-guide.pdf';

const publish =
  (path: string, pages: number): Edit =>
  (project) => {
    const file = { bytes: new Uint8Array(512 * 1024), pages, title: '' };
    project.publicFiles = new Map([...project.publicFiles, [path, file]]);
  };

const mistakes: Record<string, Edit> = {
  'no site address': set({ SITE_URL: '' }),
  'a site address that nobody owns': set({ SITE_URL: 'https://www.example.com' }),
  'a site address of this machine': set({ SITE_URL: 'https://localhost' }),
  'an unencrypted booking page': set({ PUBLIC_BOOKING_URL: 'http://calendly.com/robin' }),
  'a password in an address': set({ PUBLIC_BOOKING_URL: 'https://robin:x@calendly.com/robin' }),
  'a variable that is no address': set({ PUBLIC_BOOKING_URL: 'calendly/robin' }),
  'a booking widget that is not known': set({
    ...services,
    PUBLIC_BOOKING_WIDGET_URL: 'https://widgets.harborrisk.com/widget.js',
  }),
  'a mail server without a recipient': set({ SMTP_URL: smtp.SMTP_URL }),
  'a recipient without a key on Workers': set({ INBOX_TO: smtp.INBOX_TO }, 'workers'),
  'a port on Workers': set({ PORT: '8080' }, 'workers'),
  'no form service on a static host': set({ ...services, PUBLIC_FORM_ENDPOINT: '' }, 'static'),
  'no newsletter service on a static host': set(
    { ...services, PUBLIC_NEWSLETTER_URL: '/newsletter' },
    'static',
  ),
  'the own counter on a static host': set(
    { ...services, PUBLIC_ANALYTICS_ENDPOINT: '/api/count' },
    'static',
  ),
  'a mail server that does not answer': unreachable(smtp),
  'a webhook that does not answer': unreachable({ INBOX_WEBHOOK_URL: 'https://hooks.firm.com/x' }),
  'an inbox on a network file system': (project) => {
    project.sharedInbox = 'DATA_DIR is on NFS: set it to a local folder.';
  },
  'a top level that does not exist': ({ content }) => {
    content.identity.email = 'robin@harborrisk.con';
  },
  'a phone number that no country has': ({ content }) => {
    content.identity.phone = '+11234567890';
  },
  'a security.txt that expires soon': (project) => {
    project.today = new Date('2027-10-10');
  },
  'a missing white paper': (project) => {
    project.publicFiles = new Map([...project.publicFiles].filter(([path]) => path !== guide));
  },
  'a white paper that is no PDF': publish('/resources/resume.pdf', 0),
  'a wrong number of pages': publish(guide, 31),
  'a wrong size': ({ content }) => {
    Object.assign(content.resources.catalogue[0] ?? {}, { size: '2 MB' });
  },
  'a document that nothing leads to': publish('/resources/agentic.pdf', 20),
  'a share picture with the name of another firm': ({ staleDocuments }) => {
    staleDocuments.push({ file: 'public/share/home.png', message: 'content/ is newer than it' });
  },
  'no built site': (project) => {
    project.built = null;
  },
  'content newer than the build': built({ newerSource: 'content/hero.yaml' }),
  'a build for another address': built({ record: buildRecord({ SITE_URL: 'https://firm.com' }) }),
  'a link to no page': page('<a href="/imprint">'),
  'a link to no part of a page': page('<a href="/#warranty">'),
  'a picture that is not there': page('<img src="/portrait.webp">'),
};

const findingsWith = (edit: Edit): Promise<Finding[]> => {
  const project = healthyProject();
  edit(project);
  return examine(project);
};

test.each(Object.keys(mistakes))('%s is the one thing found', async (name) => {
  expect(await findingsWith(mistakes[name] ?? (() => {}))).toHaveLength(1);
});

test('the words of every finding are those of the list', async () => {
  const rows = Object.entries(mistakes).map(async ([name, edit]) => {
    const found = (await findingsWith(edit)).map(({ line: _, ...finding }) => finding);
    return `${name}\n${formatFindings(found).split('\n\n')[0]}\n`;
  });
  await expect((await Promise.all(rows)).join('\n')).toMatchFileSnapshot('known-mistakes.txt');
});

test.each([{}, { booking: false, newsletter: false, resources: false, figure: false }])(
  'nothing stands against publishing a site of which everything is confirmed %o',
  async (off) => {
    const findings = await findingsWith(({ content }) => Object.assign(content.site, off));
    expect(formatFindings(findings)).toBe('Nothing stands against publishing this site.');
  },
);

const findingsIn = (texts: readonly Text[], confirmed = {}) =>
  findSample({ ...sample, confirmed, texts: [...texts] });

test.each([
  ['content/identity.yaml', 'Robin Example'],
  ['content/identity.yaml', 'Seattle'],
  ['content/hero.yaml', '1B+'],
  ['content/services.yaml', '18000'],
  ['content/expertise.yaml', 'Professional liability and cyber insurance.'],
  ['content/about.yaml', 'who was lying'],
  ['content/contact.yaml', 'Incidents, on weekdays.'],
  ['content/resources.yaml', 'One letter a month'],
  ['content/threshold-figure.yaml', 'Fig. 1'],
  ['content/threshold-figure.yaml', '10000'],
  ['content/availability.yaml', '13:00–17:00'],
  ['content/pages/terms.md', '$1 million'],
  ['content/pages/terms.md', 'Gramm-Leach-Bliley'],
  ['content/pages/privacy.md', 'from the United States'],
  ['content/resume.md', 'Hired analysts'],
  ['public/resources/white-papers/agentic-commerce-guide.pdf', 'Trust in Agentic Commerce'],
])('%s: “%s” is the sample’s until it is changed or confirmed', (file, words) => {
  const text = sample.texts.find((each) => each.file === file && each.text.includes(words));
  if (!text) throw new Error(`${file} has no “${words}”`);
  expect(findingsIn([text])).toMatchObject([{ severity: 'error', file, line: text.line }]);
  expect(findingsIn([{ ...text, text: text.text.replace(/,? /g, '\n') }])).toHaveLength(1);
  expect(findingsIn([{ ...text, text: text.text.replace(/[\p{L}\d]+/gu, '$&s') }])).toEqual([]);
  expect(findingsIn([text], confirm({ ...sample, texts: [text] }, [file]))).toEqual([]);
  expect(findingsIn([text], confirm({ ...sample, texts: [text] }, ['content/o']))).toHaveLength(1);
});

test('a paper of the sample is known with another author, and a share picture by its bytes', () => {
  const papers = sample.texts.filter(({ file }) => file.startsWith('public/'));
  const others = papers.map((text) => ({ ...text, text: text.text.replace(/^\w+/, 'ABC') }));
  expect(findingsIn(papers).map(({ file }) => file)).toContain('public/share/terms.png');
  expect(findingsIn(others).map(({ file }) => file)).toEqual([
    'public/resources/resume.pdf',
    'public/resources/white-papers/agentic-commerce-guide.pdf',
    `public${guide}`,
  ]);
});

test('the findings of a fresh copy fit a screen, the gravest first, and all are listed on request', async () => {
  const findings = await examine({ ...sample, canConnect: async () => true, environment: {} });
  const rows = formatFindings(findings).split('\n');
  // Four lines are npm's, and one is the next prompt.
  expect(rows.length).toBeLessThanOrEqual(24 - 5);
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
  expect(rows.slice(1, 3)).toEqual([
    'environment  SITE_URL is not set: set it to your public https address.',
    expect.stringMatching(
      /^content\/identity.yaml:4 {2}\d+ texts are the sample’s: write your own.$/,
    ),
  ]);
  expect(rows).toContainEqual(expect.stringMatching(/^And \d+ more: npm run doctor -- --all$/));
  expect(rows.at(-1)).toBe('This site must not be published yet.');
  expect(formatFindings(findings, true).split('\n').length).toBeGreaterThan(findings.length);
});

test('calendars are read, and line and reason of what cannot be read are named', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/gone' ? 404 : 200;
    response.end(
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Mars:20261124T090000\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const messages = async (environment: Record<string, string>) =>
    (await findCalendarRemarks({ ...sample, environment })).map(({ message }) => message).sort();
  const CALENDAR_URLS = `http://127.0.0.1:${port}/a http://127.0.0.1:${port}/gone`;
  try {
    expect(await canConnect('127.0.0.1', port)).toBe(true);
    expect(await messages({ CALENDAR_URLS })).toEqual([
      `Calendar 1 (127.0.0.1:${port}), line 3: The time zone is unknown: the time is taken for one of America/Los_Angeles.`,
      `Calendar 2 (127.0.0.1:${port}) answered 404. Nothing of it is known.`,
    ]);
    expect(await messages({ CALENDAR_URLS, PUBLIC_BOOKING_URL: 'https://firm.com' })).toEqual([]);
    expect(await messages({ CALENDAR_URLS: 'ftp://firm.com' })).toEqual([]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  expect(await canConnect('127.0.0.1', port)).toBe(false);
});

/** The sample's however short it is. */
const own =
  /(?:^|[.\]])(?:firm|person|email|phone|office|url|company|amount|updated|weeklyHours|daysOff|assumptions)$|\]\.figure$|^heading$|^actions\.\w+\.text$/;
/** An owner may keep the names of what is there, and what is true of the software. */
const kept =
  /(?:Heading|Resource|\.heading|\]\.(?:id|title|path|filename))$|^footer\.facts$|^services\.\w+\./;

test('sample.json has the digests of the sample, with and without what can be switched off', async () => {
  const states = Array.from({ length: 2 ** switches.length }, (_, state) =>
    Object.fromEntries(switches.map((name, place) => [name, (state & (1 << place)) === 0])),
  );
  const texts = states.flatMap((isOn) => readTexts(isOn));
  const files = sample.texts.filter(({ file }) => file.startsWith('public/'));
  const digests = [...texts, ...files].flatMap((text) =>
    sentencesOf(text)
      .filter((sentence) => {
        const isLong = (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length > 3;
        const isFirm = files.includes(text) || /^:::role/.test(sentence) || own.test(text.field);
        // Cases and clients are not shown before the owner has written some.
        if (/case-studies|clients/.test(text.file)) return false;
        return isFirm || (isLong && !kept.test(text.field) && !sentence.startsWith('#'));
      })
      .map(digestOfSentence),
  );
  const json = `${JSON.stringify([...new Set(digests)].toSorted(), null, 2)}\n`;
  await expect(json).toMatchFileSnapshot('sample.json');
});
