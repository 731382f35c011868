import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Document, parseDocument } from 'yaml';
import { z } from 'zod';
import { about } from '#content/about.ts';
import { clients } from '#content/clients.ts';
import { contact } from '#content/contact.ts';
import { hero } from '#content/hero.ts';
import * as messages from '#content/messages.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { findMistakesIn, jsonSchemas, loadContent } from './content.ts';
import { fillConditions } from './fill.ts';
import { freezeContent } from './freeze.ts';
import * as schema from './schema.ts';
import { parseYaml } from './yaml.ts';

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true });
});

/** A project with this content, to be changed. */
const project = () => {
  const root = mkdtempSync(join(tmpdir(), 'content-'));
  roots.push(root);
  cpSync('content', join(root, 'content'), { recursive: true });
  const file = (name: string) => join(root, 'content', name);
  return {
    root,
    file,
    write: (name: string, text: string | Buffer) => writeFileSync(file(name), text),
    remove: (name: string) => rmSync(file(name)),
    edit: (name: string, change: (document: Document) => void) => {
      const document = parseDocument(readFileSync(file(name), 'utf8'));
      change(document);
      writeFileSync(file(name), document.toString({ lineWidth: 0 }));
    },
    replace: (name: string, from: string | RegExp, to: string) => {
      const text = readFileSync(file(name), 'utf8');
      expect(text).toMatch(from);
      writeFileSync(file(name), text.replace(from, to));
    },
  };
};

/** Such as `content/hero.yaml:5: lede is missing`. */
const mistakesIn = (root: string): string[] =>
  loadContent(root).mistakes.map(({ file, line, message }) =>
    [file, ...(line ? [line] : []), ` ${message}`].join(':'),
  );

const inQuotes = 'put the text between quotation marks';
const special = `the text begins with a character that means something in YAML; ${inQuotes}`;

test.each([
  ['a tab', 'title: x\nlist:\n\t- y', 3, 'the line begins with a tab; indent it with spaces'],
  ['a colon', 'title: Fraud: a plan', 1, `the text has a colon with a space after it; ${inQuotes}`],
  [
    'what YAML takes for a comment',
    'title: The # 1 advisor',
    1,
    `loses “# 1 advisor”, which YAML takes for a comment; ${inQuotes}, or the comment in a line of its own`,
  ],
  [
    'an apostrophe between apostrophes',
    "title: 'I don't know'",
    1,
    'the apostrophe ends the text; write ’, or put the text between double quotation marks',
  ],
  [
    'a quotation at the beginning',
    'title: "Draw" your line',
    1,
    `the text ends at its second quotation mark; write “ and ” within a text, or ${inQuotes} of the other kind`,
  ],
  [
    'a text without its end',
    'weeks: 2\ntitle: "Draw\nlist: []\n',
    2,
    'a quotation mark or bracket that opens here is never closed',
  ],
  ...['@home', '%home', '*really* good', '!important', '- a thing', '{person} helps', '> 10'].map(
    (text): [string, string, number, string] => [text, `title: ${text}`, 1, special],
  ),
  ['a field that is there twice', 'title: x\ntitle: y', 2, /a second time/],
  [
    'a line that is no field',
    'title: x\nI help',
    2,
    /^the line has no colon with a space after it/,
  ],
  ['a second document', 'title: x\n---\nlist: []', 2, 'a line of --- ends the file; remove it'],
  ['a wrong indent', 'title: x\n  list: []', 1, 'the next line is not indented like this one'],
])('%s is explained, with its line', (_what, text, line, message) => {
  const shape = z.object({ title: z.string(), list: z.array(z.string()), weeks: z.number() });
  const { mistakes } = parseYaml('content/hero.yaml', text, shape);
  expect(mistakes).toMatchObject([
    { file: 'content/hero.yaml', line, message: expect.stringMatching(message) },
  ]);
});

test('a value is read as its field wants it', () => {
  const shape = z.object({
    year: z.string(),
    again: z.string(),
    country: z.enum(['no', 'se']),
    phone: z.string(),
    booking: z.boolean().default(true),
    weeks: z.number(),
  });
  const text =
    'year: &year 1999\nagain: *year\ncountry: no\nphone: +12065550142\nbooking: no\nweeks: "2"\n';
  expect(parseYaml('x.yaml', text, shape)).toMatchObject({
    mistakes: [],
    value: {
      year: '1999',
      again: '1999',
      country: 'no',
      phone: '+12065550142',
      booking: false,
      weeks: 2,
    },
  });
});

