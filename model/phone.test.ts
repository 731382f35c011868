import { expect, test } from 'vitest';
import { formatPhone } from './phone.ts';

test.each([
  ['+12065550142', '(206) 555-0142'],
  ['+1 206 555 0142', '(206) 555-0142'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+1206555014', '+1206555014'],
])('%s reads %s (behavior 4.5)', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});
