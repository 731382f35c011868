import { expect, test } from 'vitest';
import { notHeard, spokenIn, stuttered } from './spoken.ts';

test('the spoken sentences are read from Orca’s log, without the names of keys', () => {
  const log = [
    "22:58:40.123456 - SPEECH OUTPUT: 'Menu  button.' {'rate': 50}",
    "22:58:40.223456 - SPEECH OUTPUT: 'tab' None",
    "22:58:40.323456 - SPEECH OUTPUT: 'it’s over' {}",
    "22:58:40.423456 - SOMETHING ELSE: 'Not spoken'",
  ].join('\n');
  expect(spokenIn(log)).toEqual(['Menu button.', 'it’s over']);
});

test('sentences are found in their order, whatever the punctuation between their words', () => {
  const spoken = ['Email entry required.', 'Please enter a valid email address'];
  expect(notHeard(['email', 'valid — email', 'ADDRESS'], spoken)).toEqual([]);
  expect(notHeard(['valid', 'Email entry'], spoken)).toEqual(['Email entry']);
  // A part of another word does not count.
  expect(notHeard(['mail', 'enter'], spoken)).toEqual(['mail']);
});

test('a sentence that is spoken three times in a row is reported', () => {
  expect(stuttered(['One', 'One', 'Two', 'One'])).toEqual([]);
  expect(stuttered(['One', 'Two', 'Two', 'Two', 'Two'])).toEqual(['Two (less often)']);
});
