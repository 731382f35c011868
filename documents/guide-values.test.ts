import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agenticValues } from './agentic-values.ts';
import { guideValues } from './guide-values.ts';
import { lookUp, namesOf, print } from './values.ts';

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
  ['surge.cases', 'surge.capacity', 'surge.surplus'],
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
    ['threeWay.reviewed.all', printed('review.perCase:cents'), 'threeWay.reviewCost', 5],
  ] as const) {
    expect(Math.abs(printed(count) * price - printed(loss)), loss).toBeLessThan(rounding);
  }
});

test('the table of attacks can be done again from what it prints', () => {
  const formats = {
    card: ['dollars', 'percent', 'percent'],
    takeover: ['cents', 'percentTenths', 'percentTenths'],
    bonus: ['cents', 'percent', 'percentTenths'],
    claim: ['cents', 'percent', 'percent'],
    testing: ['cents', 'percentTenths', 'percentTenths'],
  } as const;
  for (const [name, [money, success, even]] of Object.entries(formats)) {
    const of = (value: string): number => printed(`attacks.${name}.${value}`);
    const rate = of(`successRate:${success}`) / 100;
    const cost = of(`costPerAttempt:${money}`);
    const income = of('incomePerSuccess:cents');
    expect(of('profit:dollars'), name).toBeCloseTo(1000 * (rate * income - cost), 6);
    expect(of('margin:tenths'), name).toBeCloseTo(
      Math.round((rate / of(`breakEven:${even}`)) * 1000) / 10,
      9,
    );
  }
});

const source = 'content/white-papers/ai-fraud-detection-guide.md';
// An owner may offer other papers.
const isOffered = existsSync(source);
const paper = isOffered ? readFileSync(source, 'utf8') : '';

