import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { strayPoint } from '../layout-check.ts';
import { figures } from './index.ts';
import { columnWidth, pageWidth } from './svg.ts';

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
