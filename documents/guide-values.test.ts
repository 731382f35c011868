import { expect, test } from 'vitest';
import { resources } from '#content/resources.ts';
import { agenticValues } from './agentic-values.ts';
import { guideValues } from './guide-values.ts';
import { lookUp, namesOf, print } from './values.ts';

const offersGuide = resources.catalogue.some(({ id }) => id === 'ai-fraud-detection-guide');

/** A number of the fraud guide as it is printed: 12.2 for 12.2%. */
const printed = (reference: string): number => {
  const { text, mistake } = print(guideValues, reference);
  if (text === undefined) throw new RangeError(mistake);
  return Number(text.replace('−', '-').replace(/[$,%]/g, ''));
};

test('no value is missing or broken', () => {
  for (const values of [guideValues, agenticValues]) {
    for (const name of namesOf(values)) {
      const value = lookUp(values, name);
      expect(typeof value === 'string' ? /\S/.test(value) : Number.isFinite(value), name).toBe(
        true,
      );
    }
  }
});

const sums: [total: string, ...parts: string[]][] = [
  ...['t40', 't48', 't52', 'best', 't60', 't64', 't72'].map((row): [string, string, string] => [
    `${row}.cost`,
    `${row}.fraudLoss`,
    `${row}.declineLoss`,
  ]),
  [
    'threeWay.cost',
    'threeWay.fraudLoss',
    'threeWay.declineLoss',
    'threeWay.reviewCost',
    'threeWay.reviewMissedLoss',
    'threeWay.reviewWrongedLoss',
  ],
  ...['orders', 'sample', 'found', 'estimate', 'truth'].map((column): [string, ...string[]] => [
    `strata.all.${column}`,
    ...['low', 'middle', 'high'].map((row) => `strata.${row}.${column}`),
  ]),
  ['guarantee.cost', 'guarantee.declineLoss', 'guarantee.fees'],
  ['holdout.fraudCost', 'holdout.bill', 'holdout.goodSaved'],
  ['holdout.sample', 'holdout.fraud', 'holdout.good'],
  ['best.declined', 'best.fraudCaught', 'best.goodDeclined'],
  ['old.cost', 'saved.perDay', 'best.cost'],
  ['best.cost', 'threeWay.saved', 'threeWay.cost'],
  ...['half', 'same', 'double', 'fourfold'].map((row): [string, string, string] => [
    `sensitivity.${row}.standing`,
    `sensitivity.${row}.regret`,
    `sensitivity.${row}.best`,
  ]),
];

test('columns add up as printed', () => {
  for (const [total, ...parts] of sums) {
    expect(
      parts.map(printed).reduce((sum, part) => sum + part),
      total,
    ).toBe(printed(total));
  }
});

test('products agree to within the rounding of the count', () => {
  for (const [count, price, loss, rounding] of [
    ['best.fraudApproved', 180, 'best.fraudLoss', 90],
    ['best.goodDeclined', 25, 'best.declineLoss', 13],
    ['threeWay.reviewed.all', 4, 'threeWay.reviewCost', 3],
  ] as const) {
    expect(Math.abs(printed(count) * price - printed(loss)), loss).toBeLessThan(rounding);
  }
});

// The messages quote the text, which has to stay true when an assumption changes.
test.skipIf(!offersGuide)('the sentences that lean on numbers hold', () => {
  const breakEven = printed('breakEven.probability:percentTenths');
  expect(
    printed('best.fraudCaught') / printed('best.declined'),
    '“half of the people you decline did nothing”',
  ).toBeCloseTo(0.5, 2);
  expect(Math.floor(1 / (breakEven / 100)), '“seven-to-one likely to be innocent”').toBe(8);
  expect(7 * 25, '“because the eighth costs more than the seven”').toBeLessThan(180);
  expect(
    Math.round(printed('rules.shipping.worth') / printed('rules.cards.worth')),
    '“worth eight times as much”',
  ).toBe(8);
  expect(
    printed('rules.email.precision:percent'),
    '“the third passes the naive test”',
  ).toBeGreaterThan(breakEven);
  for (const price of ['half', 'double']) {
    expect(
      printed(`sensitivity.${price}.regret`),
      `“a few hundred dollars a day”: ${price}`,
    ).toBeLessThan(1000);
  }
  const passing = 100 - printed('drift.after.caught:percent');
  expect(passing, '“nearly two thirds of the new fraud pass”').toBeGreaterThan(60);
  expect(passing, '“nearly two thirds of the new fraud pass”').toBeLessThan(67);
  expect(
    printed('twins.both') / printed('twins.reports'),
    '“the model found a third of what users reported”',
  ).toBeCloseTo(1 / 3, 9);
  expect(
    printed('evidence.product.probability:percentTenths'),
    '“above the break-even: decline”',
  ).toBeGreaterThan(breakEven);
  expect(
    printed('evidence.both.probability:percentTenths'),
    '“the right answer is to approve”',
  ).toBeLessThan(breakEven);
  expect(
    printed('labels.knownAtSix:percentHundredths'),
    '“a chart that has been falling for twelve weeks”',
  ).toBeLessThan(50);
  for (const other of ['takeover', 'bonus', 'claim', 'testing']) {
    expect(
      printed(`attacks.${other}.margin:tenths`),
      `“stolen cards stand closest to ruin”: ${other}`,
    ).toBeGreaterThan(printed('attacks.card.margin:tenths'));
  }
  expect(
    printed('day.good') / printed('day.fraud'),
    '“the left one holds 99 times as many people as the right one”',
  ).toBe(99);
});
