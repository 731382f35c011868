import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { widthOf } from './wrap.ts';

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));

test('a width that is known without looking for clusters is the same with', () => {
  const kana = range(0x3001, 0x30ff);
  const pairs = kana.flatMap((one) => [`ア${one}`, `${one}か`]);
  const texts = [...range(0x20, 0x24f), ...kana, ...pairs, ...range(0x4e00, 0x9fff), '，', '！？'];
  expect(texts.filter((text) => widthOf(text) !== stringWidth(text))).toEqual([]);
});
