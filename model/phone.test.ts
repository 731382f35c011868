import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone } from './phone.ts';

test.each([
  ['+12065550142', '(206) 555-0142'],
  ['+1 206 555 0142', '(206) 555-0142'],
  ['+442079460958', '+442079460958'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+1206555014', '+1206555014'],
  ['+120655501423', '+120655501423'],
  ['2065550142', '2065550142'],
  ['', ''],
])('%s reads %s (behavior 4.5)', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});

test('every +1 number with ten digits keeps its digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{10}$/), (digits) => {
      const shown = formatPhone(`+1${digits}`);
      expect(shown).toMatch(/^\(\d{3}\) \d{3}-\d{4}$/);
      expect(shown.replace(/\D/g, '')).toBe(digits);
    }),
  );
});