/** Words of the paper, and whether they are still true when an assumption changes. */
const sentences: readonly (readonly [words: string, holds: () => boolean])[] = [
  [
    'half of the people whom this shop declines did nothing',
    () => Math.abs(printed('best.fraudCaught') / printed('best.declined') - 0.5) < 0.005,
  ],
  [
    'with more newcomers it is {fairness.innocent:percent}',
    () => printed('fairness.innocent:percent') > printed('best.labelsWrong:percent'),
  ],
  [
    'seven-to-one likely to be innocent at the margin, because the eighth costs more than the seven',
    () =>
      Math.floor(1 / (printed('breakEven.probability:percentTenths') / 100)) === 8 &&
      7 * printed('shop.lossPerDecline') < printed('shop.lossPerFraud'),
  ],
  [
    'worth eight times as much',
    () => Math.round(printed('rules.shipping.worth') / printed('rules.cards.worth')) === 8,
  ],
  [
    'The third passes the naive test',
    () => printed('rules.email.precision:percent') > printed('breakEven.probability:percentTenths'),
  ],
  ['it costs the shop {rules.email.loss:dollars} a day', () => printed('rules.email.loss') > 0],
  [
    'To be wrong by a factor of two costs this shop a few hundred dollars a day',
    () =>
      ['half', 'double'].every((price) => {
        const regret = printed(`sensitivity.${price}.regret`);
        return regret > 100 && regret < 1000;
      }),
  ],
  [
    'Nearly two thirds of the new fraud pass',
    () => {
      const passing = 100 - printed('drift.after.caught:percent');
      return passing > 60 && passing < 67;
    },
  ],
  [
    'of the {twins.reports} that users reported, a third',
    () => printed('twins.both') * 3 === printed('twins.reports'),
  ],
  [
    'That is above {breakEven.probability:percentTenths}, the point at which this shop ought to decline',
    () =>
      printed('evidence.product.probability:percentTenths') >
      printed('breakEven.probability:percentTenths'),
  ],
  [
    'and the right answer is to approve',
    () =>
      printed('evidence.both.probability:percentTenths') <
      printed('breakEven.probability:percentTenths'),
  ],
  [
    'about {labels.correctedAtSix:dollars}, the true figure to two digits',
    () => printed('labels.correctedAtSix') === Math.round(printed('labels.weekly') / 1000) * 1000,
  ],
  [
    'Stolen cards, which most loss reports put first, stand closest to ruin',
    () =>
      ['takeover', 'bonus', 'claim', 'testing'].every(
        (other) =>
          printed(`attacks.${other}.margin:tenths`) > printed('attacks.card.margin:tenths'),
      ),
  ],
  ['because “we want to catch 95%”', () => printed('old.caught:percent') === 95],
  [
    'and on an ordinary Monday it is the dearest of the three',
    () =>
      printed('surge.decline.cost') >
      Math.max(printed('surge.approve.cost'), printed('surge.wait.cost')),
  ],
  [
    'The fourth seat looks idle on the utilization report, and it keeps the promise',
    () =>
      printed('queue.three.late:percent') > printed('review.late:percent') &&
      printed('queue.four.late:percent') <= printed('review.late:percent'),
  ],
  [
    'Two seats are {queue.settled.busy:percent} busy',
    () =>
      printed('queue.settled.seats') === 2 &&
      printed('queue.settled.late:percent') <= printed('review.late:percent'),
  ],
  [
    'A dearer case makes a narrower band, fewer cases and fewer seats',
    () => {
      const width = (row: string) =>
        printed(`passes.${row}.band.to`) - printed(`passes.${row}.band.from`);
      return (
        width('second') < width('first') &&
        printed('passes.second.cases') < printed('passes.first.cases') &&
        printed('passes.second.seats') < printed('passes.first.seats')
      );
    },
  ],
  [
    'Repeat until it stays:',
    () => printed('passes.last.price:cents') === printed('passes.last.next:cents'),
  ],
  [
    'more than there is fraud in it',
    () => printed('strata.all.falseAlarms') > printed('strata.all.found'),
  ],
  [
    'The lowest band decides the total',
    () => printed('strata.low.high') > 0.9 * printed('strata.all.high'),
  ],
  [
    'The usual alarm is the population stability index of the score, sounded at 0.1',
    () => printed('drift.psi:fiveDecimals') < 0.1 / 100,
  ],
  [
    'what is built costs {sourcing.built.fixedPerYear:dollars} and half a cent',
    () => lookUp(guideValues, 'sourcing.built.perDecision') === 0.005,
  ],
  [
    'together {guarantee.cost:dollars} a day, against {best.cost:dollars}',
    () => printed('guarantee.cost') > printed('best.cost'),
  ],
  [
    'and calibrating the score for them comes first',
    () =>
      printed('fairness.newcomers.atLine:percentTenths') <
      printed('breakEven.probability:percentTenths') / 2,
  ],
];

describe.skipIf(!isOffered)('the sentences that lean on numbers hold', () => {
  test.each(sentences)('“%s”', (words, holds) => {
    expect(paper.includes(words), 'the paper no longer says so; correct or remove it here').toBe(
      true,
    );
    expect(holds()).toBe(true);
  });
});

