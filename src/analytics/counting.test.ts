import { expect, test } from 'vitest';
import { sourceOf } from './counting.ts';

test.each([
  ['', 'direct'],
  ['https://www.example.com/in/robin?session=1', 'www.example.com'],
  ['https://user:secret@example.com:8443/', 'example.com'],
  ['android-app://com.example.mail/', 'com.example.mail'],
  ['https://firm.com/terms', 'internal'],
])('from %j it is %s', (referrer, source) => {
  expect(sourceOf(referrer, 'firm.com')).toBe(source);
});

test.each(['reload', 'back_forward'])(
  'a page after a %s is no new visit (behavior 7.3)',
  (navigation) => {
    expect(sourceOf('https://example.com/', 'firm.com', navigation)).toBe('internal');
  },
);
