import { utimesSync } from 'node:fs';
import { test as base, expect } from 'vitest';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { enterFolder, makeFolder } from '#model/tests/folder.ts';
import { switches } from '#model/vocabulary.ts';
import { isSample } from '../../tests/sample.ts';
import { examine, examineContent } from './checks.ts';
import { formatFindings } from './finding.ts';
import { doesAnswer, type Project, readProject } from './project.ts';
import known from './sample.json' with { type: 'json' };
import * as marks from './sample.ts';

// The healthy project is based on the sample, so these tests are skipped on another owner's site.
const test = base.skipIf(!isSample);

const environment = { SITE_URL: 'https://harborrisk.com' };
const sample = await readProject(environment, 'not-built', 'machine');

const documents = Array.from(sample.publicFiles.keys(), (path) => [path, ''] as const);
const links = documents.map(([path]) => `<a href="${path}">`).join();
const built = (html: string, changed: string[] = []): Pick<Project, 'built'> => {
  const home = `<a href="/terms#fees"> <a id="contact" href="/#contact?service=x"> ${links}${html}`;
  const terms = '<h2 id="fees"> <a href="/book/45"> <a href="#"> <img src="/share/home.png">';
  const files = new Map([...documents, ['/', home], ['/terms', terms]]);
  return { built: { folder: 'dist', changed, files } };
};
const set = (variables: object) => ({ environment: { ...environment, ...variables } });
const write = (name: 'availability' | 'identity' | 'site', facts: object, { content } = sample) => {
  return { content: { ...content, [name]: { ...content[name], ...facts } } };
};
const publish = (path: string, pages: number): Partial<Project> => {
  const file = { file: `public${path}`, field: '', text: '', pages };
  return { publicFiles: new Map([...sample.publicFiles, [path, file]]) };
};

/** A project whose owner has confirmed all of the sample; each test makes one mistake in it. */
const healthy: Project = {
  ...sample,
  // Ofcom reserves this number for drama.
  ...write('identity', { email: 'robin@harborrisk.com', phone: '+442079460018' }),
  confirmed: marks.confirm(sample, '.'),
  ...{ staleFiles: [], sharedInbox: null, ...built(''), doesAnswer: async () => true },
};

const bookingAt = (PUBLIC_BOOKING_URL: string) => set({ PUBLIC_BOOKING_URL });
const calendly = { PUBLIC_BOOKING_URL: 'https://calendly.com/robin' };
const silent = { doesAnswer: async () => false };
const form = { PUBLIC_FORM_ENDPOINT: 'https://formspree.io/f/abcd' };
const onStaticHost = { host: 'static', ...write('site', { newsletter: false }, healthy) } as const;

const mistakes: Record<string, Partial<Project>> = {
  'no site address': set({ SITE_URL: '' }),
  'a site address that nobody owns': set({ SITE_URL: 'https://www.example.com' }),
  'an unencrypted booking page, which is not asked': {
    ...bookingAt('http://calendly.com/robin'),
    ...silent,
  },
  'a password in an address': bookingAt('https://robin:x@calendly.com/robin'),
  'a variable that is no address': bookingAt('calendly/robin'),
  'a mail server without a recipient': set({ SMTP_URL: 'smtps://u:p@mail.harborrisk.com' }),
  'no key on Workers': { ...set({ INBOX_TO: 'robin@harborrisk.com' }), host: 'workers' },
  'no form service on a static host': { ...set(calendly), ...onStaticHost },
  'no booking service on a static host': { ...set(form), ...onStaticHost },
  'a booking page that does not answer': { ...set(calendly), ...silent },
  'an inbox on a network file system': { sharedInbox: ['It is on NFS.', 'Set DATA_DIR.'] },
  'bookings to confirm without mail': write('availability', { confirm: true }, healthy),
  'a top level that does not exist': write('identity', { email: 'robin@firm.con' }, healthy),
  'a phone number that no country has': write('identity', { phone: '+11234567890' }, healthy),
  'words that a language lacks': {
    words: { ...sample.words, file: 'content/words/de.yaml', lacking: ['site.a', 'site.b'] },
  },
  'a résumé that is no PDF': publish('/resources/resume.pdf', 0),
  'a paper that is missing': publish(sample.content.resources.catalogue[0]?.path ?? '', 0),
  'the sample’s résumé on a site without papers/': {
    hasPapers: false,
    texts: [...sample.publicFiles.values()].filter(({ file }) => file.endsWith('/resume.pdf')),
  },
  'a wrong number of pages': publish('/resources/white-papers/ai-fraud-detection-guide.pdf', 31),
  'a document that nothing leads to': publish('/resources/agentic.pdf', 20),
  'an unknown widget': set({ ...calendly, PUBLIC_BOOKING_WIDGET_URL: 'https://firm.com/w.js' }),
  'an old share picture': { staleFiles: [{ file: 'public/share/home.png', message: 'is old' }] },
  'a mistake in a paper': { staleFiles: [{ file: 'papers/a.md', line: 3, message: 'has no end' }] },
  'no built site': { built: null },
  'content newer than the build': built('', ['content/hero.yaml']),
  'a link to no page': built('<a href="/100%">'),
  'a link to no part of a page': built('<a href="/#warranty">'),
};

