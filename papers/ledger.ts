import { dayAt, shownCost, thresholds } from './arithmetic/shop.ts';
import { ledger as prices, shop } from './assumptions.ts';

const cell = (value: string | number): string => {
  const text = String(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const assumptions = [
  ['Orders a day', shop.ordersPerDay, 'orders'],
  ['Share of them that is fraud', shop.fraudShare, 'share'],
  ['Fraud: goods at cost', prices.fraud.goods, 'dollars'],
  ['Fraud: shipping', prices.fraud.shipping, 'dollars'],
  ['Fraud: dispute fee', prices.fraud.fee, 'dollars'],
  ['Fraud: work on the dispute', prices.fraud.work, 'dollars'],
  ['Cost of an approved fraud', '=B4+B5+B6+B7', 'dollars'],
  ['Decline: margin on the order', prices.decline.margin, 'dollars'],
  ['Decline: later orders', prices.decline.later, 'dollars'],
  ['Decline: calls', prices.decline.calls, 'dollars'],
  ['Cost of a declined good customer', '=B9+B10+B11', 'dollars'],
  ['Scores of good customers: Beta a', shop.legitimate.a, ''],
  ['Scores of good customers: Beta b', shop.legitimate.b, ''],
  ['Scores of fraud: Beta a', shop.fraudulent.a, ''],
  ['Scores of fraud: Beta b', shop.fraudulent.b, ''],
  ['Break-even probability', '=B12/(B12+B8)', 'share'],
] as const;

const columns = ['frauds approved', 'good declined', 'fraud costs', 'declines cost', 'together'];

/**
 * The shop's day at each threshold as CSV: the values of the paper, and beside them the
 * formulas of spreadsheets, which follow the assumptions above. As in print, whole dollars add up.
 */
export const ledger = (): string => {
  const firstDay = assumptions.length + 4;
  const days = thresholds.map((threshold) => {
    const row = firstDay + threshold;
    const day = dayAt(threshold);
    const { fraudApproved, goodDeclined, fraudLoss, declineLoss } = day;
    return [
      threshold,
      ...[fraudApproved, goodDeclined, fraudLoss, declineLoss].map((value) => value.toFixed(3)),
      shownCost(day),
      `=$B$2*$B$3*BETA.DIST(A${row}/100,$B$15,$B$16,TRUE)`,
      `=$B$2*(1-$B$3)*(1-BETA.DIST(A${row}/100,$B$13,$B$14,TRUE))`,
      `=G${row}*$B$8`,
      `=H${row}*$B$12`,
      `=ROUND(I${row},0)+ROUND(J${row},0)`,
    ];
  });
  const rows = [
    ['Assumption', 'Value', 'Unit'],
    ...assumptions,
    [],
    ['Threshold', ...columns, ...columns.map((name) => `${name} (formula)`)],
    ...days,
  ];
  return `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`;
};
