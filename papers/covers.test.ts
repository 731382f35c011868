import { expect, test } from 'vitest';
import { titleSize } from './covers.ts';
import { readStyles } from './styles.ts';

test.each([
  ['The Detection', 60],
  ['Förtroende när programmen handlar', 49],
  ['Bedrägeribekämpningshandbok', 19],
])('the title “%s” is set in %i pt, so that it ends before the line', (title, size) => {
  expect(titleSize(title)).toBe(size);
});

test('names no color itself: they are the tokens', async () => {
  const own = (await readStyles()).split('.dark {')[1]?.split('}').slice(1).join('}') ?? '';
  expect(own.length).toBeGreaterThan(1000);
  expect(own.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull();
});
