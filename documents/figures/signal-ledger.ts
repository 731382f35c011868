import { arrow, circle, pageFigure, pageWidth, path, text } from './svg.ts';

/** Each with what takes over its question, or why nothing does. */
const fading: readonly (readonly [name: string, to: { heir: number } | { nothing: string }])[] = [
  ['Typing and touch', { nothing: 'nothing: ask the person' }],
  ['Device fingerprint', { heir: 0 }],
  ['Location of the address', { heir: 1 }],
  ['Time on page, path taken', { nothing: 'dropped' }],
  ['Velocity per device', { heir: 2 }],
  ['Challenge by text message', { heir: 3 }],
];

const appearing = [
  'Age and standing of the operator’s key',
  'Delivery to a known address',
  'Count per principal, pair, and operator',
  'Confirmation in the wallet or bank app',
  'New: fit of the basket to the mandate',
  'New: revocations per operator and principal',
];

export const signalLedger = pageFigure(() => {
  const left = 140;
  const right = pageWidth - 206;
  const row = (index: number): number => 28 + index * 19;
  return {
    height: 132,
    content: [
      text([left - 10, 12], 'Fading', 'head', 'end'),
      text([right + 10, 12], 'Appearing', 'head'),
      ...fading.flatMap(([name, to], index) => [
        text([left - 10, row(index) + 2.8], name, 'label quiet', 'end'),
        'heir' in to
          ? arrow([left + 4, row(index)], [right - 5, row(to.heir)])
          : path(`M${left} ${row(index)}H${left + 34}`, 'signal-line') +
            text([left + 40, row(index) + 3], to.nothing, 'label strong signal'),
        circle([left, row(index)], 2.8, 'hollow'),
      ]),
      ...appearing.map(
        (name, index) =>
          text([right + 10, row(index) + 2.8], name, 'label strong') +
          circle([right, row(index)], 2.8, 'dot'),
      ),
    ],
  };
});
