import { describe, expect, test } from 'vitest';
import { newBooking, newEnquiry } from '../tests/submissions.ts';
import { createD1Store } from './d1-store.ts';
import { openDatabase } from './sqlite-store.ts';
import type { Booking } from './store.ts';

const at = (time: string): string => `2026-01-02T${time}:00.000Z`;

const passing = 'D1_ERROR: Network connection lost.';

describe.each(['before', 'after'] as const)('where D1 fails once, %s doing its work', (when) => {
  /** D1 is SQLite; that it is one of Cloudflare's makes no difference here. */
  const open = () => {
    const database = openDatabase(':memory:');
    let failure: string | null = null;
    const store = createD1Store({
      prepare: (sql) => ({
        bind: (...values) => ({
          run: async <Row>() => {
            const message = failure;
            failure = null;
            if (message !== null && when === 'before') throw new Error(message);
            const results = database.prepare(sql).all(...values) as Row[];
            if (message !== null) throw new Error(message);
            return { results };
          },
        }),
      }),
    });
    const failing = <Result>(work: () => Promise<Result>, message = passing): Promise<Result> => {
      failure = message;
      return work();
    };
    return { store, failing };
  };

  test.each([
    passing,
    'D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.',
    'D1_ERROR: D1 DB reset because its code was updated.',
  ])('a submission is stored, and once: %s', async (message) => {
    const { store, failing } = open();
    await failing(() => store.add(newEnquiry()), message);
    expect(await store.count({})).toBe(1);
  });

  test('a time is booked, moved and cancelled once', async () => {
    const { store, failing } = open();
    const booking = newBooking();
    const find = async () => (await store.findBooking(booking.keyHash)) as Booking;
    const outcome = await failing(() => store.book(booking));
    const first = await find();
    expect([first, 'known']).toContainEqual(outcome);
    const moved = { ...booking.time, start: '2026-02-02T10:05:00.000Z' };
    await failing(() => store.moveBooking(first, moved, at('01:00'), 'deliver'));
    const second = await find();
    expect(second.time).toMatchObject({ start: moved.start, sequence: 1 });
    await failing(() => store.cancelBooking(second, at('02:00'), 'deliver'));
    const time = { cancelledAt: at('02:00'), sequence: 2 };
    expect(await find()).toMatchObject({ time });
  });

  test('a count is never added twice, and permanent errors are not retried', async () => {
    const { store, failing } = open();
    const count = () => store.addCount('2026-01-02', { event: 'page_view', label: 'direct' });
    await expect(failing(count)).rejects.toThrow(passing);
    const counts = await store.weekCounts('2025-12-29');
    expect(counts.map((each) => each.count)).toEqual(when === 'after' ? [1] : []);
    const overloaded = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';
    await expect(failing(() => store.add(newEnquiry()), overloaded)).rejects.toThrow(overloaded);
  });
});
