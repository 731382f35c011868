import { columnFigure, columnWidth, line, rect, scale, text } from './svg.ts';

const events = ['sign-up', 'visit', 'basket', 'payment', 'shipment', 'delivery', 'dispute'];
const decision = 3;

const signals: readonly (readonly [name: string, knownFrom: number])[] = [
  ['Typed data, device', 0],
  ['History, links', 0],
  ['Behavior in session', 1],
  ['Order and amount', 2],
  ['Bank’s answer', 3],
  ['Delivery scan', 5],
  ['Complaint, dispute', 6],
];

const left = 92;
const rowHeight = 16;
const top = 40;
const x = scale([0, events.length - 1], [left + 6, columnWidth - 20]);

export const signalClock = columnFigure(() => {
  const bottom = top + signals.length * rowHeight;
  // Between the bank's answer and the shipment.
  const at = x(decision) + 22;
  const end = columnWidth - 2;
  return {
    height: bottom + 16,
    content: [
      ...events.map(
        (event, index) =>
          text([x(index), 24], event, 'tick', 'middle') +
          line([x(index), 29], [x(index), bottom], 'grid'),
      ),
      ...signals.map(([name, from], index) => {
        const y = top + index * rowHeight;
        const start = x(from);
        const known = Math.max(0, at - start);
        const hindsight = start > at;
        return [
          text([0, y + 2.6], name, 'label'),
          hindsight
            ? line([start, y], [end, y], 'dash')
            : rect([start, y - 3], [known, 6], 'legit-solid') + line([at, y], [end, y], 'dash'),
        ].join('');
      }),
      line([at, 8], [at, bottom + 2], 'signal-line'),
      text([at, bottom + 13], 'decision', 'label strong signal', 'middle'),
      text([(left + at) / 2, bottom + 13], 'may be used', 'label quiet', 'middle'),
      text([(at + end) / 2 + 8, bottom + 13], 'hindsight', 'label quiet', 'middle'),
    ],
  };
});
