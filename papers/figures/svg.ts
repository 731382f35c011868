import { attributes, escapeHtml } from '../../tools/html.ts';

/** As wide as the text column, or as the page between its margins; sizes in points. */
export interface Figure {
  place: 'column' | 'page';
  draw: () => { width: number; height: number; content: string };
}

/** In points; `styles/page.css` has the same two widths. */
export const columnWidth = 374;
export const pageWidth = 496;

const figure =
  (place: Figure['place'], width: number) =>
  (draw: () => { height: number; content: readonly string[] }): Figure => ({
    place,
    draw: () => {
      const { height, content } = draw();
      return { width, height, content: content.join('') };
    },
  });

export const columnFigure = figure('column', columnWidth);
export const pageFigure = figure('page', pageWidth);

export type Point = readonly [x: number, y: number];

const round = (value: number): number => Math.round(value * 100) / 100;

export type Scale = (value: number) => number;

export const scale =
  ([from, to]: Point, [start, end]: Point): Scale =>
  (value) =>
    start + ((value - from) / (to - from)) * (end - start);

/** `count` + 1 equally distant numbers. */
export const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count);

const shape = (name: string, given: Record<string, string | number>): string =>
  `<${name}${attributes(
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [
        key,
        typeof value === 'number' ? round(value) : value,
      ]),
    ),
  )}/>`;

export const line = ([x1, y1]: Point, [x2, y2]: Point, className: string): string =>
  shape('line', { class: className, x1, y1, x2, y2 });

export const rect = ([x, y]: Point, [width, height]: Point, className: string): string =>
  shape('rect', { class: className, x, y, width, height });

export const circle = ([cx, cy]: Point, r: number, className: string): string =>
  shape('circle', { class: className, cx, cy, r });

const through = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;

export const path = (d: string, className: string): string =>
  shape('path', { class: className, d });

export const polyline = (points: readonly Point[], className: string): string =>
  path(through(points), className);

/** The area between a curve and a horizontal line. */
export const area = (points: readonly Point[], baseline: number, className: string): string => {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  return path(
    `${through(points)}L${round(last[0])} ${round(baseline)}L${round(first[0])} ${round(baseline)}Z`,
    className,
  );
};

type Anchor = 'start' | 'middle' | 'end';

/** Lines `leading` points apart. */
export const text = (
  [x, y]: Point,
  content: string | readonly string[],
  className = 'label',
  anchor: Anchor = 'start',
  leading = 10.5,
): string =>
  [content]
    .flat()
    .map(
      (words, index) =>
        `<text${attributes({
          class: className,
          x: round(x),
          y: round(y + index * leading),
          'text-anchor': anchor === 'start' ? undefined : anchor,
        })}>${escapeHtml(words)}</text>`,
    )
    .join('');

/** `angle`, in radians, is that between the arrow and each side of its head. */
export const arrowhead = (before: Point, tip: Point, length = 5.5, angle = 0.42): string => {
  const along = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const wing = (turn: number): Point => [
    tip[0] - length * Math.cos(along + turn),
    tip[1] - length * Math.sin(along + turn),
  ];
  return polyline([wing(angle), tip, wing(-angle)], 'arrow');
};

export const arrow = (from: Point, to: Point): string =>
  polyline([from, to], 'arrow') + arrowhead(from, to);

/** A frame around a title and lines of words. */
export const box = (
  [x, y]: Point,
  [width, height]: Point,
  title: string,
  words: readonly string[],
  leading: number,
  className = 'frame',
): string =>
  rect([x, y], [width, height], className) +
  text([x + width / 2, y + 14], title, 'head', 'middle') +
  text([x + width / 2, y + 26], words, 'quiet', 'middle', leading);

/** A horizontal axis with labels below it. */
export const axisBelow = (
  y: number,
  [from, to]: Point,
  x: Scale,
  values: readonly number[],
  label: (value: number) => string = String,
): string =>
  line([from, y], [to, y], 'axis') +
  values
    .map(
      (value) =>
        line([x(value), y], [x(value), y + 3], 'axis') +
        text([x(value), y + 12], label(value), 'tick', 'middle'),
    )
    .join('');

export const axisName = (point: Point, words: string): string =>
  text(point, words, 'label quiet', 'middle');

/** Horizontal hairlines with labels on their left. */
export const gridLines = (
  [from, to]: Point,
  y: Scale,
  values: readonly number[],
  label: (value: number) => string,
): string =>
  values
    .map(
      (value) =>
        line([from, y(value)], [to, y(value)], 'grid') +
        text([from - 5, y(value) + 2.8], label(value), 'tick', 'end'),
    )
    .join('');
