import { readFileSync } from 'node:fs';
import type { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { about } from '../about.ts';
import { caseStudies } from '../case-studies.ts';
import { clients } from '../clients.ts';
import { contact } from '../contact.ts';
import { hero } from '../hero.ts';
import * as messages from '../messages.ts';
import { resources } from '../resources.ts';
import { services } from '../services.ts';
import { site } from '../site.ts';
import { thresholdFigure } from '../threshold-figure.ts';
import { checkContent, findContentMistakes } from './check.ts';
import { fillIdentity } from './identity-text.ts';
import { formatMistakes } from './mistake.ts';
import {
  aboutSchema,
  contactSchema,
  heroSchema,
  identitySchema,
  messagesSchema,
  resourcesSchema,
  servicesSchema,
  siteSchema,
  thresholdFigureSchema,
} from './schema.ts';
import { sections } from './sections.ts';

test('the content is complete', () => {
  expect(checkContent).not.toThrow();
});

const { offline, ...otherNotices } = messages.notificationMessages;
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
const resource = {
  id: 'lamps',
  title: 'Lamps',
  description: 'All of them.',
  category: 'white-paper',
  filename: 'lamps.pdf',
  path: '/resources/lamps.pdf',
  size: null,
  pages: 0,
  downloadCount: 0,
};
const firstClaim = { figure: '9×', unit: 'nights', text: 'awake', source: 2001 };

const servicesWith = (...items: object[]) => ({ ...services, items });
const { duration: _, ...withoutDuration } = service;
const serviceFields =
  'id, title, duration, weeks, consultation, price, summary, description, deliverables, message';

test.each<[what: string, schema: z.ZodType, value: unknown, ...messages: string[]]>([
  [
    'a number written as a text',
    servicesSchema,
    servicesWith({ ...service, consultation: '30' }),
    'the service “Night Watch”: consultation must be a whole number of minutes, such as 30, but is “30”',
  ],
  [
    'a length that nobody books',
    servicesSchema,
    servicesWith({ ...service, consultation: 500 }),
    'the service “Night Watch”: consultation must be 5 to 240 minutes, but is 500',
  ],
  [
    'a misspelt field',
    servicesSchema,
    servicesWith({ ...withoutDuration, durration: '2 weeks' }),
    'the service “Night Watch”: duration is missing; it must be a text between quotation marks',
    `the service “Night Watch” has no field “durration”; did you mean “duration”? It has ${serviceFields}`,
  ],
  [
    'a field that there is not',
    servicesSchema,
    servicesWith({ ...service, horoscope: 'good' }),
    `the service “Night Watch” has no field “horoscope”. It has ${serviceFields}`,
  ],
  [
    'an id with capitals and spaces',
    servicesSchema,
    servicesWith({ ...service, id: 'Night Watch' }),
    'the service “Night Watch”: id must be lower-case letters and digits with single hyphens between, and begin with a letter, such as risk-strategy, but is “Night Watch”',
  ],
  [
    'an id that is a number',
    servicesSchema,
    servicesWith({ ...service, id: '2024' }),
    'the service “Night Watch”: id must be lower-case letters and digits with single hyphens between, and begin with a letter, such as risk-strategy, but is “2024”',
  ],
  [
    'the id of the form’s last choice',
    servicesSchema,
    servicesWith({ ...service, id: 'other' }),
    'the service “Night Watch”: id must not be other, which is the form’s last choice',
  ],
  [
    'an id that is given twice',
    servicesSchema,
    servicesWith(service, { ...service, title: 'Day Watch' }),
    'the service “Day Watch”: id is “night-watch”, and so is that of the 1st service; each needs its own',
  ],
  ['no service', servicesSchema, servicesWith(), 'items must have 1 to 8 entries, but has 0'],
  [
    'nine services',
    servicesSchema,
    servicesWith(
      ...Array.from({ length: 9 }, (_, index) => ({ ...service, id: `night-${index}` })),
    ),
    'items must have 1 to 8 entries, but has 9',
  ],
  [
    'fifty questions',
    contactSchema,
    { ...contact, faq: { heading: 'Asked', items: Array(50).fill(question) } },
    'faq.items must have 1 to 20 entries, but has 50',
  ],
  [
    'nine claims',
    heroSchema,
    { ...hero, claims: Array(9).fill(firstClaim) },
    'claims must have at most 8 entries, but has 9',
  ],
  [
    'an entry without the title that would name it',
    contactSchema,
    { ...contact, faq: { heading: 'Asked', items: [question, question, { answer: 'Yes.' }] } },
    'the 3rd question: question is missing; it must be a text between quotation marks',
  ],
  [
    'an empty entry of a list in a list',
    servicesSchema,
    servicesWith({ ...service, deliverables: ['A lantern', ' '] }),
    'the 2nd deliverable of the service “Night Watch” must not be empty',
  ],
  [
    'a list of the wrong length',
    servicesSchema,
    servicesWith({ ...service, weeks: [2] }),
    'the service “Night Watch”: weeks must have at least 2 entries, but has 1',
  ],
  [
    'a value that is none of the possible ones',
    resourcesSchema,
    { ...resources, catalogue: [{ ...resource, category: 'white paper' }] },
    'the document “Lamps”: category must be white-paper, but is “white paper”; did you mean “white-paper”?',
  ],
  [
    'a text in place of a group',
    servicesSchema,
    { ...servicesWith(service), approach: 'Slowly' },
    'approach must be a group of fields between { and }, but is “Slowly”',
  ],
  [
    'nothing in place of a text',
    servicesSchema,
    servicesWith({ ...service, summary: null }),
    'the service “Night Watch”: summary must be a text between quotation marks, but is null',
  ],
  [
    'a misspelt message and a lost placeholder',
    messagesSchema,
    {
      ...messages,
      notificationMessages: { ...otherNotices, ofline: offline, callUnavailable: 'Please dial.' },
    },
    'notificationMessages.offline is missing; it must be a text between quotation marks',
    'notificationMessages.callUnavailable must contain {number}, but is “Please dial.”',
    `notificationMessages has no field “ofline”; did you mean “offline”? It has ${Object.keys(messages.notificationMessages).sort().join(', ')}`,
  ],
  [
    'a field of a file that there is not',
    siteSchema,
    { ...site, retentionYear: 2 },
    `the file has no field “retentionYear”; did you mean “retentionYears”? It has ${Object.keys(siteSchema.shape).join(', ')}`,
  ],
  [
    'a time zone that there is not, and a period of no time',
    siteSchema,
    { ...site, timeZone: 'Seattle', retentionYears: 0 },
    'timeZone must be the name of a time zone, such as America/Los_Angeles or Europe/London, but is “Seattle”',
    'retentionYears must be 1 or more, but is 0',
  ],
  [
    'each kind of mistake in the identity',
    identitySchema,
    {
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
    },
    'firm must not be empty',
    'jobTitle must be a text between quotation marks, but is 7',
    'email must be an email address, but is “robin”',
    'phone must be digits with the country code, with or without spaces, such as +12065550142 or +46 70 174 06 35, but is “206-555-0142”',
    'country must be a two-letter country code, such as US, but is “USA”',
    'answerWithin must not be empty',
    'the link “X”: url must be a web address beginning with https://, but is “http://x.example”',
  ],
  [
    'a line for those under attack without its number or its hours',
    heroSchema,
    { ...hero, incident: 'Call us.' },
    'incident must contain {call}, but is “Call us.”',
    'incident must contain {hours}, but is “Call us.”',
  ],
  [
    'a verdict that would be spoken at every step',
    thresholdFigureSchema,
    {
      ...thresholdFigure,
      verdicts: { ...thresholdFigure.verdicts, tooStrict: 'You lose {cost}.' },
    },
    'verdicts.tooStrict must have no {braces}, since it is spoken whenever it changes, but is “You lose {cost}.”',
  ],
  [
    'fraud that scores lower than good customers',
    thresholdFigureSchema,
    {
      ...thresholdFigure,
      assumptions: {
        ...thresholdFigure.assumptions,
        legitimate: { a: 6, b: 3 },
        fraudulent: { a: 2, b: 8 },
      },
    },
    'assumptions.fraudulent must score higher than `legitimate`: its `a` no smaller, its `b` no larger, and not both the same',
  ],
  [
    'an empty file',
    identitySchema,
    undefined,
    'the file is missing; it must be a group of fields between { and }',
  ],
])('%s is named, with what would be right', (_what, schema, value, ...expected) => {
  const mistakes = findContentMistakes('content/services.ts', schema, value);
  const sorted = mistakes.map(({ message }) =>
    message.replace(/It has (.*)$/, (_, fields: string) =>
      schema === messagesSchema
        ? `It has ${fields.split(', ').sort().join(', ')}`
        : `It has ${fields}`,
    ),
  );
  expect(sorted).toEqual(expected);
});

test('a mistake stands on its line, with its file', () => {
  const items = services.items.with(0, { ...services.items[0], summary: '' } as never);
  const mistakes = findContentMistakes('content/services.ts', servicesSchema, {
    ...services,
    items,
  });
  const line = mistakes[0]?.line ?? 0;
  expect(readFileSync('content/services.ts', 'utf8').split('\n')[line - 1]).toMatch(/^ *summary:/);
  expect(formatMistakes(mistakes)).toBe(
    `The content has mistakes:\n  - content/services.ts:${line}: the service “${services.items[0]?.title}”: summary must not be empty`,
  );
});

test('an unknown placeholder in a legal text names the file and what there is', () => {
  expect(() => fillIdentity('Write to {emial}.', 'content/terms.md')).toThrow(
    'content/terms.md: {emial} is not known; use {firm}, {person}, {email}, {phone}, {office}',
  );
});

test('a service in a legal text stays for what is in use, and is unknown elsewhere (behavior 8.2)', () => {
  expect(fillIdentity('{booking} {office}', 'content/privacy.md', ['booking'])).toMatch(
    /^\{booking\} \S/,
  );
  expect(() => fillIdentity('{booking}', 'content/expertise.ts')).toThrow(
    'content/expertise.ts: {booking} is not known; use {firm}, {person}, {email}, {phone}, {office}',
  );
});

test('what a client said is refused without leave to print it (behavior 1.3)', () => {
  const word = { text: 'Good.', name: 'Kim', role: 'head of risk', firm: 'A firm' };
  const mistakesIn = (permission: unknown) =>
    findContentMistakes('content/clients.ts', sections.clients.schema, {
      ...clients,
      words: [{ ...word, permission }],
    }).map(({ message }) => message);
  expect(mistakesIn(true)).toEqual([]);
  const refusal =
    'the client “Kim”: permission needs to be true: show what is a client’s only with the client’s leave';
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
      `portrait.file must be the name of a file in content/pictures/, of letters, digits, - and _, that ends with .jpg, .jpeg, .png, .webp, .avif, but is “${file}”`,
    ]);
  });
}

test('a language and a currency that there are not are named', () => {
  const content = { ...site, language: 'Swedish, mostly', currency: 'kronor' };
  const mistakes = findContentMistakes('content/site.ts', siteSchema, content);
  expect(mistakes.map(({ message }) => message)).toEqual([
    'language must be the code of a language, with or without a country, such as en-US or sv, but is “Swedish, mostly”',
    'currency must be the code of a currency, such as USD or SEK, but is “kronor”',
  ]);
});

test('a price needs an amount, and a case a result with its measure, period and baseline (behavior 1.3)', () => {
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
    `the service “${first?.title}”: price.amount must be more than 0, but is 0`,
    ...['measure', 'period', 'baseline'].map(
      (field) =>
        `the case “A case”: result.${field} is missing; it must be a text between quotation marks`,
    ),
  ]);
});
