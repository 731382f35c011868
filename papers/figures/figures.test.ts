import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { figures } from './index.ts';
import { columnWidth, pageWidth } from './svg.ts';

/** The first point of a figure that lies outside its drawing. */
const strayPoint = ({
  width,
  height,
  content,
}: Record<'width' | 'height', number> & { content: string }): string | undefined =>
  [...content.matchAll(/[ML ](-?[\d.]+) (-?[\d.]+)(?=[LZhM"])/g)].find(
    ([, x, y]) =>
      Math.abs(Number(x) - width / 2) > width / 2 + 1 ||
      Math.abs(Number(y) - height / 2) > height / 2 + 1,
  )?.[0];

describe.each(Object.entries(figures))('%s', (_, figure) => {
  const { width, height, content } = figure.draw();

  test('is as wide as its place and no taller than half a page', () => {
    expect(width).toBe(figure.place === 'column' ? columnWidth : pageWidth);
    expect(height).toBeGreaterThan(90);
    expect(height).toBeLessThan(330);
  });

  test('is drawn the same every time, without a number missing', () => {
    expect(figure.draw().content).toBe(content);
    expect(content).not.toMatch(/NaN|Infinity|undefined|\[object/);
  });

  test('keeps its points inside the drawing', () => {
    expect(strayPoint({ width, height, content })).toBeUndefined();
  });
});

test('no lettering is smaller than 8.5 points', () => {
  const sheet = readFileSync('papers/styles/drawing.css', 'utf8');
  const sizes = [...sheet.matchAll(/font-size: ([\d.]+)px/g)].map(([, size]) => Number(size));
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8.5);
});

const papers = ['ai-fraud-detection-guide', 'agentic-commerce-guide']
  .map((id) => `papers/text/${id}.md`)
  .filter((file) => existsSync(file));

test.skipIf(papers.length < 2)('every figure is in one of the papers, once', () => {
  const text = papers.map((file) => readFileSync(file, 'utf8')).join('');
  for (const name of Object.keys(figures)) {
    expect(text.split(`](figure:${name} `), name).toHaveLength(2);
  }
});
