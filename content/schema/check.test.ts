import { expect, test } from 'vitest';
import { hero } from '../hero.ts';
import * as messages from '../messages.ts';
import { services } from '../services.ts';
import { site } from '../site.ts';
import { thresholdFigure } from '../threshold-figure.ts';
import { checkContent, findContentMistakes } from './check.ts';
import { fillIdentity } from './identity-text.ts';
import { formatMistakes } from './mistake.ts';
import {
  heroSchema,
  identitySchema,
  messagesSchema,
  servicesSchema,
  siteSchema,
  thresholdFigureSchema,
} from './schema.ts';

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

test('a line for those under attack without its number or its hours is named', () => {
  const mistakesWith = (incident: string) =>
    findContentMistakes('content/hero.ts', heroSchema, { ...hero, incident }).map(
      ({ message }) => message,
    );
  expect(mistakesWith('Call us.')).toEqual([
    'incident must contain {phone}',
    'incident must contain {hours}',
  ]);
  expect(mistakesWith('{hours}: {phone}')).toEqual([]);
});

test('a verdict that would be spoken at every step, and fraud that scores lower, are named', () => {
  const { assumptions, verdicts } = thresholdFigure;
  const content = {
    ...thresholdFigure,
    verdicts: { ...verdicts, tooStrict: 'You lose {cost}.' },
    assumptions: {
      ...assumptions,
      legitimate: assumptions.fraudulent,
      fraudulent: assumptions.legitimate,
    },
  };
  const file = 'content/threshold-figure.ts';
  const mistakes = findContentMistakes(file, thresholdFigureSchema, content);
  expect(mistakes.map(({ message }) => message)).toEqual([
    'verdicts.tooStrict must have no {braces}: it is spoken whenever it changes',
    'assumptions.fraudulent must score higher than good customers: `a` no smaller than that of `legitimate`, `b` no larger, and not both the same',
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
