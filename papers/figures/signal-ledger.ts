import { arrow, circle, pageFigure, pageWidth, path, text } from './svg.ts';

/** Each with what takes over its question, or why nothing does. */
const fading: readonly (readonly [name: string, to: { heir: string } | { none: string }])[] = [
  ['Typing and touch', { none: 'no heir: ask the person' }],
  ['Device fingerprint', { heir: 'Age and standing of the operator’s key' }],
  ['Location of the address', { heir: 'Delivery to a known address' }],
  ['Time on page, path taken', { none: 'dropped' }],
  ['Velocity per device', { heir: 'Count per principal, pair, and operator' }],
  ['Challenge by text message', { heir: 'Confirmation in the wallet or bank app' }],
];

const unprecedented = [
  'New: fit of the basket to the mandate',
  'New: revocations per operator and principal',
];

export const signalLedger = pageFigure(() => {
  const left = 140;
  const right = pageWidth - 206;
  const row = (index: number): number => 28 + index * 16.5;
  const appearing = (name: string, index: number): string =>
    text([right + 10, row(index) + 2.8], name, 'label strong') +
    circle([right, row(index)], 2.8, 'dot');
  return {
    height: row(fading.length + unprecedented.length) - 8,
    content: [
      text([left - 10, 12], 'Fading', 'head', 'end'),
      text([right + 10, 12], 'Appearing', 'head'),
      ...fading.flatMap(([name, to], index) => [
        text([left - 10, row(index) + 2.8], name, 'label quiet', 'end'),
        'heir' in to
          ? arrow([left, row(index)], [right - 5, row(index)]) + appearing(to.heir, index)
          : path(`M${left} ${row(index)}h34`, 'signal-line') +
            text([left + 40, row(index) + 3], to.none, 'label strong signal'),
        circle([left, row(index)], 2.8, 'hollow'),
      ]),
      ...unprecedented.map((name, index) => appearing(name, fading.length + index)),
    ],
  };
});
