import { expect, test } from 'vitest';
import { fontFaces } from './fonts.ts';

test('letters such as ł and ő are in fonts of their own, which only documents with them have', async () => {
  const plain = (await fontFaces('Zoë, naïve')).split('\n');
  const more = (await fontFaces('Łódź')).split('\n').filter((rule) => !plain.includes(rule));
  expect(more).toHaveLength(plain.length);
  for (const rule of more) expect(rule).toMatch(/ unicode-range: U\+100-17F; .*base64,.{10000}/);
});
