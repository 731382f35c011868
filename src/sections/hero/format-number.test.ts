import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberWriters, readNumberFormat } from './format-number.ts';

const owners = [
  ['en-US', 'USD'],
  ['en-IN', 'INR'],
  ['sv-SE', 'SEK'],
  ['de-AT', 'EUR'],
  ['de-CH', 'CHF'],
  ['es-ES', 'EUR'],
  ['pl-PL', 'PLN'],
  ['ja-JP', 'JPY'],
  ['ar-EG', 'EGP'],
  ['he-IL', 'ILS'],
] as const;

for (const [language, currency] of owners) {
  describe(`in ${language} and ${currency}`, () => {
    const { formatCount, formatMoney, formatShare } = numberWriters(
      readNumberFormat(language, currency),
    );
    const check = (
      format: (value: number) => string,
      options: Intl.NumberFormatOptions,
      values: fc.Arbitrary<number>,
    ): void => {
      const standard = new Intl.NumberFormat(language, options);
      fc.assert(
        fc.property(values, (value) => {
          expect(format(value)).toBe(standard.format(value));
        }),
        { numRuns: 500 },
      );
    };

    test('a count is written as Intl writes it', () => {
      check(formatCount, {}, fc.nat());
    });

    test('money is written as Intl writes it', () => {
      const options = { style: 'currency', currency, maximumSignificantDigits: 3 } as const;
      check(formatMoney, options, fc.integer({ min: 100, max: 10_000_000 }));
    });

    test('a share is written as Intl writes it, unless it is close to 0% or 100%', () => {
      const options = { style: 'percent', maximumSignificantDigits: 2 } as const;
      // No halfway values, because binary fractions may be on either side of them.
      const shares = fc.integer({ min: 1, max: 9899 }).map((count) => (count + 0.37) / 10_000);
      check(formatShare, options, shares);
    });
  });
}

test('a share is shown as 0% only if it is 0, and as 100% only if it is 1 (behavior 1.3)', () => {
  const { formatShare } = numberWriters(readNumberFormat('en-US', 'USD'));
  const shares = [0, 0.000049, 0.99, 0.996, 0.9987, 0.99999, 1];
  expect(shares.map(formatShare)).toEqual([
    '0%',
    '<0.01%',
    '99%',
    '99.6%',
    '99.9%',
    '>99.9%',
    '100%',
  ]);
});
