import {
  arrowhead,
  circle,
  columnFigure,
  columnWidth,
  line,
  type Point,
  path,
  rect,
  text,
} from './svg.ts';

const middle: Point = [columnWidth / 2, 100];
const rx = 75;
const ry = 57;

/** A point of the loop; `angle` in degrees, clockwise from the right. */
const at = ([x, y]: Point, angle: number): Point => {
  const turn = (angle * Math.PI) / 180;
  return [x + rx * Math.cos(turn), y + ry * Math.sin(turn)];
};

/** An arrowhead in the `direction` of growing (1) or falling angles (−1). */
const head = (center: Point, angle: number, direction: 1 | -1): string =>
  arrowhead(at(center, angle - direction * 4), at(center, angle), 6, 0.45);

const loop = ([x, y]: Point): string =>
  path(
    `M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}`,
    'frame',
  );

export const feedbackLoops = columnFigure(() => {
  const left: Point = [middle[0] - 34 - rx, middle[1]];
  const right: Point = [middle[0] + 34 + rx, middle[1]];
  const outcome = at(left, 208);
  const labels = at(left, 163);
  return {
    height: 190,
    content: [
      loop(left),
      loop(right),
      ...[-52, -128, -180, -232, -308].map((angle) => head(left, angle, -1)),
      ...[-128, -40, 40, 128].map((angle) => head(right, angle, 1)),
      ...[at(left, -90), outcome, labels, at(left, 90)].map((point) => circle(point, 2.6, 'dot')),
      ...[at(right, -90), at(right, 0), at(right, 90)].map((point) => circle(point, 2.6, 'dot')),
      text([left[0], left[1] - ry - 18], ['decisions on everybody'], 'label', 'middle'),
      text([left[0], left[1] - ry - 7.5], ['(outcomes only for the approved)'], 'quiet', 'middle'),
      text([outcome[0] + 9, outcome[1] + 3], 'outcome', 'label'),
      text([labels[0] + 9, labels[1] + 3], 'label, weeks later', 'label'),
      text([left[0], left[1] + ry + 14], 'training', 'label', 'middle'),
      text([right[0], right[1] - ry - 7.5], 'some attempts get through', 'label', 'middle'),
      text([at(right, 0)[0] - 9, right[1] + 3], 'they see which', 'label', 'end'),
      text([right[0], right[1] + ry + 14], 'they change one thing, try again', 'label', 'middle'),
      text([left[0] + 8, left[1] - 24], 'Your loop', 'head', 'middle'),
      text([left[0] + 8, left[1] - 13], 'once a quarter', 'quiet', 'middle'),
      text([right[0], right[1] - 24], 'Their loop', 'head', 'middle'),
      text([right[0], right[1] - 13], 'once an hour', 'quiet', 'middle'),
      line([middle[0] - 34, middle[1] + 4], [labels[0] + 74, labels[1] - 1], 'dash'),
      text(
        [left[0] - 22, left[1] + 39],
        ['holdout: some', 'of the declined'],
        'quiet',
        'start',
        9.4,
      ),
      rect([middle[0] - 34, middle[1] - 15], [68, 30], 'sheet'),
      rect([middle[0] - 34, middle[1] - 15], [68, 30], 'signal-line'),
      text([middle[0], middle[1] + 3.2], 'decision', 'head', 'middle'),
    ],
  };
});
