import { expect, test } from 'vitest';
import { setVariable } from './env-file.ts';

const text = `# Where it is.
SITE_URL=https://old.com # for now

export INBOX_TO='a@b.se'
SMTP_URL="smtps://u:p#q@mail.b.se:465"
EMPTY=
NAME=one`;

test.each([
  ['SITE_URL', 'https://new.com', 'https://old.com', 'https://new.com'],
  ['INBOX_TO', 'c@d.se', "'a@b.se'", 'c@d.se'],
  [
    'SMTP_URL',
    'smtps://u:p#r@mail.b.se:465',
    '"smtps://u:p#q@mail.b.se:465"',
    "'smtps://u:p#r@mail.b.se:465'",
  ],
  ['EMPTY', 'x', 'EMPTY=', 'EMPTY=x'],
  ['NAME', 'two words', 'NAME=one', 'NAME=two words'],
  ['INBOX_TO', '', "'a@b.se'", "''"],
  ['OTHER', 'x', 'NAME=one', 'NAME=one\nOTHER=x\n'],
])('%s becomes %j, and every other byte stays', (name, value, before, after) => {
  expect(setVariable(text, name, value)).toBe(text.replace(before, () => after));
});

test('a value that is there already is left as it is written, and a file that is not there begins', () => {
  expect(setVariable(text, 'INBOX_TO', 'a@b.se')).toBe(text);
  expect(setVariable('', 'NAME', 'x')).toBe('NAME=x\n');
  expect(setVariable('', 'NAME', '')).toBe('');
});

test('of two assignments the one that counts changes, and lines end as they did', () => {
  expect(setVariable('A=1\r\nA=2\r\n', 'A', '3')).toBe('A=1\r\nA=3\r\n');
  expect(setVariable('A=1\r\n', 'B', '2')).toBe('A=1\r\nB=2\r\n');
});

test('what a .env file cannot hold is refused', () => {
  const value = `one\n'"\``;
  expect(() => setVariable(text, 'NAME', value)).toThrow(
    `NAME cannot be written into .env as it is: ${value}`,
  );
});
