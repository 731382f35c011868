import { plan } from '../assumptions.ts';
import { line, pageFigure, pageWidth, rect, scale, text } from './svg.ts';

type Task = readonly [name: string, from: number, to: number];

const blocks: readonly (readonly [name: string, tasks: readonly Task[]])[] = [
  [
    'See',
    [
      ['Read a hundred cases', 1, 5],
      ['Threat model with prices', 4, 18],
      ['Label audit, delay curves', 8, 26],
      ['Weekly sample', plan.measuring, plan.days],
      ['Holdout', plan.measuring, plan.days],
    ],
  ],
  [
    'Choose',
    [
      ['Two prices, agreed', 31, 40],
      ['Calibrate, draw the curve', 31, 43],
      ['Move one line in steps', plan.firstStep, plan.days],
      ['Review band, rule dates', 48, 60],
    ],
  ],
  [
    'Hold',
    [
      ['The weekly page', plan.weeklyPage, plan.days],
      ['Appeals route', 62, 80],
      ['Incident rehearsal, model file', 74, 88],
    ],
  ],
];

const left = 142;
const rowHeight = 12.6;
const top = 22;
const x = scale([0, 90], [left, pageWidth - 6]);

export const ninetyDays = pageFigure(() => {
  let y = top;
  const rows = blocks.map(([name, tasks], index) => {
    const start = y;
    const drawn = tasks.map(([task, from, to]) => {
      const row =
        text([left - 8, y + 8.4], task, 'label', 'end') +
        rect([x(from), y + 2.6], [x(to) - x(from), 6.4], index === 1 ? 'solid' : 'legit-solid');
      y += rowHeight;
      return row;
    });
    const heading = text([0, start + 8.6], name, 'head');
    y += 7;
    return heading + drawn.join('') + line([0, y - 4.5], [pageWidth - 6, y - 4.5], 'grid');
  });
  const bottom = y - 4.5;
  return {
    height: bottom + 18,
    content: [
      ...[0, 30, 60, 90].map(
        (day) =>
          line([x(day), top - 6], [x(day), bottom], 'grid') +
          text([x(day), bottom + 12], `day ${day}`, 'tick', day === 90 ? 'end' : 'middle'),
      ),
      ...rows,
      line([x(plan.firstStep), top - 10], [x(plan.firstStep), bottom], 'signal-line'),
      text([x(plan.firstStep) + 5, top - 4], 'the line’s first step', 'label strong signal'),
    ],
  };
});
