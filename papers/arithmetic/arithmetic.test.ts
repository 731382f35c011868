import { describe, expect, test } from 'vitest';
import { betaDensity, cheapestThreshold } from '../../src/threshold/model.ts';
import * as assumed from '../assumptions.ts';
import { ruleDays, twoReaders } from '../assumptions.ts';
import * as agents from './agents.ts';
import * as answers from './answers.ts';
import {
  attacks,
  breakEvenRate,
  deterringThreshold,
  marginOfSafety,
  profitPerThousand,
} from './attacks.ts';
import * as drift from './drift.ts';
import * as fairness from './fairness.ts';
import { daysUntilKnown, knownAfter } from './labels.ts';
import { farmedBehind } from './onboarding.ts';
import { cohensKappa, neededToBound, strata, totalInterval, wilson } from './prevalence.ts';
import {
  meanWait,
  probabilityOfWaiting,
  probabilityOfWaitingLonger,
  utilization,
} from './queue.ts';
import * as review from './review.ts';
import { ruleWorth } from './rules.ts';
import * as shopping from './shop.ts';

// The expected values come from other formulas or from tables.

const { dayAt, bestThreshold } = shopping;
const { shop } = assumed;

/** Returns an integral by Simpson's rule. */
const integral = (f: (x: number) => number, from: number, to: number): number => {
  const n = 2000;
  const h = (to - from) / n;
  let sum = f(from) + f(to);
  for (let i = 1; i < n; i++) sum += f(from + i * h) * (i % 2 ? 4 : 2);
  return (sum * h) / 3;
};

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, part) => total + part, 0);

describe('the shop', () => {
  test('a day is the integral of its distributions', () => {
    const day = dayAt(56);
    const passed = integral((x) => betaDensity(x, shop.fraudulent), 0, 0.56);
    const stopped = integral((x) => betaDensity(x, shop.legitimate), 0.56, 1);
    const { fraudPerDay, goodPerDay } = shopping;
    expect(day.fraudApproved).toBeCloseTo(fraudPerDay * passed, 6);
    expect(day.goodDeclined).toBeCloseTo(goodPerDay * stopped, 6);
    expect(day.cost).toBeCloseTo(
      shop.lossPerFraud * fraudPerDay * passed + shop.lossPerDecline * goodPerDay * stopped,
      6,
    );
    expect(day.fraudApproved + day.fraudCaught).toBeCloseTo(fraudPerDay, 9);
    expect(day.goodApproved + day.goodDeclined).toBeCloseTo(goodPerDay, 9);
  });

  test('no threshold costs less than the best one', () => {
    expect(bestThreshold).toBe(cheapestThreshold(shop));
    for (let threshold = 0; threshold <= 100; threshold++) {
      expect(dayAt(threshold).cost).toBeGreaterThanOrEqual(dayAt(bestThreshold).cost);
    }
  });

  test('the line by cost and the line by probability are the same', () => {
    const score = shopping.scoreAtProbability(shopping.breakEvenProbability);
    expect(Math.round(score)).toBe(bestThreshold);
    expect(shopping.probabilityOfFraud(score)).toBeCloseTo(
      shop.lossPerDecline / (shop.lossPerDecline + shop.lossPerFraud),
      9,
    );
  });

  test('every threshold of the flat part is within 5 % of the lowest, and its neighbors are not', () => {
    const { first, last } = shopping.thresholdsWithin(0.05);
    const limit = dayAt(bestThreshold).cost * 1.05;
    expect(dayAt(first).cost).toBeLessThanOrEqual(limit);
    expect(dayAt(last).cost).toBeLessThanOrEqual(limit);
    expect(dayAt(first - 1).cost).toBeGreaterThan(limit);
    expect(dayAt(last + 1).cost).toBeGreaterThan(limit);
  });
});