const service = {
  id: 'night-watch',
  title: 'Night Watch',
  duration: '2 weeks',
  weeks: [2, 2],
  consultation: 30,
  summary: 'Somebody is awake.',
  description: 'From dusk to dawn.',
  deliverables: ['A lantern'],
  message: 'I would like to sleep.',
};
const question = { question: 'Is it dark?', answer: 'It is.' };
const servicesWith = (...items: object[]) => ({ ...services, items });
const { duration: _duration, ...withoutDuration } = service;
const { offline: _offline, ...otherNotices } = messages.notificationMessages;
const word = { text: 'Good.', name: 'Kim', role: 'head of risk', firm: 'A firm' };

test.each<[what: string, schema: z.ZodType, value: unknown, ...messages: (string | RegExp)[]]>([
  [
    'a length that nobody books',
    schema.servicesSchema,
    servicesWith({ ...service, consultation: 500 }),
    'the service “Night Watch”: consultation must be 5 to 240 minutes, but is 500',
  ],
  [
    'a misspelt field',
    schema.servicesSchema,
    servicesWith({ ...withoutDuration, durration: '2 weeks' }),
    'the service “Night Watch”: duration is missing; it must be a text',
    /^the service “Night Watch” has no field “durration”; did you mean “duration”\? It has id, title/,
  ],
  [
    'an id with capitals and spaces',
    schema.servicesSchema,
    servicesWith({ ...service, id: 'Night Watch' }),
    /^the service “Night Watch”: id must be lower-case letters .*, but is “Night Watch”$/,
  ],
  [
    'the id of the form’s last choice',
    schema.servicesSchema,
    servicesWith({ ...service, id: 'other' }),
    'the service “Night Watch”: id must not be other, which is the form’s last choice',
  ],
  [
    'an id that is given twice',
    schema.servicesSchema,
    servicesWith(service, { ...service, title: 'Day Watch' }),
    'the service “Day Watch”: id is “night-watch”, and so is that of the 1st service; each needs its own',
  ],
  [
    'no service',
    schema.servicesSchema,
    servicesWith(),
    'items must have 1 to 8 entries, but has 0',
  ],
  [
    'an entry without the title that would name it',
    schema.contactSchema,
    { ...contact, faq: { heading: 'Asked', items: [question, question, { answer: 'Yes.' }] } },
    'the 3rd question: question is missing; it must be a text',
  ],
  [
    'an empty entry of a list in a list',
    schema.servicesSchema,
    servicesWith({ ...service, deliverables: ['A lantern', ' '] }),
    'the 2nd deliverable of the service “Night Watch” must not be empty',
  ],
  [
    'a text in place of a group, and nothing in place of a text',
    schema.servicesSchema,
    { ...servicesWith({ ...service, summary: null }), approach: 'Slowly' },
    'the service “Night Watch”: summary is empty; it must be a text',
    'approach must be a group of fields, but is “Slowly”',
  ],
  [
    'a lost message and a lost placeholder',
    schema.messagesSchema,
    { ...messages, notificationMessages: { ...otherNotices, callUnavailable: 'Please dial.' } },
    'notificationMessages.offline is missing; it must be a text',
    'notificationMessages.callUnavailable must contain {number}, but is “Please dial.”',
  ],
  [
    'what a site cannot be',
    schema.siteSchema,
    {
      ...site,
      language: 'Swedish, mostly',
      currency: 'kronor',
      timeZone: 'Seattle',
      retentionYears: 0,
      sections: ['hero', 'servces', 'hero'],
      securityTxtExpires: '2027-02-30',
    },
    /^language must be the code of a language/,
    /^currency must be the code of a currency/,
    /^the 2nd entry of sections must be one of .*; did you mean “services”\?$/,
    'timeZone must be the name of a time zone, such as America/Los_Angeles or Europe/London, but is “Seattle”',
    'retentionYears must be 1 or more, but is 0',
    'securityTxtExpires must be a date like 2027-10-31, but is “2027-02-30”',
  ],
  [
    'a line for those under attack without its number or its hours',
    schema.heroSchema,
    { ...hero, incident: 'Call us.' },
    'incident must contain {call}, but is “Call us.”',
    'incident must contain {hours}, but is “Call us.”',
  ],
  [
    'fraud that scores lower than good customers',
    schema.thresholdFigureSchema,
    {
      ...thresholdFigure,
      assumptions: {
        ...thresholdFigure.assumptions,
        legitimate: { a: 6, b: 3 },
        fraudulent: { a: 2, b: 8 },
      },
    },
    /^assumptions.fraudulent must score higher than `legitimate`/,
  ],
  [
    'the words of a client without leave to print them (behavior 1.3)',
    schema.clientsSchema,
    { ...clients, words: [{ ...word, permission: false }] },
    'the client “Kim”: permission needs to be true: show what is a client’s only with the client’s leave',
  ],
  [
    'a portrait that is no photograph',
    schema.aboutSchema,
    { ...about, portrait: { file: '../portrait.svg', alternative: 'Me' } },
    /^portrait.file must be the name of a file in content\/pictures\//,
  ],
  [
    'a price without an amount (behavior 1.3)',
    schema.servicesSchema,
    servicesWith({ ...service, price: { amount: 0 } }),
    'the service “Night Watch”: price.amount must be more than 0, but is 0',
  ],
])('%s is named, with what would be right', (_what, part, value, ...expected) => {
  const found = findMistakesIn(part, value, []).map(({ message }) => message);
  expect(found).toEqual(expected.map((message) => expect.stringMatching(message)));
  expect(found).toHaveLength(expected.length);
});

