import { expect, test } from 'vitest';
import { printable } from './printable.ts';
import { firstWords, widthOf, wrapWords } from './wrap.ts';

test('any text is cut and wrapped in linear time', () => {
  const kinds = ['a\n', 'a', 'hello ', ' ', '你好，', '👨‍👩‍👧‍👦', '\u1100', '\u001b'];
  // The short text comes first, so that worse than linear time fails instead of hanging.
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