describe('review', () => {
  test('at the edges of the band two answers cost the same', () => {
    const { from, to } = review.bandProbabilities;
    const low = answers.expectedCost(from);
    const high = answers.expectedCost(to);
    expect(low.review).toBeCloseTo(low.approve, 9);
    expect(high.review).toBeCloseTo(high.decline, 9);
    const inside = answers.expectedCost((from + to) / 2);
    expect(inside.review).toBeLessThan(Math.min(inside.approve, inside.decline));
  });

  test('the band is the cheapest pair of whole-number scores, give or take one', () => {
    let best = { from: 0, to: 0, cost: Number.POSITIVE_INFINITY };
    for (let from = 40; from <= bestThreshold; from++) {
      for (let to = bestThreshold; to <= 80; to++) {
        const { cost } = review.threeWayDay(from, to);
        if (cost < best.cost) best = { from, to, cost };
      }
    }
    expect(Math.abs(best.from - review.band.from)).toBeLessThanOrEqual(1);
    expect(Math.abs(best.to - review.band.to)).toBeLessThanOrEqual(1);
  });

  test('the queue of the highest scores', () => {
    for (const capacity of [50, 344, 800]) {
      const { score, fraud, precision, recall } = review.queueOf(capacity);
      expect(shopping.ordersBetween(score, 100).all).toBeCloseTo(capacity, 6);
      expect(precision).toBeCloseTo(fraud / capacity, 9);
      expect(recall).toBeCloseTo(fraud / shopping.fraudPerDay, 9);
    }
    expect(review.queueOf(review.capacityAtPrecision(0.5)).precision).toBeCloseTo(0.5, 6);
  });

  test('of prices that go round in a circle, the cheapest day is kept', () => {
    const first = { price: 4, next: 9, dayCost: 1 };
    const [second, third] = [
      { price: 9, next: 8, dayCost: 3 },
      { price: 8, next: 9, dayCost: 2 },
    ];
    expect(review.settle([first, second, third])).toBe(third);
    expect(review.settle([first, { ...second, dayCost: 1.5 }, third])).toEqual({
      ...second,
      dayCost: 1.5,
    });
    expect(review.settle([first, { ...second, next: 9 }])).toMatchObject({ price: 9 });
  });

  test('the cheapest desk is the cheapest of all, with a band that keeps the promise', () => {
    const best = review.cheapestDesk();
    for (let reviewers = 1; reviewers <= 6; reviewers++) {
      expect(review.cheapestWith(reviewers).cost).toBeGreaterThanOrEqual(best.cost);
    }
    const { missed, wronged, promisedMinutes, late } = assumed.review;
    const { all } = shopping.ordersBetween(best.from, best.to);
    expect(
      probabilityOfWaitingLonger(review.desk(all, best.seats), promisedMinutes),
    ).toBeLessThanOrEqual(late);
    // Six people, eight paid hours each at $40.
    expect(best.seats).toBe(3);
    const day = review.threeWayDay(best.from, best.to, { price: 0, missed, wronged });
    expect(best.cost).toBe(day.cost + 6 * 8 * 40);
  });

  test('as busy as it may be, a desk keeps the promise to the last case', () => {
    for (const seats of [1, 2, 4]) {
      const { late, promisedMinutes } = assumed.review;
      const casesPerHour = review.busiest(seats) * seats * 10;
      const queue = { casesPerHour, minutesPerCase: 6, reviewers: seats };
      expect(probabilityOfWaitingLonger(queue, promisedMinutes)).toBeCloseTo(late, 6);
    }
  });

  test('the ways out of a surge move the same number of cases', () => {
    const { surplus, approve, decline, wait } = review.surgeOf(1);
    const moved = (from: number, to: number): number => 2 * shopping.ordersBetween(from, to).all;
    expect(moved(review.band.from, approve.until)).toBeCloseTo(surplus, 6);
    expect(moved(decline.from, review.band.to)).toBeCloseTo(surplus, 6);
    // What is moved is not read, and costs what its errors cost.
    const { fraud, good } = shopping.ordersBetween(review.band.from, review.band.to);
    const read = 2 * (fraud * 180 * 0.1 + good * 25 * 0.05);
    expect(approve.cost).toBeCloseTo(
      read + approve.fraud * 180 * 0.9 - (surplus - approve.fraud) * 25 * 0.05,
      6,
    );
    expect(decline.cost).toBeCloseTo(
      read + decline.good * 25 * 0.95 - (surplus - decline.good) * 180 * 0.1,
      6,
    );
    // Good customers who leave cost as much as a decline, and are not declined by a reader.
    const foot = surplus - approve.fraud;
    expect(wait.lost).toBeCloseTo(foot * assumed.surge.givesUp, 9);
    expect(wait.cost).toBeCloseTo(read + wait.lost * 25 * 0.95, 6);
    expect(wait.room).toBeCloseTo(200 - review.casesPerDay, 9);
    expect(wait.lost + wait.room + wait.later).toBeCloseTo(surplus, 9);
    expect(wait.cost).toBeLessThan(approve.cost);
    expect(approve.cost).toBeLessThan(decline.cost);
  });
});

describe('the review queue', () => {
  // The share of busy time, and a wait of ρ / (μ − λ).
  test('agrees with the closed form for one reviewer', () => {
    const queue = { casesPerHour: 8, minutesPerCase: 6, reviewers: 1 };
    expect(utilization(queue)).toBeCloseTo(0.8, 9);
    expect(probabilityOfWaiting(queue)).toBeCloseTo(0.8, 9);
    expect(meanWait(queue)).toBeCloseTo(24, 9);
    expect(probabilityOfWaitingLonger(queue, 30)).toBeCloseTo(0.8 * Math.exp(-1), 9);
  });

  test('agrees with the known value for two reviewers: C(2, 1 erlang) = 1/3', () => {
    expect(probabilityOfWaiting({ casesPerHour: 10, minutesPerCase: 6, reviewers: 2 })).toBeCloseTo(
      1 / 3,
      9,
    );
  });

  test('refuses a queue that only grows', () => {
    expect(() => meanWait({ casesPerHour: 40, minutesPerCase: 6, reviewers: 4 })).toThrow(
      'never empties',
    );
  });
});