test('a mistake is found in its file and line', () => {
  const { root, edit, file } = project();
  edit('services.yaml', (document) => document.setIn(['items', 0, 'consultation'], 'an hour'));
  const lines = readFileSync(file('services.yaml'), 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes('an hour')) + 1;
  expect(mistakesIn(root)).toEqual([
    expect.stringMatching(
      new RegExp(`^content/services.yaml:${line}: the service “.*”: consultation must be a whole`),
    ),
  ]);
});

test('the words of a language lie below those of the owner, and a lost one is missed there', () => {
  const { root, edit } = project();
  edit('site.yaml', (document) => document.set('language', 'en'));
  edit('hero.yaml', (document) => document.set('scheduleLabel', 'Book me'));
  expect(loadContent(root).content?.hero).toMatchObject({
    scheduleLabel: 'Book me',
    evidence: hero.evidence && expect.anything(),
  });
  edit('words/en.yaml', (document) => document.deleteIn(['contact', 'form', 'submit']));
  expect(mistakesIn(root)).toEqual([
    expect.stringMatching(
      /^content\/words\/en\.yaml:\d+: form\.submit is missing; it must be a text$/,
    ),
  ]);
});

test.each(['de', 'en', 'es', 'fr', 'pt-BR'])('there are all words in %s', (language) => {
  const { root, edit } = project();
  edit('site.yaml', (document) => document.set('language', language));
  expect(mistakesIn(root)).toEqual([]);
});

test('a language without words is named, with those that there are', () => {
  const { root, edit } = project();
  edit('site.yaml', (document) => document.set('language', 'no'));
  expect(mistakesIn(root)).toEqual([
    expect.stringMatching(
      /^content\/site\.yaml:\d+: there are words for .*en, .*but not for “no”: translate content\/words\/en\.yaml into content\/words\/no\.yaml$/,
    ),
  ]);
});

const head = '---\ntitle: A\ndescription: B\n';

