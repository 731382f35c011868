import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
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

const sample = await readProject({ SITE_URL: 'https://harborrisk.com' }, 'machine', 'not-built');

/** The sample of an owner of whom all of it is true; for tests that make one mistake in it. */
const healthyProject = (): Project => {
  const content = structuredClone(sample.content);
  // Ofcom keeps this number free for drama.
  Object.assign(content.identity, { email: 'robin@harborrisk.com', phone: '+442079460018' });
  return {
    ...sample,
    content,
    environment: { ...sample.environment },
    confirmed: confirm(sample, ['content', 'public']),
    staleDocuments: [],
    sharedInbox: null,
    built: {
      folder: 'dist',
      newerSource: null,
      record: buildRecord(sample.environment),
      files: new Map([
        ['/', '<a href="/terms#fees"> <a id="contact" href="/#contact?service=x">'],
        ['/terms', '<h2 id="fees"> <a href="/book/45"> <a href="#"> <img src="/a.webp">'],
        ['/a.webp', ''],
      ]),
    },
    today: new Date('2026-11-21'),
    canConnect: async () => true,
  };
};

type Edit = (project: Project) => unknown;

/** Configures the site and builds it. */
const set =
  (variables: Record<string, string>, facts: Partial<Project> = {}): Edit =>
  (project) => {
    Object.assign(project.environment, variables);
    Object.assign(project.built ?? {}, { record: buildRecord(project.environment) });
    Object.assign(project, facts);
  };

const build = (facts: Partial<Project['built']>): Edit => {
  return ({ built }) => Object.assign(built ?? {}, facts);
};
const page = (html: string): Edit => build({ files: new Map([['/', html]]) });

const publish =
  (path: string, pages: number): Edit =>
  (project) => {
    const file = { bytes: new Uint8Array(512 * 1024), pages, title: '' };
    project.publicFiles = new Map([...project.publicFiles, [path, file]]);
  };

const guide = '/resources/white-papers/ai-fraud-detection-guide.pdf';
const silence = { canConnect: async () => false };
const smtp = { SMTP_URL: 'smtps://u:p@mail.harborrisk.com', INBOX_TO: 'robin@harborrisk.com' };
const stale = [{ file: 'public/share/home.png', message: 'content/ is newer' }];

const mistakes: Record<string, Edit> = {
  'no site address': set({ SITE_URL: '' }),
  'a site address that nobody owns': set({ SITE_URL: 'https://www.example.com' }),
  'an unencrypted booking page': set({ PUBLIC_BOOKING_URL: 'http://calendly.com/robin' }),
  'a password in an address': set({ PUBLIC_BOOKING_URL: 'https://robin:x@calendly.com/robin' }),
  'a variable that is no address': set({ PUBLIC_BOOKING_URL: 'calendly/robin' }),
  'a mail server without a recipient': set({ SMTP_URL: smtp.SMTP_URL }),
  'no key on Workers': set({ INBOX_TO: smtp.INBOX_TO }, { host: 'workers' }),
  'a port on Workers': set({ PORT: '8080' }, { host: 'workers' }),
  'no form service on a static host': (project) => {
    set({ PUBLIC_BOOKING_URL: 'https://calendly.com/robin' }, { host: 'static' })(project);
    project.content.site.newsletter = false;
  },
  'a mail server that does not answer': set(smtp, silence),
  'a webhook that does not answer': set({ INBOX_WEBHOOK_URL: 'https://hooks.firm.com' }, silence),
  'an inbox on a network file system': set({}, { sharedInbox: ['It is on NFS.', 'Set DATA_DIR.'] }),
  'a top level that does not exist': ({ content: { identity } }) =>
    Object.assign(identity, { email: 'robin@harborrisk.con' }),
  'a phone number that no country has': ({ content: { identity } }) =>
    Object.assign(identity, { phone: '+11234567890' }),
  'a security.txt that expires soon': set({}, { today: new Date('2027-10-10') }),
  'a résumé that is no PDF': publish('/resources/resume.pdf', 0),
  'a wrong number of pages': publish(guide, 31),
  'a wrong size': ({ content: { resources } }) =>
    Object.assign(resources.catalogue[0] ?? {}, { size: '2 MB' }),
  'a document that nothing leads to': publish('/resources/agentic.pdf', 20),
  'a cover without its document': publish('/resources/white-papers/agentic.webp', 0),
  'a share picture with the name of another firm': set({}, { staleDocuments: stale }),
  'no built site': set({}, { built: null }),
  'content newer than the build': build({ newerSource: 'content/hero.yaml' }),
  'a build for another address': build({ record: buildRecord({ SITE_URL: 'https://firm.com' }) }),
  'a link to no page': page('<a href="/100%">'),
  'a link to no part of a page': page('<a href="/#warranty">'),
};

const findingsWith = (edit: Edit): Promise<Finding[]> => {
  const project = healthyProject();
  edit(project);
  return examine(project);
};

test('each mistake is the one thing found, in the words of the list', async () => {
  const rows = Object.entries(mistakes).map(async ([name, edit]) => {
    const found = (await findingsWith(edit)).map(({ line: _, ...finding }) => finding);
    expect(found, name).toHaveLength(1);
    return `${name}\n${formatFindings(found).split('\n\n')[0]}\n`;
  });
  await expect((await Promise.all(rows)).join('\n')).toMatchFileSnapshot('known-mistakes.txt');
});

