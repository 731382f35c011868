import { expect, test, vi } from 'vitest';
import { createMemoryRateLimit, createSharedLimit, rateKey } from './rate-limit.ts';

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

test('many networks of one household or firm may send a little more together, and then no more', async () => {
  const allows = createMemoryRateLimit(1, () => 0);
  const passed = async (addresses: string[]): Promise<number> => {
    let count = 0;
    for (const address of addresses) if (await allows(address)) count++;
    return count;
  };
  const of = (count: number, write: (hex: string) => string): string[] =>
    Array.from({ length: count }, (_, n) => write(n.toString(16)));
  // /64 within one /56, /56 within one /48.
  expect(await passed(of(256, (n) => `2001:db8:1:${n}::1`))).toBe(4);
  expect(await passed(of(255, (n) => `2001:db8:2:${n}00::1`))).toBe(16);
});

test('all senders together may have fifty times as much kept', () => {
  let time = 0;
  const { take, giveBack } = createSharedLimit(2, () => time);
  expect(Array.from({ length: 102 }, take).lastIndexOf(true)).toBe(99);
  giveBack();
  expect([take(), take()]).toEqual([true, false]);
  time = 60_000;
  expect(take()).toBe(true);
});

test('a flood of addresses is not remembered for ever', async () => {
  const allows = createMemoryRateLimit(300, () => 0);
  for (let n = 0; n < 300; n++) expect(await allows('first')).toBe(true);
  expect(await allows('first')).toBe(false);
  for (let n = 0; n < 10_000; n++) await allows(`address ${n}`);
  expect(await allows('first')).toBe(true);
});

test('an address is forgotten when its minute is over and somebody else comes', async () => {
  const kept = new Set<Map<unknown, unknown>>();
  const set = Map.prototype.set;
  const spy = vi.spyOn(Map.prototype, 'set').mockImplementation(function (
    this: Map<unknown, unknown>,
    key,
    value,
  ) {
    if (String(key).startsWith('192.0.2.')) kept.add(this);
    return set.call(this, key, value);
  });
  let time = 0;
  const allows = createMemoryRateLimit(1, () => time);
  for (let n = 0; n < 5; n++) await allows(`192.0.2.${n}`);
  time = 59_999;
  await allows('192.0.2.5');
  time = 60_000;
  await allows('192.0.2.6');
  spy.mockRestore();
  expect([...kept].map((windows) => [...windows.keys()])).toEqual([['192.0.2.5', '192.0.2.6']]);
});
