import { expect, test } from 'vitest';
import { createMemoryRateLimit } from './rate-limit.ts';

test('a network, such as an IPv4 address or a /64 of IPv6, has a limit per minute, and all networks together have fifty times that limit', async () => {
  let time = 0;
  const allows = createMemoryRateLimit(2, () => time);
  for (const [at, address, isAllowed] of [
    [0, '2001:db8::1', true],
    [0, '2001:db8::2', true],
    [0, '2001:0DB8:0000:0000:ffff::6', false],
    [0, '2001:db8:0:1::1', true],
    [0, '192.0.2.2', true],
    [0, '::ffff:192.0.2.2', true],
    [0, '192.0.2.2', false],
    [0, '192.0.2.3', true],
    [0, '', true],
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
