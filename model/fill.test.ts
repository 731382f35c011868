import { expect, test } from 'vitest';
import { failureMessages } from '#content/messages.ts';
import { fill, fillConditions } from './fill.ts';
import { formatPhone } from './phone.ts';
import { statusText } from './status-text.ts';

test.each([
  ['{a} and {b} and {a}', '1 and 2 and 1'],
  ['{a}: {c}', '1: $& {b} $1'],
  ['{unknown} {}', '{unknown} {}'],
])('%s becomes %s: all its braces are filled in, but none in the values', (text, filled) => {
  expect(fill(text, { a: '1', b: '2', c: '$& {b} $1' })).toBe(filled);
});

test('a text keeps the conditions that are on, and loses the others with their bullets', () => {
  const text = '- {on? **Call.** {line}}\n- {off? No.}\nBy mail {on? , by form} {off? and letter}.';
  const filled = fillConditions(text, { on: true, off: false });
  expect(filled).toBe('- **Call.** {line}\nBy mail, by form.');
});

test.each([
  ['+12065550142', '(206) 555-0142'],
  ['+1 206 555 0142', '(206) 555-0142'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+1206555014', '+1206555014'],
])('%s is shown as %s (behavior 4.5)', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});

test('a status has its own message, or that of an unavailable service (behavior 6.1)', () => {
  const { notFound, rateLimited, server, unavailable } = failureMessages;
  const texts = [404, 429, 500, 502, null].map(statusText);
  expect(texts).toEqual([notFound, rateLimited, server, unavailable, unavailable]);
});
