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

test('a network may send so often in a minute, and again in the next', async () => {
  let time = 0;
  const allows = createMemoryRateLimit(2, () => time);
  const ask = (address = '2001:db8::1') => allows(address);
  expect([await ask(), await ask('2001:db8::2'), await ask()]).toEqual([true, true, false]);
  expect(await ask('192.0.2.2')).toBe(true);
  time = 59_999;
  expect(await ask()).toBe(false);
  time = 60_000;
  expect(await ask()).toBe(true);
});

test('all networks together may send fifty times as much', async () => {
  let time = 0;
  const allows = createMemoryRateLimit(2, () => time);
  const ask = (n: number) => allows(`2001:db8:0:${n.toString(16)}::1`);
  const answers = await Promise.all(Array.from({ length: 102 }, (_, n) => ask(n)));
  expect(answers.lastIndexOf(true)).toBe(99);
  time = 60_000;
  expect(await ask(101)).toBe(true);
});
