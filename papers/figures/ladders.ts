import { shop } from '../assumptions.ts';
import { line, pageFigure, pageWidth, rect, text } from './svg.ts';

type Rung = readonly [name: string, words: readonly string[]];

const ladder = (
  rungs: readonly Rung[],
  highlighted: string,
  { height, base, rise, gap }: { height: number; base: number; rise: number; gap: number },
) =>
  pageFigure(() => {
    const width = pageWidth / rungs.length;
    return {
      height,
      content: [
        ...rungs.flatMap(([name, words], index) => {
          const x = index * width;
          const y = base - index * rise;
          return [
            rect([x, y], [width - gap, 3], name === highlighted ? 'signal-dot' : 'solid'),
            text([x, y - 7], String(index + 1), 'label quiet'),
            text([x + 11, y - 7], name, 'head'),
            text([x, base + 24], words, 'quiet', 'start', 9.8),
            line([x, y + 3], [x, base + 12], 'grid'),
          ];
        }),
        line([0, base + 12], [pageWidth - gap, base + 12], 'axis'),
      ],
    };
  });

export const maturityLadder = ladder(
  [
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
      [
        'A model, and a line',
        'that nobody chose.',
        `Asked “why ${shop.threshold}?”, you get`,
        'a history lesson.',
      ],
    ],
    [
      'Pricing',
      ['Both errors in one', 'currency. The line has', 'an owner, a date,', 'and a script.'],
    ],
    [
      'Learning',
      [
        'Samples, holdout,',
        'appeals that end rules.',
        'A record says what',
        'would move the line.',
      ],
    ],
  ],
  'Pricing',
  { height: 152, base: 84, rise: 15, gap: 6 },
);

export const readinessLadder = ladder(
  [
    ['Blind', ['Agents are blocked or go', 'unnoticed. One word for', 'all automation.']],
    [
      'Sorted',
      ['People, signed agents, and', 'the rest are counted apart.', 'The friendly share is known.'],
    ],
    ['Bounded', ['Mandates are read, limits', 'stand outside the model,', 'evidence is kept.']],
    ['Preferred', ['Agents are served faster', 'than people, because they', 'prove more.']],
  ],
  'Bounded',
  { height: 122, base: 70, rise: 17, gap: 8 },
);
