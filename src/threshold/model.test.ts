import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
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

/** By Simpson's rule. */
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

test('the share above a score is the area under the curve that is drawn', () => {
  fc.assert(
    fc.property(shape, fc.double({ min: 0, max: 1, noNaN: true }), (beta, x) => {
      expect(betaAbove(x, beta)).toBeCloseTo(integrate(x, beta), 5);
    }),
  );
});

test('a uniform distribution is its own measure', () => {
  expect(betaAbove(0.3, { a: 1, b: 1 })).toBeCloseTo(0.7, 12);
  expect(betaDensity(0.3, { a: 1, b: 1 })).toBe(1);
});

test('a known value: Beta(2, 3) lies above one half with 5 in 16', () => {
  expect(betaAbove(0.5, { a: 2, b: 3 })).toBeCloseTo(5 / 16, 12);
});

test('at the ends everything or nothing is stopped, and the cost is the whole of one error', () => {
  const { ordersPerDay, fraudShare, lossPerFraud, lossPerDecline } = assumptions;
  expect(readThreshold(0, assumptions)).toEqual({
    caught: 1,
    stopped: 1,
    cost: ordersPerDay * (1 - fraudShare) * lossPerDecline,
  });
  expect(readThreshold(100, assumptions)).toEqual({
    caught: 0,
    stopped: 0,
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

test('each threshold is judged by what it costs', () => {
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

test('the verdict holds at every position of the line', () => {
  const { ordersPerDay, fraudShare, lossPerFraud, lossPerDecline } = assumptions;
  /** Money per day between two neighboring positions of the line. */
  const between = (lower: number) => {
    const [strict, loose] = [lower, lower + 1].map((at) => readThreshold(at, assumptions));
    if (!strict || !loose) throw new RangeError(`no position ${lower}`);
    return {
      fraud: ordersPerDay * fraudShare * (strict.caught - loose.caught) * lossPerFraud,
      customers:
        ordersPerDay * (1 - fraudShare) * (strict.stopped - loose.stopped) * lossPerDecline,
    };
  };
  const nothing = readThreshold(100, assumptions).cost;
  /** What the words in content/threshold-figure.ts say. */
  const holds = {
    worseThanNothing: (threshold: number) => readThreshold(threshold, assumptions).cost > nothing,
    // The last customers stopped cost more than the last fraud caught.
    tooStrict: (threshold: number) => between(threshold).customers > between(threshold).fraud,
    cheapest: (threshold: number) => threshold === cheapestThreshold(assumptions),
    // The last fraud approved costs more than the last customers kept.
    tooLoose: (threshold: number) =>
      between(threshold - 1).fraud > between(threshold - 1).customers,
  };
  for (let threshold = 0; threshold <= 100; threshold++) {
    const verdict = judgeThreshold(threshold, assumptions);
    expect(holds[verdict](threshold), `${threshold}: ${verdict}`).toBe(true);
  }
});
