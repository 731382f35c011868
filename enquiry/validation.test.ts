import { expect, test } from 'vitest';
import { validationMessages as texts } from '#content/messages.ts';
import { typed as valid } from '../tests/contact-form.ts';
import { validateEnquiry } from './enquiry.ts';
import { looksComplete } from './validation.ts';

/** Characters of several code units each. */
const severalCodes = [
  ['emoji', '\u{1f600}'],
  ['families', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'],
  ['letters with accents', 'e\u0323\u0301'],
] as const;

const [lines, invisible] = ['1\r\n3\r\n5\r\n7\r\n9', `short${'\u200b'.repeat(9)}`];
// In the order of behavior 3.5; each value breaks one rule.
const rules = [
  ['firstName', ['', '  ', '\t\n', '\u200b \u2060'], texts.firstName],
  ['lastName', ['', '\u00a0'], texts.lastName],
  ['email', ['', ' '], texts.email],
  ['email', ['ada', 'ada.example.com', '.'], texts.emailFormat],
  ['company', ['', ' '], texts.company],
  ['message', ['', '          '], texts.message],
  ['message', ['short', ' 123456789 ', 'ninechars', lines, invisible], texts.messageLength],
] as const;

test('a single mistake is named with its field, and of several, the first in the order of the rules (behavior 3.5)', () => {
  for (const [field, values, message] of rules) {
    for (const value of values) {
      expect(validateEnquiry({ ...valid, [field]: value }), value).toEqual({ field, message });
    }
  }
  const enquiry = { ...valid };
  for (const [field, [value = ''], message] of rules.toReversed()) {
    enquiry[field] = value;
    expect(validateEnquiry(enquiry)).toEqual({ field, message });
  }
  expect(validateEnquiry(enquiry, 'company')?.message).toBe(texts.company);
});

test.each(severalCodes)('nine %s are not ten characters (behavior 3.5, 8.1)', (_, character) => {
  const lengthOf = (message: string) => validateEnquiry({ ...valid, message })?.message ?? 'enough';
  expect(lengthOf(character.repeat(9))).toBe(texts.messageLength);
  expect(lengthOf(character.repeat(10))).toBe('enough');
});

test.each([
  ['an address that only has an @', { email: '@' }],
  ['ten characters between spaces', { message: '  0123456789  ' }],
  ['empty optional fields', { role: '', serviceType: '', urgency: '' }],
])('%s is enough', (_, fields) => expect(validateEnquiry({ ...valid, ...fields })).toBeNull());

test.each([
  ['', true],
  [' ada@example.com ', true],
  ['jörg@mail.exämple.de', true],
  ['ana@', false],
  ['ana@gmail', false],
  ['ana@gmail.', false],
  ['ana@gmail.c', false],
  ['@gmail.com', false],
  ['ana@gmail.com, bo@gmail.com', false],
  ['ana@gmail..com', false],
  ['ana@gmail.com;', false],
])('whether %j looks complete: %s', (address, isComplete) => {
  expect(looksComplete(address)).toBe(isComplete);
});
