import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { thresholdFigure } from '#content/threshold-figure.ts';
import {
  type Assumptions,
  betaAbove,
  betaDensity,
  cheapestThreshold,
  judgeThreshold,
  readThreshold,
} from './model.ts';

const assumptions = {
  ordersPerDay: 10_000,
  fraudShare: 0.01,
  lossPerFraud: 180,
  lossPerDecline: 25,
  legitimate: { a: 2, b: 8 },
  fraudulent: { a: 6, b: 3 },
};
const shape = fc.record({ a: fc.integer({ min: 1, max: 12 }), b: fc.integer({ min: 1, max: 12 }) });

/** Returns an integral by Simpson's rule. */
const integrate = (from: number, { a, b }: { a: number; b: number }): number => {
  const pieces = 400;
  const step = (1 - from) / pieces;
  let sum = 0;
  for (let i = 0; i <= pieces; i++) {
    const weight = i === 0 || i === pieces ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * betaDensity(from + i * step, { a, b });
  }
  return (sum * step) / 3;
};

test('the share above a score is the area under the drawn curve', () => {
  fc.assert(
    fc.property(shape, fc.double({ min: 0, max: 1, noNaN: true }), (beta, x) => {
      expect(betaAbove(x, beta)).toBeCloseTo(integrate(x, beta), 5);
    }),
  );
});

test('a uniform distribution has the density 1, and the share above 0.3 is 0.7', () => {
  expect(betaAbove(0.3, { a: 1, b: 1 })).toBeCloseTo(0.7, 12);
  expect(betaDensity(0.3, { a: 1, b: 1 })).toBe(1);
});

test('the share of Beta(2, 3) above one half is 5/16', () => {
  expect(betaAbove(0.5, { a: 2, b: 3 })).toBeCloseTo(5 / 16, 12);
});

test('at the ends, all orders or none are stopped, and the cost is that of one kind of error', () => {
  const { ordersPerDay, fraudShare, lossPerFraud, lossPerDecline } = assumptions;
  expect(readThreshold(0, assumptions)).toEqual({
    caught: 1,
    stopped: 1,
    fraudApproved: 0,
    goodDeclined: ordersPerDay * (1 - fraudShare),
    cost: ordersPerDay * (1 - fraudShare) * lossPerDecline,
  });
  expect(readThreshold(100, assumptions)).toEqual({
    caught: 0,
    stopped: 0,
    fraudApproved: ordersPerDay * fraudShare,
    goodDeclined: 0,
    cost: ordersPerDay * fraudShare * lossPerFraud,
  });
});

test('a higher threshold never catches more, and never stops more', () => {
  for (let threshold = 1; threshold <= 100; threshold++) {
    const lower = readThreshold(threshold - 1, assumptions);
    const higher = readThreshold(threshold, assumptions);
    expect(higher.caught).toBeLessThan(lower.caught);
    expect(higher.stopped).toBeLessThan(lower.stopped);
  }
});

test('no threshold costs less than the cheapest', () => {
  const cheapest = cheapestThreshold(assumptions);
  const { cost } = readThreshold(cheapest, assumptions);
  for (let threshold = 0; threshold <= 100; threshold++) {
    expect(readThreshold(threshold, assumptions).cost).toBeGreaterThanOrEqual(cost);
  }
  expect(cheapest).toBeGreaterThan(0);
  expect(cheapest).toBeLessThan(100);
});

test('each threshold is judged by its cost', () => {
  const verdicts = Array.from({ length: 101 }, (_, threshold) =>
    judgeThreshold(threshold, assumptions),
  );
  expect([verdicts[0], verdicts[38], verdicts[45], verdicts[56], verdicts[70]]).toEqual([
    'worseThanNothing',
    'worseThanNothing',
    'tooStrict',
    'cheapest',
    'tooLoose',
  ]);
  expect(verdicts.filter((verdict) => verdict === 'cheapest')).toHaveLength(1);
  expect(verdicts[100]).toBe('tooLoose');
});

/** Valid assumptions of a shop, in which fraud scores higher than good customers. */
const shops: fc.Arbitrary<Assumptions> = fc
  .tuple(shape, shape)
  .map(([one, other]) => ({
    legitimate: { a: Math.min(one.a, other.a), b: Math.max(one.b, other.b) },
    fraudulent: { a: Math.max(one.a, other.a), b: Math.min(one.b, other.b) },
  }))
  .filter(({ legitimate, fraudulent }) => !isDeepStrictEqual(legitimate, fraudulent))
  .chain((shapes) =>
    fc.record({
      ordersPerDay: fc.integer({ min: 1, max: 1_000_000 }),
      fraudShare: fc.double({ min: 0.0001, max: 0.5, noNaN: true }),
      lossPerFraud: fc.integer({ min: 1, max: 10_000 }),
      lossPerDecline: fc.integer({ min: 1, max: 10_000 }),
      legitimate: fc.constant(shapes.legitimate),
      fraudulent: fc.constant(shapes.fraudulent),
    }),
  );

/** Finds the positions whose verdict is false. */
const findFalseVerdicts = (shop: Assumptions): string[] => {
  const goods = shop.ordersPerDay * (1 - shop.fraudShare);
  const frauds = shop.ordersPerDay * shop.fraudShare;
  const at = (threshold: number) => readThreshold(threshold, shop);
  /** Money per day between two neighboring positions of the line. */
  const between = (lower: number) => ({
    fraud: frauds * (at(lower).caught - at(lower + 1).caught) * shop.lossPerFraud,
    customers: goods * (at(lower).stopped - at(lower + 1).stopped) * shop.lossPerDecline,
  });
  const everyone = at(100).cost;
  // If almost nothing is beyond the line, the difference may be a rounding error.
  const trifle = 1e-9 * at(0).cost;
  /** The meaning of the words in content/words. */
  const holds = {
    // Approving everyone would cost less, and the line is too strict.
    worseThanNothing: (threshold: number) =>
      at(threshold).cost > everyone && threshold < cheapestThreshold(shop),
    // The last customers stopped cost more than the last fraud caught.
    tooStrict: (threshold: number) => {
      const { customers, fraud } = between(threshold);
      return customers > fraud - trifle && at(threshold).cost <= everyone;
    },
    // No other line costs less.
    cheapest: (threshold: number) =>
      Array.from({ length: 101 }, (_, other) => at(other).cost).every(
        (cost) => cost >= at(threshold).cost,
      ),
    // The last fraud let through costs more than the last customers kept.
    tooLoose: (threshold: number) => {
      const { customers, fraud } = between(threshold - 1);
      return fraud > customers - trifle;
    },
  };
  return Array.from({ length: 101 }, (_, threshold) => threshold).flatMap((threshold) => {
    const verdict = judgeThreshold(threshold, shop);
    return holds[verdict](threshold) ? [] : [`${threshold}: ${verdict}`];
  });
};

test('the verdict holds at every position of the line (behavior 1.3)', () => {
  expect(findFalseVerdicts(assumptions)).toEqual([]);
  expect(findFalseVerdicts(thresholdFigure.assumptions)).toEqual([]);
});

test('the verdict holds at every position of the line, for any shop', () => {
  fc.assert(
    fc.property(shops, (shop) => {
      expect(findFalseVerdicts(shop)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
