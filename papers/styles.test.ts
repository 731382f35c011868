import { expect, test } from 'vitest';
import { readStyles, withDarkClass } from './styles.ts';

test('says where it looked when there is no dark theme', () => {
  expect(() => withDarkClass(':root {}')).toThrow(
    'src/styles/tokens.css: no @media screen and (prefers-color-scheme: dark) { :root { … } } for the dark cover',
  );
});

test('names no color itself: they are the tokens', async () => {
  const own = (await readStyles()).split('.dark {')[1]?.split('}').slice(1).join('}') ?? '';
  expect(own.length).toBeGreaterThan(1000);
  expect(own.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull();
});
