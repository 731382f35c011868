import { type Figure, line, pageWidth, rect, text } from './svg.ts';

const rungs: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['Blind', ['Agents are blocked or go', 'unnoticed. One word for', 'all automation.']],
  [
    'Sorted',
    ['People, signed agents and', 'the rest are counted apart.', 'The friendly share is known.'],
  ],
  ['Bounded', ['Mandates are read, limits', 'stand outside the model,', 'evidence is kept.']],
  ['Preferred', ['Agents are served faster', 'than people, because they', 'prove more.']],
];

/** Four rungs of readiness for agents. */
export const readinessLadder: Figure = {
  place: 'page',
  draw: () => {
    const width = pageWidth / rungs.length;
    const rise = 17;
    const base = 70;
    return {
      width: pageWidth,
      height: 122,
      content: [
        ...rungs.flatMap(([name, words], index) => {
          const x = index * width;
          const y = base - index * rise;
          return [
            rect([x, y], [width - 8, 3], index === 2 ? 'signal-dot' : 'solid'),
            text([x, y - 7], String(index + 1), 'label quiet'),
            text([x + 11, y - 7], name, 'head'),
            text([x, base + 24], words, 'small quiet', 'start', 9.8),
            line([x, y + 3], [x, base + 12], 'grid'),
          ];
        }),
        line([0, base + 12], [pageWidth - 8, base + 12], 'axis'),
      ].join(''),
    };
  },
};
