import { box, line, pageFigure, pageWidth, path, text } from './svg.ts';

const functions: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['Policy', ['what is allowed,', 'reasons, appeals']],
  ['Detection', ['models, rules, lines', 'inside their bands']],
  ['Review', ['the queue and', 'its quality']],
  ['Investigations', ['attackers, rings,', 'the threat table']],
  ['Measurement', ['labels, samples,', 'the weekly page']],
];

const rhythms: readonly (readonly [when: string, what: readonly string[]])[] = [
  ['Daily', ['queue, incidents']],
  ['Weekly', ['loss review: one page,', 'near-miss band']],
  ['Monthly', ['lines, models,', 'rules that expire']],
  ['Quarterly', ['board page, holdout,', 'the price outside']],
];

export const operatingModel = pageFigure(() => {
  const width = 92;
  const gap = (pageWidth - functions.length * width) / (functions.length - 1);
  const left = (index: number): number => index * (width + gap);
  const middle = pageWidth / 2;
  const row = 100;
  const spine = 90;
  const last = left(functions.length - 1) + width / 2;
  return {
    height: 206,
    content: [
      box([middle - 78, 1], [156, 32], 'The executive', ['who carries the loss'], 9.4),
      line([middle, 32], [middle, 42], 'frame'),
      box(
        [middle - 78, 42],
        [156, 34],
        'Head of risk',
        ['owns the line and its band'],
        9.4,
        'signal-line',
      ),
      line([middle, 76], [middle, spine], 'frame'),
      line([width / 2, spine], [last, spine], 'frame'),
      ...functions.flatMap(([name, words], index) => [
        line([left(index) + width / 2, spine], [left(index) + width / 2, row], 'frame'),
        box([left(index), row], [width, 46], name, words, 9.4),
      ]),
      path(`M${last + 30} ${row}V17H${middle + 80}`, 'dash'),
      text([last + 24, 29], 'reports around', 'quiet', 'end'),
      text([0, 46], 'Asked before a line leaves its band', 'head'),
      text(
        [0, 58],
        [
          'finance: what each error costs',
          'product: what friction does',
          'counsel: what must be explained',
        ],
        'quiet',
        'start',
        9.6,
      ),
      line([128, 61], [middle - 80, 61], 'dash'),
      line([0, 160], [pageWidth, 160], 'axis'),
      ...rhythms.flatMap(([when, what], index) => [
        text([(index * pageWidth) / rhythms.length, 174], when, 'head'),
        text([(index * pageWidth) / rhythms.length, 186], what, 'quiet', 'start', 9.6),
      ]),
    ],
  };
});
