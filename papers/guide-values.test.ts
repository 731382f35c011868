import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
  ...['t40', 't48', 'best', 't64', 't72'].map((row): [string, string, string] => [
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
  ['surge.surplus', 'surge.wait.lost', 'surge.wait.room', 'surge.wait.later'],
  ['queue.pays.wages', 'queue.pays.reading', 'queue.pays.empty', 'queue.pays.off'],
  ['model.declined', 'model.day.goodDeclined', 'model.day.reviewWronged'],
  ['holdout.sample', 'holdout.fraud', 'holdout.good'],
  ['best.declined', 'best.fraudCaught', 'best.goodDeclined'],
  ['old.cost', 'saved.perDay', 'best.cost'],
  ['deterring.cost', 'deterring.dearer', 'best.cost'],
  ['threeWay.allDeclined', 'threeWay.fraudDeclined', 'threeWay.declined'],
  ['strata.bill.week', 'strata.bill.reading', 'strata.bill.confirming'],
  ['strata.bill.confirmed', 'strata.all.found', 'strata.all.falseAlarms'],
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

const source = 'papers/text/ai-fraud-detection-guide.md';
// An owner may offer other papers.
const isOffered = existsSync(source);
const paper = isOffered ? readFileSync(source, 'utf8') : '';

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
    const entries = sources.match(/^1\. `.+$/gm) ?? [];
    expect(entries.length).toBeGreaterThan(20);
    for (const entry of entries) {
      const day = /\. (\d+ \w{3} \d{4})$/.exec(entry)?.[1];
      // What scholars wrote does not change: “Elkan, *The Foundations …*, IJCAI 2001.”
      if (day === undefined)
        expect(entry).toMatch(/^1\. `\w+` [A-Z]\w+.*, \*.+\*,.* (?:19|20)\d\d\.$/);
      else {
        const age = (edition.getTime() - new Date(`${day} UTC`).getTime()) / 86_400_000;
        expect(age, entry).toBeGreaterThanOrEqual(0);
        expect(age, entry).toBeLessThan(60);
      }
    }
  },
);
