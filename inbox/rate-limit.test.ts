import { expect, test } from 'vitest';
import { createMemoryRateLimit, rateKey } from './rate-limit.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(rateKey(address)).toBe(key);
});

test('an address may send so often in a period, and again in the next', async () => {
  let time = 0;
  const allows = createMemoryRateLimit(2, () => time);
  const ask = () => allows('192.0.2.1');
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false]);
  expect(await allows('192.0.2.2')).toBe(true);
  time = 59_999;
  expect(await ask()).toBe(false);
  time = 60_000;
  expect(await ask()).toBe(true);
});

test('a flood of addresses is not remembered for ever', async () => {
  const allows = createMemoryRateLimit(1, () => 0);
  expect(await allows('first')).toBe(true);
  expect(await allows('first')).toBe(false);
  for (let n = 0; n < 10_000; n++) await allows(`address ${n}`);
  expect(await allows('first')).toBe(true);
});
