import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { printable } from './printable.ts';
import { firstWords, widthOf, wrapWords } from './wrap.ts';

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));

test('a width that is known without looking for clusters is the same with', () => {
  const kana = range(0x3001, 0x30ff);
  const pairs = kana.flatMap((one) => [`ア${one}`, `${one}か`]);
  const texts = [...range(0x20, 0x24f), ...kana, ...pairs, ...range(0x4e00, 0x9fff), '，', '！？'];
  expect(texts.filter((text) => widthOf(text) !== stringWidth(text))).toEqual([]);
});

test('text of any kind is cut and wrapped in a time that does not grow faster than it', () => {
  const kinds = [
    'a\n',
    'a',
    'hello ',
    ' ',
    '你好，',
    'e\u0301\u0316',
    '👨‍👩‍👧‍👦',
    '\u1100',
    '\u001b',
  ];
  // Short first, so that worse than linear time fails and does not hang.
  for (const length of [2000, 8000, 64_000]) {
    for (const kind of kinds) {
      const text = kind.repeat(length / kind.length);
      const start = process.cpuUsage();
      expect(widthOf(firstWords(text, 54))).toBeLessThanOrEqual(54);
      wrapWords(printable(text), 78);
      expect(process.cpuUsage(start).user / 1000, JSON.stringify(kind)).toBeLessThan(2000);
    }
  }
});
