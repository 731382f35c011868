import { expect, test } from 'vitest';
import { createMemoryRateLimit, networkOf } from './rate-limit.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a network has a limit per minute, and all networks together have fifty times that limit', async () => {
  let time = 0;
  const allows = createMemoryRateLimit(2, () => time);
  for (const [at, address, isAllowed] of [
    [0, '2001:db8::1', true],
    [0, '2001:db8::2', true],
    [0, '2001:db8::1', false],
    [0, '192.0.2.2', true],
    [59_999, '2001:db8::1', false],
    [60_000, '2001:db8::1', true],
  ] as const) {
    time = at;
    expect(await allows(address)).toBe(isAllowed);
  }
  const ask = (n: number) => allows(`2001:db8:1:${n.toString(16)}::1`);
  const answers = await Promise.all(Array.from({ length: 102 }, (_, n) => ask(n)));
  expect(answers.lastIndexOf(true)).toBe(98);
  time = 120_000;
  expect(await ask(101)).toBe(true);
});