const findingsWith = (facts: Partial<Project>) => examine({ ...healthy, ...facts });

test('each mistake is the only finding, with the words of the list', async () => {
  const rows = Object.entries(mistakes).map(async ([name, facts]) => {
    const found = (await findingsWith(facts)).map(({ line: _, ...finding }) => finding);
    expect(found, name).toHaveLength(1);
    return `${name}\n${formatFindings(found).split('\n\n')[0]}\n`;
  });
  await expect((await Promise.all(rows)).join('\n')).toMatchFileSnapshot('known-mistakes.txt');
});

test('a build is outdated after a change of content or variables, but not of hidden files', async () => {
  const folder = makeFolder({ 'index.html': '', '.DS_Store': '' });
  utimesSync(`${folder}/index.html`, 0, 0);
  const { built } = await readProject(environment, folder);
  expect(built?.changed.slice(0, 2)).toEqual([expect.stringMatching('^content/'), 'SITE_URL']);
  expect([...(built?.files.keys() ?? [])]).toEqual(['/']);
});

test('a completely confirmed site can be published; features that are off need no confirmation', async () => {
  const allOff = Object.fromEntries(switches.map((name) => [name, false]));
  const off = { ...allOff, sections: ['hero', 'contact'] };
  const texts = marks.readTexts(write('site', off).content.site);
  const names = texts.map(({ file }) => /content\/([^/]+)\.yaml/.exec(file)?.[1]);
  const shown = ['identity', 'site', 'hero', undefined, 'contact', 'expertise', 'theme'];
  expect([...new Set(names)]).toEqual(shown);
  expect(texts.filter(({ field }) => /^(?:panels|stats)/.test(field))).toEqual([]);
  const file = { file: 'public/resources/mine.pdf', field: '', text: 'Mine' };
  const confirmed = marks.confirm({ ...healthy, texts: [file] }, 'public/resources');
  const unlinked = { ...publish('/resources/mine.pdf', 1), confirmed };
  for (const facts of [{}, write('site', off, healthy), unlinked]) {
    expect(formatFindings(await findingsWith(facts))).toBe('The site can be published.');
  }
});

test('marks of a merge in the list of confirmed texts are named', () => {
  enterFolder({ [marks.confirmedFile]: '<<<<<<< HEAD\n' });
  expect(marks.readConfirmed).toThrow('content/.confirmed.json cannot be read. After a merge, git');
});

const leftIn = (texts: marks.Text[], confirmed = {}) =>
  Array.from(examineContent({ ...healthy, confirmed, texts }), ({ file, line }) => [file, line]);

const someOfTheSample =
  'Robin Example|Seattle|1B+|18000|Professional liability and cyber insurance.|who was lying|Incidents, on weekdays.|One letter a month|Fig. 1|10000|America/Los_Angeles|13:00–17:00|$1 million|Gramm-Leach-Bliley|standard contractual|Hired analysts|Trust in Agentic Commerce';

test.each(someOfTheSample.split('|'))('“%s” is the sample’s until it is confirmed', (words) => {
  const text = sample.texts.find((each) => each.text.includes(words)) ?? expect.fail(words);
  const { file } = text;
  const written = (from: RegExp, to: string) => ({ ...text, text: text.text.replace(from, to) });
  expect(leftIn([text])).toEqual([[file, text.line]]);
  expect(leftIn([written(/,? /g, '\n')])).toHaveLength(1);
  expect(leftIn([written(/[\p{L}\d]+/gu, '$&s')])).toEqual([]);
  expect(leftIn([text], marks.confirm({ ...sample, texts: [text] }, file))).toEqual([]);
  expect(() => marks.confirm(sample, file.slice(0, -1))).toThrow('--confirm: there is nothing');
});

