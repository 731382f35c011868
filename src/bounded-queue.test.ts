import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendBounded } from './bounded-queue.ts';

test('holds the last items, in order, and never more than the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (items, limit) => {
      let queue: readonly number[] = [];
      for (const item of items) queue = appendBounded(queue, item, limit);
      const model = items.length > limit ? items.slice(items.length - limit) : items;
      expect(queue).toEqual(model);
    }),
  );
});

test('leaves the queue it was given alone', () => {
  const queue = [1, 2];
  appendBounded(queue, 3, 2);
  expect(queue).toEqual([1, 2]);
});