/** Numbers that no assumption changes, and why they are written out. */
const written: Readonly<Record<string, readonly string[]>> = {
  'the scale of the score, and what a picture shows of it': [
    'from 0 to 100',
    'pile up around 12, fraud around 71',
    'customers around 12,',
    'around 71 as a dashed outline',
    'around 50 as a solid one',
    'from 36 to 84',
    'up to 40, reaches',
    'at 50, ',
    'at 60 and nearly one at 85',
    'a score of 50',
    'a score of 60',
    'from 0 to 800',
    'from nearly 100 to',
    'rises from 0 to',
    'from 10 to 39',
    'at 30 and at 40 cases an hour',
    'after 30 days',
    'after 60 and',
    'after 90.',
  ],
  'a formula': ['*p*(1 − *F*) ÷ (1 − *pF*)', '(1 − *p*)', '(100% − ', '95% interval', 'are 1 to '],
  'held by a test that names it': ['catch 95%', 'makes the day cheaper by 1%', 'sounded at 0.1 '],
  'an example of speech, or advice of the author': [
    'per 1,000 attempts',
    'A 24-hour hold',
    'last 90 days”',
    'sees “87”',
    'below 0.6,',
    'your 70?',
    'in 300 milliseconds',
    'at 12%, twelve',
    '1 is perfect, 0 is coin',
    'Above 85%',
  ],
  'law, guidance and network rules, checked in the sources': [
    'Evidence 3.0',
    '120 to 365 days',
    'within 30 days',
    'Articles 13–15 and 22',
    'Articles 17 and 20',
    '2 December 2027',
    'Article 5(3)',
    '31 CFR 501.603–604',
    '31 U.S.C. 5318(g)(2)',
    '17 April 2026',
    'SR 26-2',
    'Bulletin 2026-13',
    '$30 billion',
  ],
  'the days of the plan, and pages of its documents': [
    'first 90 days',
    'of 90 days',
    'day 45',
    'Days 1 to 30',
    'Days 31 to 60',
    'Days 61 to 90',
    'day 91',
    'day 90',
    'numbers | 2 |',
    'curves | 4 |',
    'computed it | 1 |',
    '1 per team',
    'issues of it | 1 |',
    'under 10 |',
  ],
};

test.skipIf(!isOffered)('every other number in the text comes from the arithmetic', () => {
  const [before = ''] = paper.split('## Sources, and about this paper');
  let text = before.replace(/^---.*?---/s, '').replace(/widths="[^"]*"|^\d+\. /gm, '');
  for (const words of Object.values(written).flat()) {
    expect(text.includes(words), `“${words}” is no longer written; take it out here`).toBe(true);
    text = text.replaceAll(words, '');
  }
  const bare = text.replace(/\{[^}\n]*\}/g, '');
  const left = [...bare.matchAll(/.{0,40}\d.{0,20}/g)].map(([found]) => found);
  expect(left, 'give it a value in guide-values.ts, or list it with its reason').toEqual([]);
});

test.skipIf(!isOffered)('every word of the glossary is used in the paper', () => {
  const [text = '', after = ''] = paper.split('## Glossary');
  const [glossary = ''] = after.split('\n## ');
  const terms = [...glossary.matchAll(/^(.+)\n: /gm)].map(([, term = '']) =>
    term.replace(/ \(.*\)$/, '').toLowerCase(),
  );
  expect(terms.length).toBeGreaterThan(30);
  expect(terms.filter((term) => !text.toLowerCase().includes(term))).toEqual([]);
});

test.skipIf(!isOffered)(
  'law, guidance and network rules that the paper names stand in its sources, with a day',
  () => {
    const [text = '', sources = ''] = paper.split('## Sources, and about this paper');
    const known =
      /Regulation B|FCRA|GDPR|Digital Services Act|AI Act|ePrivacy Directive|OFAC|\d+ U\.S\.C\. [\d(a-z)]+|SR \d\d-\d+|OCC Bulletin \d{4}-\d+|NIST AI Risk Management Framework|Compelling Evidence 3\.0/g;
    const named = new Set(text.match(known));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !sources.includes(name))).toEqual([]);
    const edition = new Date(/^edition: (.+)$/m.exec(paper)?.[1] ?? '');
    const rows = sources.split('{#sources-table')[1]?.match(/^\| (?!Source).*\|$/gm) ?? [];
    for (const row of rows) {
      const checked = new Date(`${/(\d+ \w{3} \d{4}) \|$/.exec(row)?.[1]} UTC`);
      const age = (edition.getTime() - checked.getTime()) / 86_400_000;
      expect(age, row).toBeGreaterThanOrEqual(0);
      expect(age, row).toBeLessThan(60);
    }
    expect(rows.length).toBeGreaterThan(9);
  },
);
