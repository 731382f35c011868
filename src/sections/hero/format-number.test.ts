import { expect, test } from 'vitest';
import { numberWriters } from './format-number.ts';

test('a share is 0% only when it is nothing, and 100% only when it is everything (behavior 1.3)', () => {
  const { formatShare } = numberWriters('en-US', 'USD');
  const shares = [0, 0.000049, 0.00878, 0.99, 0.996, 0.9987, 0.99999, 1];
  expect(shares.map(formatShare)).toEqual([
    '0%',
    '<0.01%',
    '0.88%',
    '99%',
    '99.6%',
    '99.9%',
    '>99.9%',
    '100%',
  ]);
});

test.each([
  ['en-US', 'USD', '$22,500', '9,801'],
  ['en-IN', 'INR', '₹22,500', '9,801'],
  ['sv-SE', 'SEK', '22 500 kr', '9 801'],
  ['pl-PL', 'PLN', '22 500 zł', '9801'],
  ['ja-JP', 'JPY', '￥22,500', '9,801'],
])(
  'in %s and %s, money has three significant digits, and counts all (behavior 1.3)',
  (language, currency, money, count) => {
    const { formatMoney, formatCount } = numberWriters(language, currency);
    const plain = (text: string): string => text.replace(/\s/g, ' ');
    expect(plain(formatMoney(22_477.4))).toBe(money);
    expect(plain(formatCount(9_800.6))).toBe(count);
  },
);
