import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastWhere } from './interval.ts';

test('the last matching item is found, or none, without looking at every item', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(99)), fc.integer({ min: -1, max: 100 }), (numbers, limit) => {
      const all = numbers.toSorted((one, other) => one - other);
      let looks = 0;
      const found = lastWhere(all, (number) => {
        looks++;
        return number <= limit;
      });
      expect(found).toBe(all.findLast((number) => number <= limit));
      expect(looks).toBeLessThanOrEqual(Math.ceil(Math.log2(all.length + 1)));
    }),
  );
});
