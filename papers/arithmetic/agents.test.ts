import { expect, test } from 'vitest';
import * as assumed from '../assumptions.ts';
import * as agents from './agents.ts';

const { hijack, mandates } = assumed;

test('no 24 hours of a hijack cost more than the daily cap', () => {
  for (const { perDay } of mandates) {
    if (perDay === undefined) continue;
    for (let order = 0; order <= 240; order++) {
      const hours = order / hijack.ordersPerHour;
      const spent = (at: number) => agents.spentAfter(at, { perDay });
      expect(spent(hours + 24) - spent(hours), `${hours}`).toBeLessThanOrEqual(perDay);
    }
  }
});

test('a cap by date lets a hijack spend once for each date that it touches', () => {
  // 36 hours from 8 in the evening: four hours, a day, and eight hours.
  const weekend = { ...hijack, startsAtHour: 20, hoursUntilNoticed: 36, ordersPerHour: 3 };
  expect(agents.spentByDate({ perOrder: 150, perDay: 300 }, weekend)).toBe(3 * 300);
  // Three orders an hour of $10: 12 of them in the first four hours.
  expect(agents.spentByDate({ perOrder: 10, perDay: 300 }, weekend)).toBe(120 + 300 + 240);
});

test('of three policies each is the cheapest, or the dearest, just where the text claims it', () => {
  for (let percent = 0; percent <= 100; percent++) {
    const friendly = percent / 100;
    const { blockAll, allowAll, askForProof } = agents.costOfPolicy(friendly);
    const costs = [blockAll, allowAll, askForProof];
    const cheapest = (cost: number) => cost === Math.min(...costs);
    expect(cheapest(blockAll), `block at ${percent}%`).toBe(friendly < agents.askingPaysFrom);
    expect(cheapest(allowAll), `allow at ${percent}%`).toBe(friendly > agents.askingPaysUntil);
    expect(blockAll > allowAll + 1e-9, `block or allow at ${percent}%`).toBe(
      friendly > agents.allowingPaysFrom,
    );
  }
});

test('the range of an accuracy holds the accuracy of its own shapes', () => {
  for (const scores of [assumed.byAutomation, assumed.byMandate]) {
    const { least, most } = agents.accuracyRange(scores);
    const { right } = agents.bestAccuracy(scores);
    expect(least).toBeLessThan(right);
    expect(most).toBeGreaterThan(right);
  }
  // Beta(8, 3) against itself.
  expect(agents.accuracyRange(assumed.byAutomation).least).toBeCloseTo(0.5, 9);
});

test('the reserve for one fleet is enough in 999 months of a thousand in both worlds', () => {
  const { badMonthApart } = agents.fleetLosses();
  const { customers, monthlyChance, lossPerCustomer } = assumed.fleet;
  let covered = 0;
  for (let hijacked = 0; hijacked * lossPerCustomer <= badMonthApart; hijacked++) {
    covered += agents.poisson(hijacked, customers * monthlyChance);
  }
  expect(covered).toBeGreaterThanOrEqual(0.999);
  expect(1 - monthlyChance).toBeGreaterThanOrEqual(0.999);
});