test('nothing stands against publishing a site of which all is confirmed, whatever is off', async () => {
  const off = { booking: false, newsletter: false, resources: false, figure: false };
  for (const switched of [{}, off]) {
    const findings = await findingsWith(({ content }) => Object.assign(content.site, switched));
    expect(formatFindings(findings)).toBe('Nothing stands against publishing this site.');
  }
});

test('what the site does not show is not asked for', async () => {
  const off = { booking: false, newsletter: false, figure: false, sections: ['hero', 'contact'] };
  const findings = await findingsWith((project) => {
    Object.assign(project.content.site, off);
    project.confirmed = {};
  });
  const files = new Set(findings.map(({ file }) => /content\/([^/]+)\.yaml/.exec(file)?.[1]));
  expect([...files]).toEqual(['identity', 'hero', undefined, 'contact', 'expertise', 'site']);
});

const leftIn = (texts: Text[], confirmed = {}) =>
  findSample({ ...sample, confirmed, texts }).map(({ file, line }) => [file, line]);

const someOfTheSample =
  'Robin Example|Seattle|1B+|18000|Professional liability and cyber insurance.|who was lying|Incidents, on weekdays.|One letter a month|Fig. 1|10000|13:00–17:00|$1 million|Gramm-Leach-Bliley|from the United States|Hired analysts|Trust in Agentic Commerce';

test.each(someOfTheSample.split('|'))('“%s” is the sample’s until it is confirmed', (words) => {
  const text = sample.texts.find((each) => each.text.includes(words));
  if (!text) throw new Error(`There is no “${words}”`);
  const { file } = text;
  const written = (from: RegExp, to: string) => ({ ...text, text: text.text.replace(from, to) });
  expect(leftIn([text])).toEqual([[file, text.line]]);
  expect(leftIn([written(/,? /g, '\n')])).toHaveLength(1);
  expect(leftIn([written(/[\p{L}\d]+/gu, '$&s')])).toEqual([]);
  expect(leftIn([text], confirm({ ...sample, texts: [text] }, [file]))).toEqual([]);
  expect(leftIn([text], confirm({ ...sample, texts: [text] }, ['content/o']))).toHaveLength(1);
});

test('a paper of the sample is known with another author, and a share picture by its bytes', () => {
  const files = sample.texts.filter(({ line }) => line === undefined);
  const changed = files.map((each) => ({ ...each, text: each.text.replace(/^\w+/, 'ABC') }));
  const papers = files.map(({ file }) => file).filter((file) => file.endsWith('.pdf'));
  expect(leftIn(files)).toContainEqual(['public/share/terms.png', undefined]);
  expect(leftIn(changed).map(([file]) => file)).toEqual(papers);
});

test('the findings of a fresh copy fit a screen, the gravest first, and all are listed on request', async () => {
  const findings = await examine({ ...sample, canConnect: async () => true, environment: {} });
  const rows = formatFindings(findings).split('\n');
  // Four lines are npm's, and one is the next prompt.
  expect(rows.length).toBeLessThanOrEqual(24 - 5);
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
  expect(rows[1]).toBe('environment  SITE_URL is not set: set it to a public https address.');
  expect(rows[2]).toMatch(
    /^content.identity.yaml:4 {2}\d+ texts are the sample’s: write your own.$/,
  );
  expect(rows.at(-3)).toMatch(/^And \d+ more: npm run doctor -- --all$/);
  expect(rows.at(-1)).toBe('This site must not be published yet.');
  expect(formatFindings(findings, true).split('\n').length).toBeGreaterThan(findings.length);
});

test('what does not answer is known, and calendars that cannot be read are named', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await canConnect('127.0.0.1', port)).toBe(true);
  server.close();
  await once(server, 'close');
  expect(await canConnect('127.0.0.1', port)).toBe(false);
  const find = (environment: object) =>
    findCalendarRemarks({ content: sample.content, environment: { ...environment } });
  const CALENDAR_URLS = `http://127.0.0.1:${port}/calendar.ics`;
  const message = expect.stringMatching(/^Calendar 1 .* Nothing of it is known\.$/);
  expect(await find({ CALENDAR_URLS })).toMatchObject([{ severity: 'warning', message }]);
  expect(await find({ CALENDAR_URLS, PUBLIC_BOOKING_URL: 'https://firm.com' })).toEqual([]);
  expect(await find({ CALENDAR_URLS: 'ftp://firm.com' })).toEqual([]);
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
  const texts = [...states.flatMap((isOn) => readTexts(isOn)), ...sample.texts];
  const digests = texts.flatMap((text) => {
    const { field, file, line } = text;
    // Cases and clients are not shown before the owner has written some.
    if (/case-studies|clients/.test(file)) return [];
    const marks = sentencesOf(text).filter((sentence) => {
      const isLong = (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length > 3;
      const isOwn = !line || own.test(field) || sentence.startsWith(':::role');
      return isOwn || (isLong && !kept.test(field) && !sentence.startsWith('#'));
    });
    return marks.map(digestOfSentence);
  });
  const json = `${JSON.stringify([...new Set(digests)].toSorted(), null, 2)}\n`;
  await expect(json).toMatchFileSnapshot('sample.json');
});
