import { expect, test } from 'vitest';
import { titleSize } from './covers.ts';

test.each([
  ['The Line', 60],
  ['Förtroende när programmen handlar', 54],
  ['Bedrägeribekämpningshandbok', 20],
])('the title “%s” is set in %i pt, so that it ends before the line', (title, size) => {
  expect(titleSize(title)).toBe(size);
});
