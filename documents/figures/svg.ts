import { attributes, escapeHtml } from '../html.ts';

/** A finished drawing: its size in points and the SVG inside it. */
export interface Drawing {
  width: number;
  height: number;
  content: string;
}

/** A figure as wide as the text column, or as the page between its margins. */
export interface Figure {
  place: 'column' | 'page';
  draw: () => Drawing;
}

/** Widths that a drawing may take, in points. `styles/page.css` has the same two. */
export const columnWidth = 374;
export const pageWidth = 496;

export type Point = readonly [x: number, y: number];

const round = (value: number): number => Math.round(value * 100) / 100;

/** A linear map of numbers onto the drawing. */
export const scale =
  ([from, to]: Point, [start, end]: Point) =>
  (value: number): number =>
    start + ((value - from) / (to - from)) * (end - start);

/** `count` + 1 numbers from `from` to `to` at equal distances. */
export const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count);

const shape = (name: string, given: Record<string, string | number | undefined>): string =>
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

export const rect = ([x, y]: Point, [width, height]: Point, className: string, rx?: number) =>
  shape('rect', { class: className, x, y, width, height, rx });

export const circle = ([cx, cy]: Point, r: number, className: string): string =>
  shape('circle', { class: className, cx, cy, r });

/** `M x y L x y …` through all points. */
export const through = (points: readonly Point[]): string =>
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

/** One line of text, or several below one another, `leading` points apart. */
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

/** A line through points with an arrowhead at its end. */
export const arrow = (points: readonly Point[], className = 'arrow'): string => {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return '';
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const wing = (turn: number): Point => [
    tip[0] - 5.5 * Math.cos(angle + turn),
    tip[1] - 5.5 * Math.sin(angle + turn),
  ];
  const head = through([wing(0.42), tip, wing(-0.42)]);
  return polyline(points, className) + path(head, className);
};

/** A horizontal axis with ticks and their words below it. */
export const axisBelow = (
  y: number,
  [from, to]: Point,
  ticks: readonly (readonly [x: number, label: string])[],
): string =>
  line([from, y], [to, y], 'axis') +
  ticks
    .map(
      ([x, label]) => line([x, y], [x, y + 3], 'axis') + text([x, y + 12], label, 'tick', 'middle'),
    )
    .join('');

/** Horizontal hairlines with their words to the left of `from`. */
export const gridLines = (
  [from, to]: Point,
  ticks: readonly (readonly [y: number, label: string])[],
): string =>
  ticks
    .map(
      ([y, label]) =>
        line([from, y], [to, y], 'grid') + text([from - 5, y + 2.8], label, 'tick', 'end'),
    )
    .join('');
