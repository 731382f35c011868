import { expect, test } from 'vitest';
import { titleSize } from './covers.ts';

test.each([
  ['The Detection', 60],
  ['Förtroende när programmen handlar', 49],
  ['Bedrägeribekämpningshandbok', 19],
])('the title “%s” is set in %i pt, so that it ends before the line', (title, size) => {
  expect(titleSize(title)).toBe(size);
});