describe('labels', () => {
  test('known shares and days are each other’s inverse', () => {
    for (const share of [0.1, 0.5, 0.9]) {
      expect(knownAfter(daysUntilKnown(share))).toBeCloseTo(share, 9);
    }
    expect(knownAfter(0)).toBe(0);
  });
});

describe('prevalence', () => {
  test('Wilson’s interval, against published values', () => {
    // 0 in 100: 0 to 3.70 %; 28 in 600: 3.25 % to 6.66 %.
    expect(wilson(0, 100).low).toBe(0);
    expect(wilson(0, 100).high).toBeCloseTo(0.037, 3);
    const { low, high } = wilson(28, 600);
    expect(low).toBeCloseTo(0.0325, 3);
    expect(high).toBeCloseTo(0.0666, 3);
  });

  test('the intervals contain the truth', () => {
    for (const { low, high, truth } of strata) {
      expect(truth).toBeGreaterThanOrEqual(low);
      expect(truth).toBeLessThanOrEqual(high);
    }
  });

  test('reading so many and finding none bounds the fraud as the table does', () => {
    const needed = neededToBound(55_725, 100);
    const { missed } = assumed.review;
    expect((wilson(0, needed).high / (1 - missed)) * 55_725).toBeCloseTo(100, 6);
  });

  test('the total has an interval, wider than the sums of its parts are apart', () => {
    const { low, high } = totalInterval();
    const widest = strata.reduce((one, other) => (one.high > other.high ? one : other));
    expect(low).toBeGreaterThan(Math.max(...strata.map((stratum) => stratum.low)));
    expect(high).toBeGreaterThan(widest.high);
    expect(high).toBeLessThan(sum(strata.map((stratum) => stratum.high)));
    // One band alone gives back its own interval.
    const [first] = strata;
    expect(first && totalInterval([first])).toEqual({
      low: expect.closeTo(first?.low ?? 0, 9),
      high: expect.closeTo(first?.high ?? 0, 9),
    });
  });
});

describe('drift', () => {
  test('the stability index is zero for the same distribution and grows with a move', () => {
    expect(drift.stabilityIndex(shop, shop)).toBeCloseTo(0, 12);
    const all = { ...shop, legitimate: { a: 3, b: 7 } };
    expect(drift.stabilityIndex(shop, all)).toBeGreaterThan(0.1);
    // Bins of equal width have other edges, and another index.
    expect(drift.stabilityIndex(shop, drift.shopAfter)).toBeCloseTo(0.00006, 5);
    expect(drift.stabilityIndex(shop, drift.shopAfter)).toBeLessThan(0.001);
  });

  test('the binomial’s tail', () => {
    expect(drift.chanceOfAtLeast(0, 28, 0.5)).toBe(1);
    expect(drift.chanceOfAtLeast(1, 3, 0.2)).toBeCloseTo(1 - 0.8 ** 3, 9);
    expect(drift.chanceOfAtLeast(3, 3, 0.2)).toBeCloseTo(0.2 ** 3, 9);
  });
});

