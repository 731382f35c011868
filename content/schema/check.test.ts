import { expect, test } from 'vitest';
import { about } from '../about.ts';
import { caseStudies } from '../case-studies.ts';
import { clients } from '../clients.ts';
import * as messages from '../messages.ts';
import { services } from '../services.ts';
import { site } from '../site.ts';
import { checkContent, findContentMistakes } from './check.ts';
import { fillIdentity } from './identity-text.ts';
import { formatMistakes } from './mistake.ts';
import {
  aboutSchema,
  identitySchema,
  messagesSchema,
  servicesSchema,
  siteSchema,
} from './schema.ts';
import { sections } from './sections.ts';

test('the content is complete', () => {
  expect(checkContent).not.toThrow();
});

test('a misspelt field is named, and so is the one that is missing for it', () => {
  const { duration, ...rest } = services.items[1] as (typeof services.items)[number];
  const content = {
    ...services,
    items: services.items.with(1, { ...rest, durration: duration } as never),
  };
  const file = 'content/services.ts';
  expect(findContentMistakes(file, servicesSchema, content)).toEqual([
    { file, field: 'items[1].duration', message: 'items[1].duration is missing' },
    {
      file,
      field: 'items[1].durration',
      message: 'items[1].durration is not a known field (misspelt?)',
    },
  ]);
});

test('an id that is given twice is named', () => {
  const [first, ...rest] = services.items;
  const content = { ...services, items: [first, { ...rest[0], id: first?.id }, ...rest.slice(1)] };
  const [mistake] = findContentMistakes('content/services.ts', servicesSchema, content);
  expect(mistake?.message).toBe(
    `items[1].id is “${first?.id}”, and so is that of entry 1; each needs its own`,
  );
});

test('a misspelt message and a lost placeholder are named', () => {
  const { offline, ...others } = messages.notificationMessages;
  const content = {
    ...messages,
    notificationMessages: { ...others, ofline: offline, callUnavailable: 'Please dial.' },
  };
  const mistakes = findContentMistakes('content/messages.ts', messagesSchema, content);
  expect(mistakes.map(({ message }) => message)).toEqual([
    'notificationMessages.offline is missing',
    'notificationMessages.callUnavailable must contain {number}',
    'notificationMessages.ofline is not a known field (misspelt?)',
  ]);
});

test('a time zone that there is not, and a period of no time, are named', () => {
  const content = { ...site, timeZone: 'Seattle', retentionYears: 0 };
  const mistakes = findContentMistakes('content/site.ts', siteSchema, content);
  expect(mistakes.map(({ message }) => message)).toEqual([
    'timeZone must be the name of a time zone, such as America/Los_Angeles or Europe/London',
    'retentionYears must be 1 or more',
  ]);
});

test('each kind of mistake in the identity says what was expected', () => {
  const identity = {
    firm: '',
    person: 'Robin',
    jobTitle: 7,
    email: 'robin',
    phone: '206-555-0142',
    office: { city: 'Seattle', region: 'WA' },
    country: 'USA',
    answerWithin: '',
    socialLinks: [{ id: 'x', label: 'X', url: 'http://x.example' }],
    companyLinks: [],
  };
  const mistakes = findContentMistakes('content/identity.ts', identitySchema, identity);
  expect(formatMistakes('The content has mistakes:', mistakes).split('\n')).toEqual([
    'The content has mistakes:',
    '  - content/identity.ts: firm must not be empty',
    '  - content/identity.ts: jobTitle must be string',
    '  - content/identity.ts: email must be an email address',
    '  - content/identity.ts: phone must be digits with the country code, such as +12065550142',
    '  - content/identity.ts: country must be a two-letter country code, such as US',
    '  - content/identity.ts: answerWithin must not be empty',
    '  - content/identity.ts: socialLinks[0].url must be a web address beginning with https://',
  ]);
});

test('an unknown placeholder in a legal text names the file and what there is', () => {
  expect(() => fillIdentity('Write to {emial}.', 'content/terms.md')).toThrow(
    'content/terms.md: {emial} is not known; use {firm}, {person}, {email}, {office}',
  );
});

test('a service in a legal text stays for what is in use, and is unknown elsewhere', () => {
  expect(fillIdentity('{booking} {office}', 'content/privacy.md', ['booking'])).toMatch(
    /^\{booking\} \w/,
  );
  expect(() => fillIdentity('{booking}', 'content/expertise.ts')).toThrow(
    'content/expertise.ts: {booking} is not known; use {firm}, {person}, {email}, {office}',
  );
});

test('what a client said is refused without leave to print it', () => {
  const word = { text: 'Good.', name: 'Kim', role: 'head of risk', firm: 'A firm' };
  const mistakesIn = (permission: unknown) =>
    findContentMistakes('content/clients.ts', sections.clients.schema, {
      ...clients,
      words: [{ ...word, permission }],
    }).map(({ message }) => message);
  expect(mistakesIn(true)).toEqual([]);
  const refusal =
    'words[0].permission must be true: print what is a client’s only with the client’s leave';
  expect(mistakesIn(false)).toEqual([refusal]);
  expect(mistakesIn('by mail')).toEqual([refusal]);
});

for (const file of [
  'portrait.svg',
  'portrait.heic',
  '../portrait.jpg',
  'PORTRAIT.JPG',
  'portrait',
]) {
  test(`the portrait ${file} is refused by its name`, () => {
    const content = { ...about, portrait: { file, alternative: 'Me' } };
    const mistakes = findContentMistakes('content/about.ts', aboutSchema, content);
    expect(mistakes.map(({ message }) => message)).toEqual([
      'portrait.file must be the name of a file in content/pictures/, of letters, digits, - and _, that ends with .jpg, .jpeg, .png, .webp, .avif',
    ]);
  });
}

test('a language and a currency that there are not are named', () => {
  const content = { ...site, language: 'Swedish, mostly', currency: 'kronor' };
  const mistakes = findContentMistakes('content/site.ts', siteSchema, content);
  expect(mistakes.map(({ message }) => message)).toEqual([
    'language must be the code of a language, with or without a country, such as en-US or sv',
    'currency must be the code of a currency, such as USD or SEK',
  ]);
});

test('a price needs an amount, and a case a result with its measure, period and baseline', () => {
  const [first] = services.items;
  const priced = { ...services, items: [{ ...first, price: { amount: 0 } }] };
  const study = {
    title: 'A case',
    client: 'A bank',
    problem: 'Losses.',
    work: 'Counted.',
    result: { figure: '−40 %' },
  };
  const cases = { ...caseStudies, items: [study] };
  expect(
    [
      ...findContentMistakes('content/services.ts', servicesSchema, priced),
      ...findContentMistakes('content/case-studies.ts', sections['case-studies'].schema, cases),
    ].map(({ message }) => message),
  ).toEqual([
    'items[0].price.amount must be more than 0',
    'items[0].result.measure is missing',
    'items[0].result.period is missing',
    'items[0].result.baseline is missing',
  ]);
});
