import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastWhere } from './interval.ts';

const ascending = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

test('the last that holds is found, or none', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 99 })),
      fc.integer({ min: -1, max: 100 }),
      (numbers, limit) => {
        const all = ascending(numbers);
        const holds = (number: number) => number <= limit;
        expect(lastWhere(all, holds)).toBe(all.findLast(holds));
      },
    ),
  );
});

test('of a hundred thousand, seventeen are looked at', () => {
  let looks = 0;
  const all = Array.from({ length: 100_000 }, (_, index) => index);
  const found = lastWhere(all, (number) => {
    looks++;
    return number <= 7;
  });
  expect(found).toBe(7);
  expect(looks).toBeLessThanOrEqual(17);
});