describe('the smaller examples', () => {
  test('rules: what they find is in the shop', () => {
    const total = (of: (rule: ReturnType<typeof ruleWorth>) => number): number =>
      sum(ruleDays.map((rule) => of(ruleWorth(rule))));
    const day = dayAt(bestThreshold);
    const banded = review.threeWayDay();
    const slipping = [day.fraudApproved, banded.fraudApproved + banded.reviewMissed];
    expect(total(({ added }) => added.fraud)).toBeLessThanOrEqual(Math.min(...slipping));
    expect(sum(ruleDays.map(({ modelDeclines }) => modelDeclines.fraud))).toBeLessThanOrEqual(
      day.fraudCaught,
    );
    expect(sum(ruleDays.map(({ modelDeclines }) => modelDeclines.good))).toBeLessThanOrEqual(
      day.goodDeclined,
    );
  });

  test('attacks: up to a threshold stolen cards lose money, and past it they earn some', () => {
    const profit = (threshold: number): number => {
      const passed = integral((x) => betaDensity(x, shop.fraudulent), 0, threshold / 100);
      return profitPerThousand({ ...attacks.card, successRate: passed });
    };
    expect(profit(deterringThreshold)).toBeLessThan(0);
    expect(profit(deterringThreshold + 1)).toBeGreaterThanOrEqual(0);
  });

  test('attacks: at its break-even rate an attack earns nothing', () => {
    for (const attack of Object.values(attacks)) {
      const atRuin = { ...attack, successRate: breakEvenRate(attack) };
      expect(profitPerThousand(atRuin)).toBeCloseTo(0, 9);
      expect(marginOfSafety(attack)).toBeGreaterThan(1);
    }
  });

  test('two readers', () => {
    expect(sum(Object.values(twoReaders))).toBe(200);
    expect(cohensKappa(twoReaders)).toEqual({
      observed: 0.85,
      expected: 0.5,
      kappa: expect.closeTo(0.7, 9),
      // The textbook's standard error, 0.0505.
      low: expect.closeTo(0.601, 3),
      high: expect.closeTo(0.799, 3),
    });
  });

  test('two readers of different habits', () => {
    const { observed, expected, kappa } = cohensKappa({
      bothFraud: 45,
      onlyFirst: 15,
      onlySecond: 25,
      bothGood: 15,
    });
    expect(observed).toBeCloseTo(0.6, 9);
    expect(expected).toBeCloseTo(0.6 * 0.7 + 0.4 * 0.3, 9);
    expect(kappa).toBeCloseTo(0.1304, 4);
  });

  test('newcomers: with them in the mix another line is the cheapest', () => {
    const cost = (threshold: number): number =>
      25 *
        sum(
          [assumed.newcomers, assumed.established].map(
            (group) => fairness.groupDay(group, threshold).wronged,
          ),
        ) +
      180 * dayAt(threshold).fraudApproved;
    for (let threshold = 1; threshold < 100; threshold++) {
      expect(cost(threshold)).toBeGreaterThanOrEqual(cost(fairness.mixedThreshold));
    }
    const line = fairness.lineFor(assumed.newcomers);
    expect(fairness.probabilityIn(assumed.newcomers, line)).toBeCloseTo(
      shopping.breakEvenProbability,
      9,
    );
    expect(line).toBeGreaterThan(bestThreshold);
  });

  test('answers: each line is where two answers cost the same, and between two lines one is cheapest', () => {
    const { answerLines, expectedCost } = answers;
    const pairs = [
      ['challenge', 'approve', 'challenge'],
      ['review', 'challenge', 'review'],
      ['decline', 'review', 'decline'],
      ['shifted', 'approve', 'shifted'],
    ] as const;
    for (const [line, below, above] of pairs) {
      const at = expectedCost(answerLines[line]);
      expect(at[below], line).toBeCloseTo(at[above], 9);
    }
    // By hand: the price and the good customers who leave, against the fraud that no longer passes.
    const { price, left, passed } = assumed.challenge;
    const leaving = left * shop.lossPerDecline;
    expect(answerLines.challenge).toBeCloseTo(
      (price + leaving) / ((1 - passed) * shop.lossPerFraud + leaving),
      9,
    );
    const between = expectedCost((answerLines.challenge + answerLines.review) / 2);
    expect(between.challenge).toBeLessThan(Math.min(between.approve, between.review));
    expect(answerLines.decline).toBeCloseTo(review.bandProbabilities.to, 9);
  });

  test('onboarding: a face that may try again', () => {
    const { stopped, costPerRetry } = assumed.faceCheck;
    const { successRate, costPerAttempt, incomePerSuccess } = attacks.bonus;
    const once = farmedBehind(1);
    expect(once.passed).toBeCloseTo(1 - stopped, 12);
    expect(once.profit).toBeCloseTo(
      1000 * (successRate * (1 - stopped) * incomePerSuccess - costPerAttempt),
      9,
    );
    // Tries counted by the one that ends them: a success, or the last.
    const tries = 5;
    let mean = tries * stopped ** tries;
    for (let n = 1; n <= tries; n++) mean += n * stopped ** (n - 1) * (1 - stopped);
    const often = farmedBehind(tries);
    expect(often.passed).toBeCloseTo(1 - stopped ** tries, 12);
    expect(often.cost).toBeCloseTo(costPerAttempt + (mean - 1) * costPerRetry, 9);
  });
});

describe('agents', () => {
  test('a hijacked agent spends no more than any of its limits', () => {
    for (const limits of assumed.mandates) {
      for (const hours of [1, 24, 36, 720]) {
        const spent = agents.spentAfter(hours, limits);
        expect(spent).toBeLessThanOrEqual(assumed.hijack.creditLine);
        expect(spent).toBeLessThanOrEqual(limits.perMonth ?? Number.POSITIVE_INFINITY);
        const days = Math.ceil(hours / 24);
        expect(spent).toBeLessThanOrEqual((limits.perDay ?? Number.POSITIVE_INFINITY) * days);
      }
    }
    expect(agents.spentAfter(1, {})).toBe(3 * 240);
    expect(agents.spentAfter(36, { perOrder: 150, perDay: 300 })).toBe(600);
  });
});
