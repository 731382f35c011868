import { expect, test } from 'vitest';
import { readStyles } from './styles.ts';

test('names no color itself: they are the tokens', async () => {
  const own = (await readStyles()).split('.dark {')[1]?.split('}').slice(1).join('}') ?? '';
  expect(own.length).toBeGreaterThan(1000);
  expect(own.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull();
});
