import { type Figure, line, pageWidth, rect, text } from './svg.ts';

const rungs: readonly (readonly [name: string, words: readonly string[]])[] = [
  [
    'Counting',
    ['Disputes are paid and', 'added up.', 'Asked why losses rose,', 'you wait for the bank.'],
  ],
  [
    'Blocking',
    ['Rules, written after', 'each attack.', 'Asked how many were', 'wronged: nobody knows.'],
  ],
  [
    'Scoring',
    ['A model, and a line', 'that nobody chose.', 'Asked “why 40?”, you get', 'a history lesson.'],
  ],
  [
    'Pricing',
    ['Both errors in one', 'currency. The line has', 'an owner, a date', 'and a script.'],
  ],
  [
    'Learning',
    [
      'Samples, holdout,',
      'appeals that end rules.',
      'The page says what would',
      'change its mind.',
    ],
  ],
];

/** Five rungs, from counting losses to learning from both errors. */
export const maturityLadder: Figure = {
  place: 'page',
  draw: () => {
    const width = pageWidth / rungs.length;
    const rise = 15;
    const base = 84;
    return {
      width: pageWidth,
      height: 152,
      content: [
        ...rungs.flatMap(([name, words], index) => {
          const x = index * width;
          const y = base - index * rise;
          return [
            rect([x, y], [width - 6, 3], index === 3 ? 'signal-dot' : 'solid'),
            text([x, y - 7], String(index + 1), 'label quiet'),
            text([x + 11, y - 7], name, 'head'),
            text([x, base + 24], words, 'small quiet', 'start', 9.8),
            line([x, y + 3], [x, base + 12], 'grid'),
          ];
        }),
        line([0, base + 12], [pageWidth - 6, base + 12], 'axis'),
      ].join(''),
    };
  },
};
