// More than 300 lines, since SQLite and D1 keep the same promises.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CountedEvent } from '#enquiry/counts.ts';
import { type StoreUnderTest, stores } from '#hosting/tests/stores.ts';
import { naughtyStrings } from '../../tests/naughty-strings.ts';
import { newBooking, newEnquiry } from '../tests/submissions.ts';
import type {
  Booking,
  ErasureFilter,
  NewBooking,
  Store,
  SubmissionFilter,
  WantedTime,
} from './store.ts';

const at = (time: string): string => `2026-01-02T${time}:00.000Z`;

describe.each(Object.entries(stores))('%s', (_, openStore) => {
  let opened: StoreUnderTest;
  let store: Store;
  beforeAll(async () => {
    opened = await openStore();
    store = opened.store;
  }, 60_000);
  afterEach(async () => {
    await store.erase({ before: '9999' });
  });
  afterAll(() => opened.close());

  const only = async () => {
    const [submission] = await store.list();
    if (!submission) throw new Error('nothing is stored');
    return submission;
  };

  test('keeps every text exactly as it was typed', async () => {
    const texts = naughtyStrings;
    const fields = Object.fromEntries(texts.map((text, index) => [`field${index}`, text]));
    await store.add(newEnquiry({ fields: { ...fields, '__proto__ ': 'x' } }));
    const submission = await only();
    expect(submission).toMatchObject({ kind: 'enquiry', receivedAt: newEnquiry().receivedAt });
    for (const [index, text] of texts.entries()) {
      expect(submission.fields[`field${index}`]).toBe(text);
    }
  });

  test('keeps the same key once, also of one moment, and what has none each time', async () => {
    const keys = [...Array.from({ length: 50 }, (_, n) => `key ${n}`), 'key 7', null, null];
    const ids = await Promise.all(
      keys.map((idempotencyKey) => store.add(newEnquiry({ idempotencyKey }))),
    );
    expect(ids.filter((id) => id !== null)).toHaveLength(52);
    expect(await store.add(newEnquiry({ idempotencyKey: 'key 8' }))).toBeNull();
    expect(await store.list()).toHaveLength(52);
  });

  describe('booked times', () => {
    const minutesAfter = (time: string, minutes: number): string =>
      new Date(Date.parse(at(time)) + minutes * 60_000).toISOString();

    /** Half an hour with ten minutes before and after it. */
    const wanted = (time: string, over: Partial<WantedTime> = {}): WantedTime => ({
      start: at(time),
      blockedFrom: minutesAfter(time, -10),
      blockedUntil: minutesAfter(time, 40),
      ownerDay: '2026-01-02',
      mostPerDay: 9,
      ...over,
    });

    const booking = (key: string, over: Partial<NewBooking> = {}): NewBooking =>
      newBooking({
        fields: { name: key, minutes: '30' },
        time: wanted('10:00'),
        mailbox: `${key}@example.com`,
        keyHash: key,
        ...over,
      });

    const outcomeOf = (result: Booking | string): string =>
      typeof result === 'string' ? result : 'booked';

    const book = async (key: string, over: Partial<NewBooking> = {}): Promise<string> =>
      outcomeOf(await store.book(booking(key, over)));

    const find = async (key: string) => {
      const found = await store.findBooking(key);
      if (!found) throw new Error(`no booking ${key}`);
      return found;
    };

    test('of many requests for one time in one moment, one gets it', async () => {
      const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => book(`key ${n}`)));
      expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(99);
      expect(await store.count({ kind: 'booking' })).toBe(1);
    }, 60_000);

    test('are kept with what was typed, and the same key once, also where its time is taken', async () => {
      expect([await book('a'), await book('a')]).toEqual(['booked', 'known']);
      expect(await book('a', { time: wanted('12:00') })).toBe('known');
      expect(await store.list()).toMatchObject([
        {
          kind: 'booking',
          fields: { name: 'a', minutes: '30' },
          time: {
            start: at('10:00'),
            sequence: 0,
            changedAt: null,
            cancelledAt: null,
            invitation: 'none',
            confirmation: null,
          },
        },
      ]);
      expect(await store.findBooking('b')).toBeNull();
    });

    test('do not overlap with their buffers, and may touch', async () => {
      expect(await book('a')).toBe('booked');
      expect(await book('b', { time: wanted('10:49') })).toBe('taken');
      expect(await book('c', { time: wanted('09:11') })).toBe('taken');
      expect(await book('d', { time: wanted('10:50') })).toBe('booked');
      expect(await book('e', { time: wanted('09:10') })).toBe('booked');
      const blocked = await store.blockedTimes(at('10:40'), at('10:40'));
      expect(blocked.map(({ start }) => start).sort()).toEqual([at('10:50')]);
    });

    test('a day has so many, those that are cancelled aside', async () => {
      const full = { mostPerDay: 2 };
      expect(await book('a', { time: wanted('10:00', full) })).toBe('booked');
      expect(await book('b', { time: wanted('11:00', full) })).toBe('booked');
      expect(await book('c', { time: wanted('12:00', full) })).toBe('dayFull');
      const next = { ...full, ownerDay: '2026-01-03' };
      expect(await book('d', { time: wanted('12:00', next) })).toBe('booked');
      await store.cancelBooking(await find('b'), at('09:00'), 'inbox');
      expect(await book('e', { time: wanted('14:00', full) })).toBe('booked');
    });

    test('a network has three to come or booked within a day, in whatever mailboxes', async () => {
      const from = { network: 'one', mailbox: 'one', receivedAt: '2025-12-30T00:00:00.000Z' };
      expect(await book('a', from)).toBe('booked');
      const times = ['11:00', '12:00', '13:00', '14:00'];
      const outcomes = await Promise.all(
        times.map((time) => book(time, { ...from, time: wanted(time) })),
      );
      const refusal = 'fromNetwork';
      expect(outcomes.sort()).toEqual(['booked', 'booked', refusal, refusal]);
      expect(await book('b', { ...from, time: wanted('15:00'), network: 'two' })).toBe('booked');
      await store.cancelBooking(await find('a'), '2025-12-30T01:00:00.000Z', 'inbox');
      expect(await book('c', from)).toBe(refusal);
      const dayLater = { ...from, receivedAt: '2025-12-31T00:00:00.000Z' };
      expect(await book('c', dayLater)).toBe('booked');
      expect(await book('d', { ...dayLater, time: wanted('16:00') })).toBe(refusal);
      const over = { ...from, receivedAt: at('20:00') };
      expect(await book('d', { ...over, time: wanted('21:00') })).toBe('booked');
    });

    test('are not confirmed once they begin, or where another clock has given their time away', async () => {
      const confirm = async (key: string, now: string) =>
        outcomeOf(await store.confirmBooking(await find(key), 'code', now, true));
      await book('a', { confirmation: 'code' });
      expect(await book('b', { receivedAt: at('00:31') })).toBe('booked');
      expect(await confirm('a', at('00:29'))).toBe('taken');
      const time = wanted('13:00');
      await book('c', { confirmation: 'code', receivedAt: at('12:50'), time });
      expect(await confirm('c', at('13:01'))).toBe('changed');
      expect(await confirm('c', at('12:59'))).toBe('booked');
      await store.forgetNetworks('2026-01-04T00:00:00.000Z');
    });

    test('that wait for a confirmation hold their time for half an hour, and are nobody’s news until then', async () => {
      const held = { confirmation: 'code', isToDeliver: true, mailbox: 'one' };
      const confirm = async (key: string, code: string, now: string) =>
        store.confirmBooking(await find(key), code, now, true);
      expect(await book('a', held)).toBe('booked');
      // As for a mailbox that nobody knows.
      for (const [key, time] of Object.entries({ b: '12:00', e: '13:00', f: '14:00' })) {
        expect(await book(key, { ...held, time: wanted(time) })).toBe('booked');
      }
      expect(await book('c', { receivedAt: at('00:29') })).toBe('taken');
      expect([
        await store.list(),
        await store.count({}),
        await store.listDue(at('23:00'), '9999', 9),
      ]).toEqual([...[[], 0, []]]);
      expect(await store.weekCounts('2025-12-29')).toEqual([]);
      const before = await find('a');
      const moved = await store.moveBooking(before, wanted('15:00'), at('00:10'), 'deliver');
      expect(moved).toBe('changed');
      expect(await confirm('a', 'other', at('00:10'))).toBe('changed');
      const both = await Promise.all(
        ['00:29', '00:29'].map((now) => confirm('a', 'code', at(now))),
      );
      expect(both.map(outcomeOf).sort()).toEqual(['booked', 'changed']);
      expect(await store.cancelBooking(before, at('00:29'), 'none')).toBeNull();
      expect(await store.listDue(at('00:28'), '9999', 9)).toEqual([]);
      expect(await store.listDue(at('00:29'), '9999', 9)).toHaveLength(1);
      for (const key of ['e', 'f']) await confirm(key, 'code', at('00:29'));
      expect(await confirm('b', 'code', at('00:29'))).toBe('tooMany');
      expect(await confirm('b', 'code', at('00:30'))).toBe('changed');
      expect(await store.blockedTimes(at('00:00'), at('00:30'))).toHaveLength(3);
      const receivedAt = at('00:30');
      expect(await book('d', { receivedAt, time: wanted('12:00') })).toBe('booked');
      await store.forgetNetworks('2026-01-03T00:00:00.000Z');
      expect([await store.findBooking('b'), await store.count({})]).toEqual([null, 4]);
    });

    test('have one key for their networks until all are over', async () => {
      expect(await store.networkKey('first')).toBe('first');
      await book('a', { network: 'one' });
      await store.forgetNetworks(at('10:39'));
      expect(await store.networkKey('second')).toBe('first');
      await store.forgetNetworks(at('10:40'));
      expect(await store.networkKey('third')).toBe('third');
    });

    test('a cancelled one is free again, and cannot be cancelled or moved', async () => {
      await book('a');
      const before = await find('a');
      const cancelled = await store.cancelBooking(before, at('08:00'), 'inbox');
      expect(cancelled).toEqual(await find('a'));
      expect(cancelled?.time).toEqual({
        start: at('10:00'),
        sequence: 1,
        changedAt: at('08:00'),
        cancelledAt: at('08:00'),
        invitation: 'none',
        confirmation: null,
      });
      expect(await store.cancelBooking(before, at('08:01'), 'inbox')).toBeNull();
      expect(await store.cancelBooking(await find('a'), at('08:01'), 'inbox')).toBeNull();
      const moved = await store.moveBooking(await find('a'), wanted('11:00'), at('08:02'), 'inbox');
      expect(moved).toBe('changed');
      expect(await store.blockedTimes(at('00:00'), at('00:00'))).toEqual([]);
      expect(await book('b')).toBe('booked');
    });

    test('is moved to what is free, also over its own time, once for each time it was read', async () => {
      await book('a');
      await book('b', { time: wanted('11:00') });
      const before = await find('a');
      const move = (time: WantedTime) => store.moveBooking(before, time, at('08:00'), 'inbox');
      expect(await move(wanted('10:45'))).toBe('taken');
      expect(await move(wanted('09:30', { mostPerDay: 1 }))).toBe('dayFull');
      const moves = await Promise.all(['09:55', '09:50'].map((time) => move(wanted(time))));
      expect(moves.map(outcomeOf).sort()).toEqual(['booked', 'changed']);
      const booking = await find('a');
      expect(booking.time).toMatchObject({ sequence: 1, changedAt: at('08:00') });
      expect(moves).toContainEqual(booking);
      expect(await book('c', { time: wanted('14:00') })).toBe('booked');
    });

    test('a change of the owner’s own stays as delivered and seen as it was', async () => {
      await book('a');
      const before = await find('a');
      await store.setDelivered(before, at('07:00'));
      await store.markSeen([before.id], at('07:30'));
      await store.cancelBooking(before, at('08:00'), 'none');
      expect(await find('a')).toMatchObject({
        seenAt: at('07:30'),
        delivery: { deliveredAt: at('07:00'), nextAttemptAt: null },
        time: { cancelledAt: at('08:00'), changedAt: at('08:00') },
      });
    });

    describe('invitations', () => {
      const limits = { since: at('01:00'), inAll: 9, toMailbox: 9 };
      const claim = async (key: string, over: Partial<typeof limits> = {}, now = at('02:00')) =>
        store.claimInvitation(await find(key), now, { ...limits, ...over });
      const invitation = async (key: string) => (await find(key)).time.invitation;

      test('are one for each state of a booking, and the store knows of which there is one', async () => {
        await book('a');
        const twice = await Promise.all([claim('a'), claim('a')]);
        expect(twice.sort()).toEqual(['claimed', 'known']);
        const first = await find('a');
        expect(first.time.invitation).toBe('sent');
        await store.moveBooking(first, wanted('12:00'), at('02:00'), 'inbox');
        expect(await invitation('a')).toBe('none');
        expect(await store.claimInvitation(first, at('02:00'), limits)).toBe('known');
        expect(await claim('a')).toBe('claimed');
        // A failure of an earlier state proves nothing about the present one.
        await store.setInvited(first, false);
        expect(await invitation('a')).toBe('sent');
        await store.setInvited(await find('a'), false);
        expect(await invitation('a')).toBe('none');
      });

      test('are so many to all mailboxes, and to one, in a time', async () => {
        for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
          const mailbox = key < 'c' ? 'one@example.com' : `${key}@example.com`;
          await book(key, { time: wanted(`1${index}:00`), mailbox });
        }
        expect(await claim('a', { toMailbox: 1 })).toBe('claimed');
        expect(await claim('b', { toMailbox: 1 })).toBe('tooMany');
        expect(await claim('c', { toMailbox: 1 })).toBe('claimed');
        expect(await claim('d', { inAll: 2 })).toBe('tooMany');
        expect(await invitation('d')).toBe('none');
        expect(await claim('b', { toMailbox: 1, since: at('02:01') }, at('02:02'))).toBe('claimed');
        const many = await Promise.all(['d', 'd', 'd'].map((key) => claim(key, { inAll: 4 })));
        expect(many.sort()).toEqual(['claimed', 'known', 'known']);
      });

      test('are no longer due once the visitor has changed it', async () => {
        await book('a');
        await store.moveBooking(await find('a'), wanted('12:00'), at('01:00'), 'both');
        expect(await invitation('a')).toBe('due');
        // The outbox sends it.
        expect(await claim('a')).toBe('known');
        await store.moveBooking(await find('a'), wanted('13:00'), at('01:01'), 'deliver');
        expect(await invitation('a')).toBe('none');
      });
    });

    test('what is to come is not erased with what has expired, unless it is cancelled', async () => {
      await book('a');
      await book('b', { time: wanted('12:00') });
      const expired = { before: '9999', endedBefore: at('11:30') };
      expect((await store.erase(expired)).count).toBe(1);
      await store.cancelBooking(await find('b'), at('11:30'), 'inbox');
      expect((await store.erase(expired)).count).toBe(1);
    });

    test('a change is delivered, also where the news of before is on its way', async () => {
      await book('a', { isToDeliver: true });
      const [first] = await store.listDue(at('00:00'), '9999', 9);
      if (!first) throw new Error('nothing is due');
      await store.claim(first, at('01:00'));
      await store.cancelBooking(await find('a'), at('00:30'), 'deliver');
      await store.setDelivered(first, at('00:31'));
      await store.setFailed(first, 'late');
      const [second, ...others] = await store.listDue(at('00:30'), '9999', 9);
      expect(others).toEqual([]);
      expect(second?.delivery).toMatchObject({ attempts: 0, lastError: null, deliveredAt: null });
      expect(await store.claim(first, at('02:00'))).toBe(false);
      expect(second && (await store.claim(second, at('02:00')))).toBe(true);
    });
  });

  test('keeps what was last read of each calendar, as long as it is wanted', async () => {
    const copy = { triedAt: 1, failingSince: null, toldAt: null, copy: null };
    expect(await store.calendars.read('a')).toBeNull();
    await store.calendars.write('a', copy);
    await store.calendars.write('a', { ...copy, triedAt: 2 });
    await store.calendars.write('b', copy);
    expect(await store.calendars.read('a')).toEqual({ ...copy, triedAt: 2 });
    await store.calendars.keepOnly(['b', 'c']);
    expect(await store.calendars.read('a')).toBeNull();
    expect(await store.calendars.read('b')).toEqual(copy);
    await store.calendars.keepOnly([]);
    expect(await store.calendars.read('b')).toBeNull();
  });

  test('lists the newest first, counts and erases, by kind, time, ID and delivery', async () => {
    await store.add(newEnquiry({ receivedAt: at('02:00'), isToDeliver: true }));
    await store.add(newEnquiry({ receivedAt: at('03:00'), kind: 'booking' }));
    await store.add(newEnquiry({ receivedAt: at('01:00'), kind: 'subscriber' }));
    const [{ id } = { id: 0 }] = await store.list();
    for (const [filter, kinds] of [
      [{}, ['booking', 'enquiry', 'subscriber']],
      [{ kind: 'booking' }, ['booking']],
      [{ kind: ['booking', 'subscriber'] }, ['booking', 'subscriber']],
      [{ since: at('02:00') }, ['booking', 'enquiry']],
      [{ before: at('03:00'), since: at('02:00') }, ['enquiry']],
      [{ since: at('02:00'), kind: 'subscriber' }, []],
      [{ isUndelivered: true }, ['enquiry']],
      [{ isUndelivered: false }, ['booking', 'subscriber']],
      [{ id }, ['booking']],
      [{ id: 0 }, []],
    ] satisfies [SubmissionFilter, string[]][]) {
      expect((await store.list(filter)).map(({ kind }) => kind)).toEqual(kinds);
      expect(await store.count(filter)).toBe(kinds.length);
    }
    const erase = async (filter: ErasureFilter) => (await store.erase(filter)).count;
    expect(await erase({ before: at('03:00'), kind: ['enquiry', 'booking'] })).toBe(1);
    expect(await store.erase({ id })).toEqual({ count: 1, isGone: true });
    expect(await store.erase({ id })).toEqual({ count: 0, isGone: true });
    expect((await store.list()).map(({ kind }) => kind)).toEqual(['subscriber']);
    await store.add(newEnquiry());
    expect((await store.erase({ before: '9999' }, 1)).count).toBe(1);
    expect(await store.count({})).toBe(1);
  });

  test('reads page by page, without missing or doubling what arrived in one moment', async () => {
    // Not all at once: workerd's local database refuses a socket now and then on a busy machine.
    for (let round = 0; round < 43; round++) {
      await Promise.all(Array.from({ length: 7 }, () => store.add(newEnquiry())));
    }
    await store.add(newEnquiry({ receivedAt: at('01:00') }));
    const read = async (limit?: number) => {
      const pages: number[][] = [];
      for await (const page of store.pages({}, limit)) pages.push(page.map(({ id }) => id));
      return pages;
    };
    const all = (await store.list()).map(({ id }) => id);
    expect(new Set(all).size).toBe(302);
    const pages = await read();
    expect(pages.flat()).toEqual(all);
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThan(300);
    expect((await read(260)).flat()).toEqual(all.slice(0, 260));
    expect(await read(0)).toEqual([]);
  });

  test('remembers when it was first seen, and whether it is answered', async () => {
    await store.add(newEnquiry());
    await store.add(newEnquiry());
    const [second, first] = (await store.list()).map(({ id }) => id) as [number, number];
    await store.markSeen([first], at('04:00'));
    await store.markSeen([first, second], at('05:00'));
    expect((await store.list()).map(({ seenAt }) => seenAt)).toEqual([at('05:00'), at('04:00')]);
    expect(await store.setAnswered(first, at('06:00'))).toBe(true);
    expect((await store.list()).map(({ answeredAt }) => answeredAt)).toEqual([null, at('06:00')]);
    expect(await store.setAnswered(first, null)).toBe(true);
    expect((await store.list({ id: first }))[0]?.answeredAt).toBeNull();
    expect(await store.setAnswered(0, at('06:00'))).toBe(false);
  });

  test('acknowledges each submission and mailbox once, and so many in all, in a period; those by a clock that was ahead do not count', async () => {
    const limits = { since: at('01:00'), inAll: 2 };
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push((await store.add(newEnquiry())) ?? 0);
    const claim = (
      index: number,
      name: string,
      over: Partial<typeof limits> = {},
      now = at('02:00'),
    ) =>
      store.claimAcknowledgement(ids[index] ?? 0, `${name}@example.com`, now, {
        ...limits,
        ...over,
      });
    expect(await claim(3, 'ada', {}, '2027-01-02T02:00:00.000Z')).toBe(true);
    expect((await Promise.all([claim(0, 'ada'), claim(0, 'bob')])).sort()).toEqual([false, true]);
    expect(await claim(1, 'eve')).toBe(true);
    expect(await claim(2, 'tom')).toBe(false);
    expect(await claim(2, 'eve', { inAll: 9 })).toBe(false);
    expect(await claim(2, 'eve', { since: at('03:00') })).toBe(true);
  });

  test('gives each attempt of a delivery to one taker', async () => {
    await store.add(newEnquiry({ isToDeliver: true }));
    const submission = await only();
    const claims = await Promise.all([1, 2].map(() => store.claim(submission, at('05:00'))));
    expect(claims.sort()).toEqual([false, true]);
    await store.setFailed(submission, 'refused');
    expect((await only()).delivery).toEqual({
      nextAttemptAt: at('05:00'),
      attempts: 1,
      lastError: 'refused',
      deliveredAt: null,
    });
  });

  describe('counts', () => {
    afterEach(() => store.eraseCounts('9999'));
    const add = (day: string, label: string, event: CountedEvent = 'page_view') =>
      store.addCount(day, { event, label });

    test('are added up by weeks, which begin on Monday, with the submissions of each, and erased by days', async () => {
      // Sunday, Monday, Sunday; the year ends on a Thursday.
      await add('2025-12-28', 'direct');
      await add('2025-12-29', 'direct');
      await add('2026-01-04', 'direct');
      await add('2026-01-04', 'example.com');
      await add('2026-01-04', 'sent', 'contact_form');
      await store.add(newEnquiry({ receivedAt: '2025-12-28T23:59:59.999Z' }));
      await store.add(newEnquiry({ receivedAt: '2025-12-29T00:00:00.000Z' }));
      await store.add(newEnquiry({ receivedAt: '2026-01-04T23:59:59.999Z', kind: 'booking' }));
      const week = '2025-12-29';
      const counts = await store.weekCounts(week);
      expect(counts).toHaveLength(5);
      expect(counts).toEqual(
        expect.arrayContaining([
          { week, event: 'page_view', label: 'direct', count: 2 },
          { week, event: 'page_view', label: 'example.com', count: 1 },
          { week, event: 'contact_form', label: 'sent', count: 1 },
          { week, event: 'submission', label: 'enquiry', count: 1 },
          { week, event: 'submission', label: 'booking', count: 1 },
        ]),
      );
      expect(await store.weekCounts('2025-12-22')).toHaveLength(7);
      expect(await store.countsBefore('2026-01-01')).toBe(2);
      await store.eraseCounts('2026-01-01');
      expect(await store.countsBefore('2026-01-01')).toBe(0);
      expect(await store.weekCounts('2025-12-22')).toHaveLength(6);
    });

    test('of one moment are all counted, and no more labels than there is room for', async () => {
      for (let n = 0; n < 98; n++) await add('2026-01-02', `host-${n}.example`);
      await Promise.all(
        ['a', 'b', 'c', 'a', 'host-1.example'].map((label) => add('2026-01-02', label)),
      );
      await add('2026-01-03', 'd');
      const counts = await store.weekCounts('2025-12-29');
      expect(counts).toHaveLength(102);
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(104);
      expect(counts.find(({ label }) => label === 'other')?.count).toBeGreaterThan(0);
      expect(counts.find(({ label }) => label === 'host-1.example')?.count).toBe(2);
    });
  });
});
