import { readFile } from 'node:fs/promises';
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

test('no lettering is smaller than 8.5 points', async () => {
  const sheet = await readFile('documents/styles/drawing.css', 'utf8');
  const sizes = [...sheet.matchAll(/font-size: ([\d.]+)px/g)].map(([, size]) => Number(size));
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8.5);
});