test.each<[what: string, change: (files: ReturnType<typeof project>) => void, mistake: RegExp]>([
  [
    'a file that is gone',
    ({ remove }) => remove('hero.yaml'),
    /^content\/hero\.yaml: the file is missing$/,
  ],
  [
    'an empty file',
    ({ write }) => write('hero.yaml', '# later\n'),
    /^content\/hero\.yaml:1: the file is empty$/,
  ],
  [
    'another encoding',
    ({ write }) => write('hero.yaml', Buffer.from('lede: café', 'latin1')),
    /^content\/hero\.yaml: the file is not in UTF-8/,
  ],
  [
    'a page beside the folder of pages',
    ({ write }) => write('speaking.md', head),
    /^content\/speaking\.md: is read by nothing; a page belongs into content\/pages\/$/,
  ],
  [
    'a misspelt file',
    ({ write }) => write('heros.yaml', 'a: b'),
    /^content\/heros\.yaml: is read by nothing; did you mean “hero\.yaml”\?$/,
  ],
  [
    'a page without a head',
    ({ write }) => write('pages/talks.md', 'Hello.'),
    /^content\/pages\/talks\.md:1: the head of the page is missing/,
  ],
  [
    'a head without an end',
    ({ write }) => write('pages/talks.md', `${head}\nHello.`),
    /^content\/pages\/talks\.md:1: the head of the page has no end/,
  ],
  [
    'a day that there is not',
    ({ write }) => write('pages/talks.md', `${head}updated: 2026-13-45\n---\n`),
    /^content\/pages\/talks\.md:4: updated must be a date/,
  ],
  [
    'a page where the site has one',
    ({ write }) => write('pages/book.md', `${head}---\n`),
    /^content\/pages\/book\.md: the site has another page at \/book; rename the file$/,
  ],
  [
    'a name that is no address',
    ({ write }) => write('pages/My Talks.md', `${head}---\n`),
    /^content\/pages\/My Talks\.md: the name of the file is the address of the page/,
  ],
  [
    'an unknown placeholder',
    ({ write }) => write('pages/talks.md', `${head}---\n\nBy {frim}.`),
    /^content\/pages\/talks\.md:6: \{frim\} is not known; use \{firm\}/,
  ],
  [
    'an unknown switch',
    ({ write }) => write('pages/talks.md', `${head}---\n\n{books? Hello.}`),
    /^content\/pages\/talks\.md:6: \{books\? …\} is not known; use \{booking\? …\}/,
  ],
])('%s is named, and nothing is written', async (_what, change, mistake) => {
  const files = project();
  change(files);
  expect(mistakesIn(files.root)).toEqual([expect.stringMatching(mistake)]);
  await expect(freezeContent(files.root)).rejects.toThrow(/^The content has mistakes:/);
  expect(() => readFileSync(join(files.root, '.content/hero.ts'))).toThrow(/ENOENT/);
});

test('an editor asks for no word that the language has', () => {
  const loaded = loadContent();
  const schemas = jsonSchemas('words' in loaded && loaded.words);
  expect(schemas.services).toMatchObject({
    required: ['label', 'heading', 'intro', 'items', 'approach', 'banner'],
  });
  expect(schemas.site).toMatchObject({ properties: { pages: { required: ['home'] } } });
});

test('a file from Windows reads like any other', () => {
  const { root, file, write } = project();
  for (const name of ['hero.yaml', 'pages/terms.md']) {
    write(name, `\uFEFF${readFileSync(file(name), 'utf8').replaceAll('\n', '\r\n')}`);
  }
  expect(loadContent(root)).toEqual(loadContent('.'));
});

test('what is switched off has no entries, and texts about it go (behavior 1.1)', () => {
  const { root, edit } = project();
  edit('site.yaml', (document) => {
    for (const name of ['booking', 'newsletter', 'resources', 'figure']) document.set(name, false);
    document.setIn(['pages', 'home', 'title'], 'Advice {booking? by appointment}');
  });
  const { content } = loadContent(root);
  expect(content).toMatchObject({ availability: null, resources: { catalogue: [] } });
  expect(content?.site.sections).not.toContain('resources');
  expect(content?.site.pages.home.title).toBe('Advice');
});

test('a text keeps what is on, and loses what is off with its bullet', () => {
  const text =
    '- {on? **Booking.** {line}}\n- {off? No.}\nBy mail {on? , by form} {off? and letter}.';
  expect(fillConditions(text, { on: true, off: false })).toBe(
    '- **Booking.** {line}\nBy mail, by form.',
  );
});

test('tests see what is switched off, too', () => {
  const { root, edit } = project();
  edit('site.yaml', (document) => {
    document.set('booking', false);
    document.set('sections', ['hero', 'about']);
  });
  const { content } = loadContent(root, { hasAll: true });
  expect(content?.site).toMatchObject({
    booking: true,
    sections: expect.arrayContaining(['contact']),
  });
});
