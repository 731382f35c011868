import { arrow, pageFigure, rect, text } from './svg.ts';

const questions: readonly (readonly [
  question: readonly string[],
  record: string,
  no: readonly string[],
])[] = [
  [['Did an authenticated', 'person delegate?'], 'the mandate', ['unauthorized']],
  [
    ['Was the order inside', 'its bounds?'],
    'order beside bounds',
    ['somebody failed', 'to enforce'],
  ],
  [['Was what the agent', 'read honest?'], 'what it was served', ['a page or', 'message misled']],
  [['Did the agent', 'understand it?'], 'what it reported', ['agent erred']],
];

export const disputeTree = pageFigure(() => {
  const width = 92;
  const gap = 14;
  const top = 20;
  const height = 44;
  const at = (index: number): number => index * (width + gap);
  return {
    height: 118,
    content: [
      ...questions.flatMap(([question, record, no], index) => {
        const x = at(index);
        const middle = x + width / 2;
        return [
          text([middle, 12], record, index === 0 ? 'signal strong' : 'quiet', 'middle'),
          rect([x, top], [width, height], index === 0 ? 'signal-line' : 'frame'),
          text([middle, top + 19], question, 'label strong', 'middle', 11),
          arrow([middle, top + height], [middle, top + height + 22]),
          text([middle + 5, top + height + 14], 'no', 'quiet'),
          text([middle, top + height + 36], no, 'label', 'middle', 10.5),
          arrow([x + width, top + height / 2], [x + width + gap - 1, top + height / 2]),
        ];
      }),
      text([at(4) + 2, top + 16], ['yes to', 'all four:', 'regret'], 'label strong', 'start', 11),
    ],
  };
});
