import { circle, line, type Point, pageFigure, pageWidth, text } from './svg.ts';

type Hand = readonly [name: string, words: readonly string[]];

const hand = ([x, y]: Point, [name, words]: Hand): string =>
  [
    circle([x, y], 4, 'hollow'),
    text([x, y - 11], name, 'head', 'middle'),
    text([x, y + 17], words, 'quiet', 'middle', 9.4),
  ].join('');

const link = (from: number, to: number, y: number, className: string, words: string): string =>
  [
    line([from + 5, y], [to - 5, y], className),
    text(
      [(from + to) / 2, y - 6],
      words,
      className === 'signal-line' ? 'signal strong' : 'quiet',
      'middle',
    ),
  ].join('');

export const delegationChain = pageFigure(() => {
  const before = 44;
  const now = 140;
  const start = 34;
  const end = pageWidth - 30;
  const step = (end - start) / 4;
  const at = (index: number): number => start + index * step;
  return {
    height: 186,
    content: [
      text([0, 12], 'Until now', 'label quiet'),
      hand([at(0), before], ['Person', ['wants, decides,', 'presses']]),
      hand([at(1), before], ['Device', ['evidence of', 'presence']]),
      hand([at(3), before], ['Shop', ['infers consent', 'from presence']]),
      hand([at(4), before], ['Bank', ['asks the', 'person']]),
      link(at(0), at(1), before, 'frame', 'is at'),
      link(at(1), at(3), before, 'frame', 'one session'),
      link(at(3), at(4), before, 'frame', 'payment'),
      line([0, 88], [pageWidth, 88], 'grid'),
      text([0, 106], 'With an operator’s agent', 'label quiet'),
      hand([at(0), now], ['Person', ['may be', 'asleep']]),
      hand([at(1), now], ['Operator', ['keeps the', 'mandate']]),
      hand([at(2), now], ['Agent', ['reads pages,', 'chooses']]),
      hand([at(3), now], ['Shop', ['must check fit,', 'not presence']]),
      hand([at(4), now], ['Bank', ['must know', 'whom to ask']]),
      link(at(0), at(1), now, 'signal-line', 'mandate'),
      link(at(1), at(2), now, 'frame', 'key, bounds'),
      link(at(2), at(3), now, 'frame', 'order, proof'),
      link(at(3), at(4), now, 'frame', 'payment'),
    ],
  };
});
