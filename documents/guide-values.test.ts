import { expect, test } from 'vitest';
import { agenticValues } from './agentic-values.ts';
import { guideValues } from './guide-values.ts';
import { lookUp, namesOf, print } from './values.ts';

/** A number of the fraud guide as it is printed, percent as such. */
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

test('columns add up as printed', () => {
  for (const row of ['t40', 't48', 't52', 'best', 't60', 't64', 't72']) {
    expect(printed(`${row}.fraudLoss`) + printed(`${row}.declineLoss`), row).toBe(
      printed(`${row}.cost`),
    );
  }
  expect(
    ['fraudLoss', 'declineLoss', 'reviewCost', 'reviewMissedLoss', 'reviewWrongedLoss']
      .map((part) => printed(`threeWay.${part}`))
      .reduce((sum, part) => sum + part),
  ).toBe(printed('threeWay.cost'));
  for (const column of ['orders', 'sample', 'found', 'estimate', 'truth']) {
    expect(
      ['low', 'middle', 'high']
        .map((row) => printed(`strata.${row}.${column}`))
        .reduce((sum, part) => sum + part),
      column,
    ).toBe(printed(`strata.all.${column}`));
  }
  expect(printed('guarantee.declineLoss') + printed('guarantee.fees')).toBe(
    printed('guarantee.cost'),
  );
  expect(printed('holdout.fraudCost') - printed('holdout.goodSaved')).toBe(printed('holdout.bill'));
  expect(printed('holdout.fraud') + printed('holdout.good')).toBe(printed('holdout.sample'));
  expect(printed('best.fraudCaught') + printed('best.goodDeclined')).toBe(printed('best.declined'));
  expect(printed('old.cost') - printed('best.cost')).toBe(printed('saved.perDay'));
  expect(printed('best.cost') - printed('threeWay.cost')).toBe(printed('threeWay.saved'));
  for (const row of ['half', 'same', 'double', 'fourfold']) {
    expect(printed(`sensitivity.${row}.standing`) - printed(`sensitivity.${row}.best`)).toBe(
      printed(`sensitivity.${row}.regret`),
    );
  }
});

test('products agree to within the rounding of the count', () => {
  expect(Math.abs(printed('best.fraudApproved') * 180 - printed('best.fraudLoss'))).toBeLessThan(
    90,
  );
  expect(Math.abs(printed('best.goodDeclined') * 25 - printed('best.declineLoss'))).toBeLessThan(
    13,
  );
  expect(
    Math.abs(printed('threeWay.reviewed.all') * 4 - printed('threeWay.reviewCost')),
  ).toBeLessThan(3);
});

// What the text says in words has to stay true when an assumption changes.
test('the sentences that lean on numbers hold', () => {
  // “half of the people you decline did nothing”
  expect(printed('best.fraudCaught') / printed('best.declined')).toBeCloseTo(0.5, 2);
  // “seven-to-one likely to be innocent at the margin, because the eighth costs more than the seven”
  expect(Math.floor(1 / (printed('breakEven.probability:percentTenths') / 100))).toBe(8);
  expect(7 * 25).toBeLessThan(180);
  // “worth eight times as much”
  expect(Math.round(printed('rules.shipping.worth') / printed('rules.cards.worth'))).toBe(8);
  // “the third passes the naive test”
  expect(printed('rules.email.precision:percent')).toBeGreaterThan(
    printed('breakEven.probability:percentTenths'),
  );
  // “a few hundred dollars a day”, for a factor of two
  expect(printed('sensitivity.half.regret')).toBeLessThan(1000);
  expect(printed('sensitivity.double.regret')).toBeLessThan(1000);
  // “nearly two thirds of the new fraud pass”
  expect(100 - printed('drift.after.caught:percent')).toBeGreaterThan(60);
  expect(100 - printed('drift.after.caught:percent')).toBeLessThan(67);
  // “the model found a third of what users reported”
  expect(printed('twins.both') / printed('twins.reports')).toBeCloseTo(1 / 3, 9);
  // “above the break-even: decline”, “the right answer is to approve”
  expect(printed('evidence.product.probability:percentTenths')).toBeGreaterThan(
    printed('breakEven.probability:percentTenths'),
  );
  expect(printed('evidence.both.probability:percentTenths')).toBeLessThan(
    printed('breakEven.probability:percentTenths'),
  );
  // “a chart that has been falling for twelve weeks”, of weeks that lost the same
  expect(printed('labels.knownAtSix:percentHundredths')).toBeLessThan(50);
  // “stolen cards stand closest to ruin”
  for (const other of ['takeover', 'bonus', 'claim', 'testing']) {
    expect(printed(`attacks.${other}.margin:tenths`)).toBeGreaterThan(
      printed('attacks.card.margin:tenths'),
    );
  }
  // “the left one holds 99 times as many people as the right one”
  expect(printed('day.good') / printed('day.fraud')).toBe(99);
});