test('a sample paper is recognized with another author, its cover and table by their bytes; generated files do not count', () => {
  const files = sample.texts.filter(({ file }) => file.startsWith('public/'));
  const papers = sample.content.resources.catalogue.map(({ path }) => [`public${path}`, undefined]);
  const changed = files.map((each) => ({ ...each, text: each.text.replace(/^\w+/, 'ABC') }));
  const parts = files.filter(({ text }) => text.endsWith('. . '));
  for (const texts of [files, changed]) expect(leftIn(texts).sort()).toEqual(papers.sort());
  expect(leftIn(parts)).not.toEqual([]);
  expect(files.map(({ file }) => file).join()).not.toMatch(/share\/|resume/);
});

test('the findings of a fresh copy fit a screen, the most important first, and all are listed on request', async () => {
  const findings = await examine({ ...sample, environment: {} });
  const rows = formatFindings(findings).split('\n');
  // Four lines are npm's, and one is the next prompt.
  expect(rows.length).toBeLessThanOrEqual(24 - 5);
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
  expect(rows[1]).toBe('environment  SITE_URL is not set. Set it to a public https address.');
  expect(rows[2]).toMatch(/^content.identity.yaml:4 {2}Texts of the sample: \d+\. Write your/);
  expect(rows.at(-2)).toMatch(/^And \d+ more: npm run doctor -- --all$/);
  expect(formatFindings(findings, true, 45)).toMatch(/identity.yaml:4,5,[\d,]+\n {2}Texts of/);
});

test('services that do not answer and calendars that cannot be read are reported', async () => {
  const service = await startMailApi();
  service.answer = { status: 405, body: '' };
  const url = new URL('/calendar.ics', service.url);
  expect(await doesAnswer(url)).toBe(true);
  await service.close();
  expect(await doesAnswer(url)).toBe(false);
  const calendars = { CALENDAR_URLS: url.href };
  const message = expect.stringMatching(/^Calendar 1 .* There is no copy of it\.$/);
  expect(await findingsWith(set(calendars))).toMatchObject([{ severity: 'warning', message }]);
  expect(await findingsWith(set({ ...calendars, ...calendly }))).toEqual([]);
});

/** Matches fields whose texts count as the sample's, however short they are. */
const own =
  /(?:^|[.\]])(?:firm|person|email|phone|office|url|company|amount|weeklyHours|timeZone|daysOff|assumptions)$|\]\.figure$|^heading$|^actions\.\w+\.text$/;
/** Matches fields that an owner may keep: labels, and texts that are true of the software. */
const kept =
  /(?:Heading|Resource|\.heading|\]\.(?:id|title|path|filename))$|^footer\.facts$|^services\.\w+\./;

test('sample.json has the digests of this sample, with and without optional features, and of earlier ones', async () => {
  const states = Array.from({ length: 2 ** switches.length }, (_, state) =>
    Object.fromEntries(switches.map((name, place) => [name, (state & (1 << place)) === 0])),
  );
  const { content, publicFiles } = sample;
  const texts = states.flatMap((isOn) => marks.readTexts({ ...content.site, ...isOn }));
  const digests = [...texts, ...publicFiles.values()].flatMap(({ field, file, line, text }) => {
    // Cases and clients are not shown before the owner has written some.
    if (/case-studies|clients/.test(file)) return [];
    const sentences = marks.sentencesOf(text).filter((sentence) => {
      const isLong = (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length > 3;
      const isOwn = !line || own.test(field) || sentence.startsWith(':::role');
      return isOwn || (isLong && !kept.test(field) && !sentence.startsWith('#'));
    });
    return sentences.map(marks.digestOfSentence);
  });
  // An update keeps the owner's content, which can have sentences of an earlier sample.
  const all = new Set([...known, ...digests]);
  await expect(`${JSON.stringify([...all].toSorted(), null, 2)}\n`).toMatchFileSnapshot(
    'sample.json',
  );
  const earlier = 'I judge a control by the effort of an attacker who knows how it works.';
  expect(marks.sampleSentences(earlier)).toEqual([earlier]);
});
