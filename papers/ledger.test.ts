import { expect, test } from 'vitest';
import { betaAbove } from '../src/threshold/model.ts';
import { bestThreshold, breakEvenProbability, dayAt, shownCost } from './arithmetic/shop.ts';
import { shop } from './assumptions.ts';
import { ledger } from './ledger.ts';

const rows = ledger()
  .trimEnd()
  .split('\n')
  .map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
      cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
    ),
  );

/** Returns the value that a spreadsheet shows in a cell such as `B2`, with other numbers in some of them. */
const show = (name: string, other: Record<string, number> = {}): number => {
  if (name in other) return other[name] ?? Number.NaN;
  const column = name.charCodeAt(0) - 'A'.charCodeAt(0);
  const text = rows[Number(name.slice(1)) - 1]?.[column] ?? '';
  if (!text.startsWith('=')) return Number(text);
  const code = text
    .slice(1)
    .replaceAll('BETA.DIST', 'below')
    .replaceAll('TRUE', 'true')
    .replaceAll('ROUND', 'round')
    .replace(/\$?\b([A-Z])\$?(\d+)\b/g, (_, letter, row) => `cell('${letter}${row}')`);
  const below = (x: number, a: number, b: number) => 1 - betaAbove(x, { a, b });
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  return new Function('below', 'round', 'cell', `return ${code}`)(below, round, (cell: string) =>
    show(cell, other),
  );
};

const rowOf = (name: string): number => rows.findIndex(([first]) => first === name) + 1;

test('the ledger has the assumptions of the paper, and a day at each threshold', () => {
  expect(show(`B${rowOf('Cost of an approved fraud')}`)).toBe(shop.lossPerFraud);
  expect(show(`B${rowOf('Cost of a declined good customer')}`)).toBe(shop.lossPerDecline);
  expect(show(`B${rowOf('Break-even probability')}`)).toBeCloseTo(breakEvenProbability, 12);
  for (const threshold of [0, 38, 40, bestThreshold, 100]) {
    const row = rowOf(String(threshold));
    const at = dayAt(threshold);
    const { fraudApproved, goodDeclined, fraudLoss, declineLoss } = at;
    const day = [fraudApproved, goodDeclined, fraudLoss, declineLoss, shownCost(at)];
    for (const [index, value] of day.entries()) {
      expect(show(`${'BCDEF'[index]}${row}`), `value ${index} at ${threshold}`).toBeCloseTo(
        value,
        2,
      );
      expect(show(`${'GHIJK'[index]}${row}`), `sum ${index} at ${threshold}`).toBeCloseTo(value, 6);
    }
  }
});

test('with a reader’s own numbers its formulas do the sums of the paper again', () => {
  const own = { ...shop, ordersPerDay: 500, fraudShare: 0.03, lossPerDecline: 15 };
  const mine = {
    [`B${rowOf('Orders a day')}`]: 500,
    [`B${rowOf('Share of them that is fraud')}`]: 0.03,
    [`B${rowOf('Decline: margin on the order')}`]: 2,
  };
  expect(show(`K${rowOf('52')}`, mine)).toBe(shownCost(dayAt(52, own)));
});
