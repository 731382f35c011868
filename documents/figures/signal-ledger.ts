import { circle, pageFigure, pageWidth, path, text } from './svg.ts';

const fading = [
  'Typing and touch',
  'Device fingerprint',
  'Location of the address',
  'Time on page, path taken',
  'Velocity per device',
  'Challenge by text message',
];

const appearing = [
  'Fit of the basket to the mandate',
  'Age and standing of the operator’s key',
  'Delivery to a known address',
  'Revocations per operator and principal',
  'History of the pair',
  'Confirmation in the wallet or bank app',
];

/** Which new signal (`to`) answers the question of which old one (`from`). */
const heirs: readonly (readonly [from: number, to: number])[] = [
  [1, 1],
  [1, 4],
  [2, 2],
  [3, 0],
  [3, 3],
  [4, 3],
  [4, 4],
  [5, 5],
];

export const signalLedger = pageFigure(() => {
  const left = 140;
  const right = pageWidth - 206;
  const row = (index: number): number => 32 + index * 19;
  // Half a row lower, so that the line of the signal without an heir meets no other.
  const heirRow = (index: number): number => row(index) + 13;
  return {
    height: 150,
    content: [
      text([left - 10, 12], 'Fading', 'head', 'end'),
      text([right + 10, 25], 'Appearing', 'head'),
      ...heirs.map(([from, to]) => {
        const middle = (left + right) / 2;
        return path(
          `M${left} ${row(from)}C${middle} ${row(from)} ${middle} ${heirRow(to)} ${right} ${heirRow(to)}`,
          'lead',
        );
      }),
      path(`M${left} ${row(0)}H${left + 34}`, 'signal-line'),
      text([left + 40, row(0) + 3], 'no heir: ask the person', 'label strong signal'),
      ...fading.map(
        (name, index) =>
          text([left - 10, row(index) + 2.8], name, 'label quiet', 'end') +
          circle([left, row(index)], 2.8, 'hollow'),
      ),
      ...appearing.map(
        (name, index) =>
          text([right + 10, heirRow(index) + 2.8], name, 'label strong') +
          circle([right, heirRow(index)], 2.8, 'dot'),
      ),
    ],
  };
});
