// More than 300 lines, because SQLite and D1 must keep the same promises.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CountedEvent } from '#enquiry/counts.ts';
import { stores } from '#hosting/tests/stores.ts';
import { naughtyStrings } from '../../tests/naughty-strings.ts';
import { newBooking, newEnquiry } from '../tests/submissions.ts';
import type { Store } from './sql-store.ts';
import type { Booking, NewBooking, Submission, SubmissionFilter, WantedTime } from './store.ts';

const at = (time: string): string => `2026-01-02T${time}:00.000Z`;
/** Does work several times at the same moment. @returns the outcomes in alphabetical order */
const atOnce = async <Value>(count: number, work: (n: number) => Promise<Value>) =>
  (await Promise.all(Array.from({ length: count }, (_, n) => work(n)))).sort();

describe.each(Object.entries(stores))('%s', (_, openStore) => {
  let store: Store;
  beforeAll(async () => {
    const opened = await openStore();
    store = opened.store;
    return opened.close;
  });
  afterEach(() => store.erase({ before: '9999' }));

  test('keeps every text exactly as typed', async () => {
    const texts = naughtyStrings.map((text, index) => [`field${index}`, text]);
    const fields = { ...Object.fromEntries(texts), '__proto__ ': 'x' };
    const enquiry = { kind: 'enquiry', receivedAt: at('03:04'), fields } as const;
    await store.add(newEnquiry(enquiry));
    expect(await store.list()).toEqual([expect.objectContaining(enquiry)]);
  });

  test('stores equal keys once, even at the same moment', async () => {
    const add = (n: number) => store.add(newEnquiry({ idempotencyKey: `key ${n % 50}` }));
    const ids = await atOnce(51, add);
    expect(ids.filter((id) => id !== null)).toHaveLength(50);
    expect(await add(8)).toBeNull();
    expect(await store.list()).toHaveLength(50);
  });

  describe('booked times', () => {
    /** Half an hour with ten minutes before and after it. */
    const wanted = (time: string, over: Partial<WantedTime> = {}): WantedTime => {
      const [blockedFrom = '', blockedUntil = ''] = [-10, 40].map((minutes) =>
        new Date(Date.parse(at(time)) + minutes * 60_000).toISOString(),
      );
      const blocked = { blockedFrom, blockedUntil, ownerDay: '2026-01-02', mostPerDay: 9 };
      return { start: at(time), ...blocked, ...over };
    };

    const outcomeOf = (each: Booking | string) => (typeof each === 'string' ? each : 'booked');
    const book = async (key: string, time = '10:00', over: Partial<NewBooking> = {}) => {
      const own = { fields: { name: key, minutes: '30' }, mailbox: `${key}@example.com` };
      const wish = newBooking({ ...own, time: wanted(time), keyHash: key, ...over });
      return outcomeOf(await store.book(wish));
    };

    const find = async (key: string) => (await store.findBooking(key)) as Booking;
    const due = (now: string) => store.listDue(at(now), '9999', 9);
    const limits = { inAll: 9, toMailbox: 9 };
    const claim = async (key: string, over = {}, now = at('02:00'), mailbox = key) =>
      store.claimVisitorMail(await find(key), mailbox, now, { ...limits, ...over });
    const invitation = async (key: string) => (await find(key)).time.invitation;

    test('of many simultaneous requests for one time, one gets it', async () => {
      const outcomes = await atOnce(100, (n) => book(`key ${n}`));
      expect(outcomes).toEqual(['booked', ...Array(99).fill('taken')]);
      expect(await store.count({ kind: 'booking', isUndelivered: false })).toBe(1);
    }, 60_000);

    test('with their buffers do not overlap but may touch, and have a daily limit without cancelled ones', async () => {
      await book('10:00');
      for (const time of ['10:49', '09:11']) expect(await book(time, time), time).toBe('taken');
      for (const time of ['10:50', '09:10']) expect(await book(time, time), time).toBe('booked');
      const blocked = await store.blockedTimes(at('10:40'), at('10:40'));
      expect(blocked.map(({ start }) => start)).toEqual([at('10:50')]);
      const add = (time: string, over = {}) =>
        book(time, time, { time: wanted(time, { mostPerDay: 3, ...over }) });
      expect(await add('12:00')).toBe('dayFull');
      expect(await add('12:00', { ownerDay: '2026-01-03' })).toBe('booked');
      await store.cancelBooking(await find('10:50'), at('09:00'), 'inbox');
      expect(await add('14:00')).toBe('booked');
    });

    test('of a network are at most three in the future or booked within a day, for any mailboxes, even if cancelled', async () => {
      const [first, dayLater] = ['2025-12-30T00:00:00.000Z', '2025-12-31T00:00:00.000Z'] as const;
      const send = (time: string, receivedAt: string, confirmation: string | null = null) => {
        const from = { network: 'one', mailbox: 'one', receivedAt, confirmation };
        return book(`${time} ${receivedAt}`, time, from);
      };
      for (const time of ['09:00', '11:00']) expect(await send(time, first)).toBe('booked');
      expect(await send('10:00', first, 'code')).toBe('booked');
      await store.cancelBooking(await find(`09:00 ${first}`), first, 'inbox');
      expect(await send('12:00', first)).toBe('fromNetwork');
      expect(await send('09:00', dayLater)).toBe('booked');
      expect(await send('12:00', dayLater)).toBe('fromNetwork');
      expect(await send('21:00', at('20:00'))).toBe('booked');
    });

    test('that wait for a confirmation hold their time for half an hour or until it begins, and notify nobody', async () => {
      const held = { confirmation: 'code', isToDeliver: true, mailbox: 'one' };
      const confirm = async (key: string, now: string, code = 'code') =>
        outcomeOf(await store.confirmBooking(await find(key), code, at(now)));
      // A held time does not count for its mailbox.
      for (const time of ['16:00', '17:00', '18:00']) await book(time, time, held);
      expect(await book('a', '10:00', held)).toBe('booked');
      expect(await book('b', '10:00', { receivedAt: at('00:29') })).toBe('taken');
      const news = [await store.list(), await due('23:00'), await store.weekCounts('2025-12-29')];
      expect([await store.count({}), ...news.flat()]).toEqual([0]);
      const before = await find('a');
      const moved = await store.moveBooking(before, wanted('15:00'), at('00:10'), 'deliver');
      expect([moved, await confirm('a', '00:10', 'other')]).toEqual(['changed', 'changed']);
      expect(await atOnce(2, () => confirm('a', '00:29'))).toEqual(['booked', 'changed']);
      expect(await store.cancelBooking(before, at('00:29'), 'none')).toBe('changed');
      expect([await due('00:28'), await due('00:29')]).toMatchObject([[], [{ id: before.id }]]);
      await book('c', '12:00', held);
      expect(await confirm('c', '00:30')).toBe('changed');
      expect(await book('d', '12:00', { receivedAt: at('00:30') })).toBe('booked');
      // By another process's clock, the hold has not lapsed yet.
      expect(await confirm('c', '00:29')).toBe('taken');
      await book('e', '13:00', { ...held, receivedAt: at('12:50') });
      expect(await confirm('e', '13:01')).toBe('changed');
      expect(await confirm('e', '12:59')).toBe('booked');
      await store.forgetNetworks('2026-01-03T00:00:00.000Z');
      expect([await store.findBooking('c'), await store.count({})]).toEqual([null, 3]);
    });

    test('share one key for their networks until all are over', async () => {
      expect(await store.networkKey('first')).toBe('first');
      await book('a', '10:00', { network: 'one' });
      await store.forgetNetworks(at('10:39'));
      expect(await store.networkKey('second')).toBe('first');
      await store.forgetNetworks(at('10:40'));
      expect(await store.networkKey('third')).toBe('third');
    });

    test('can be moved to free times, even overlapping its own, and cancelled, once for each state that was read', async () => {
      await book('a');
      await book('b', '11:00');
      const first = await find('a');
      const move = (booking: Booking, time: WantedTime) =>
        store.moveBooking(booking, time, at('08:00'), 'inbox');
      expect(await move(first, wanted('10:45'))).toBe('taken');
      expect(await move(first, wanted('09:30', { mostPerDay: 1 }))).toBe('dayFull');
      const moves = await Promise.all(['09:55', '09:50'].map((time) => move(first, wanted(time))));
      expect(moves.map(outcomeOf).sort()).toEqual(['booked', 'changed']);
      const second = await find('a');
      expect(moves).toContainEqual(second);
      expect(second.time).toMatchObject({ sequence: 1, changedAt: at('08:00') });
      expect(await store.cancelBooking(first, at('08:01'), 'inbox')).toBe('changed');
      const cancelled = await store.cancelBooking(second, at('08:01'), 'inbox');
      expect(cancelled).toEqual(await find('a'));
      const time = { sequence: 2, changedAt: at('08:01'), cancelledAt: at('08:01') };
      expect(cancelled).toMatchObject({ kind: 'booking', fields: { name: 'a' }, time });
      for (const each of [first, second, await find('a')]) {
        expect(await store.cancelBooking(each, at('08:02'), 'inbox')).toBe('changed');
        expect(await move(each, wanted('14:00'))).toBe('changed');
      }
      expect((await store.blockedTimes(at('00:00'), at('00:00'))).length).toBe(1);
      expect(await book('c')).toBe('booked');
    });

    const again = { nextAttemptAt: at('08:00'), deliveredAt: null };
    const kept = { nextAttemptAt: null, deliveredAt: at('07:00') };
    test.each([
      ['deliver', again, null, 'none'],
      ['inbox', { ...again, nextAttemptAt: null }, null, 'none'],
      ['both', again, at('07:30'), 'due'],
      // The owner knows about the change, so nobody gets mail.
      ['none', kept, at('07:30'), 'none'],
    ] as const)('a change is news for: %s', async (news, delivery, seenAt, due) => {
      await book('a', '10:00', { isToDeliver: true });
      const before = await find('a');
      await store.settle(before, at('07:00'));
      await store.markSeen([before.id], at('07:30'));
      await store.moveBooking(before, wanted('12:00', { mostPerDay: 1 }), at('08:00'), news);
      const time = { changedAt: at('08:00'), invitation: due };
      expect(await find('a')).toMatchObject({ delivery, seenAt, time });
      // The outbox sends the due mail, unless the visitor changes the booking first.
      expect(await claim('a')).toBe(due === 'due' ? 'known' : 'claimed');
      await store.moveBooking(await find('a'), wanted('13:00'), at('08:01'), 'deliver');
      expect(await invitation('a')).toBe('none');
    });

    test('each state of a booking has one invitation, which the store records', async () => {
      await book('a');
      expect(await atOnce(2, () => claim('a'))).toEqual(['claimed', 'known']);
      const first = await find('a');
      expect(first.time.invitation).toBe('sent');
      await store.moveBooking(first, wanted('12:00'), at('02:00'), 'inbox');
      expect(await invitation('a')).toBe('none');
      expect(await store.claimVisitorMail(first, 'a', at('02:00'), limits)).toBe('known');
      expect(await claim('a')).toBe('claimed');
      // A failed mail about an earlier state proves nothing about the current one.
      await store.setInvited(first, false);
      expect(await invitation('a')).toBe('sent');
      await store.setInvited(await find('a'), false);
      expect(await invitation('a')).toBe('none');
    });

    test('invitations are limited in number, per mailbox and in all', async () => {
      for (const [n, key] of ['a', 'b', 'c', 'd'].entries()) await book(key, `1${n}:00`);
      const toOne = (key: string, now?: string) => claim(key, { toMailbox: 1 }, now, 'one');
      expect(await toOne('a')).toBe('claimed');
      expect(await toOne('b')).toBe('tooMany');
      expect(await claim('c', { toMailbox: 1 })).toBe('claimed');
      expect(await claim('d', { inAll: 2 })).toBe('tooMany');
      expect(await toOne('b', '2026-01-03T02:00:00.000Z')).toBe('tooMany');
      expect(await toOne('b', '2026-01-03T02:00:00.001Z')).toBe('claimed');
      expect(await invitation('d')).toBe('none');
      const many = await atOnce(3, () => claim('d', { inAll: 4 }));
      expect(many).toEqual(['claimed', 'known', 'known']);
    });

    test('acknowledgements are limited separately, and those by a clock that was ahead do not count', async () => {
      for (const _ of [0, 1, 2]) await store.add(newEnquiry());
      const enquiries = await store.list();
      await book('a');
      const one = { inAll: 1, toMailbox: 1 };
      const acknowledge = (n: number, now = at('02:00')) =>
        store.claimVisitorMail(enquiries[n] as Submission, 'ada', now, one);
      expect(await acknowledge(2, '2027-01-02T02:00:00.000Z')).toBe('claimed');
      expect(await acknowledge(0)).toBe('claimed');
      expect(await acknowledge(0)).toBe('known');
      expect(await acknowledge(1)).toBe('tooMany');
      expect(await claim('a', one, at('02:00'), 'ada')).toBe('claimed');
    });

    test('future bookings are not erased with expired ones, unless they are cancelled', async () => {
      await book('a');
      await book('b', '12:00');
      const expired = { before: '9999', endedBefore: at('11:30') };
      expect((await store.erase(expired)).count).toBe(1);
      await store.cancelBooking(await find('b'), at('11:30'), 'inbox');
      expect((await store.erase(expired)).count).toBe(1);
    });

    test('a change is delivered even while an earlier one is being delivered, and each attempt is claimed once', async () => {
      await book('a', '10:00', { isToDeliver: true });
      const take = async (now: string) => {
        const [taken, ...others] = (await due(now)) as [Submission];
        expect(others).toEqual([]);
        expect(await atOnce(2, () => store.claim(taken, at('05:00')))).toEqual([false, true]);
        return taken;
      };
      const first = await take('00:00');
      await store.settle(first, null, 'refused');
      const tried = { nextAttemptAt: at('05:00'), attempts: 1, lastError: 'refused' };
      expect((await find('a')).delivery).toEqual({ ...tried, deliveredAt: null });
      await store.cancelBooking(await find('a'), at('00:30'), 'deliver');
      await store.settle(first, at('00:31'));
      await store.settle(first, null, 'late');
      expect(await store.claim(first, at('02:00'))).toBe(false);
      const second = await take('00:30');
      expect(second.delivery).toMatchObject({ attempts: 0, lastError: null, deliveredAt: null });
    });
  });

  test('keeps the last copy of each calendar until it is no longer configured', async () => {
    const { calendars } = store;
    const copy = { triedAt: 1, toldAt: null, copy: null };
    const newer = { ...copy, triedAt: 2 };
    const read = () => Promise.all([calendars.read('a'), calendars.read('b')]);
    expect(await read()).toEqual([null, null]);
    await calendars.write('a', copy);
    await calendars.write('a', newer);
    await calendars.write('b', copy);
    expect(await read()).toEqual([newer, copy]);
    await calendars.keepOnly(['b', 'c']);
    expect(await read()).toEqual([null, copy]);
    await calendars.keepOnly([]);
    expect(await read()).toEqual([null, null]);
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
    const old = { before: at('03:00'), kind: ['enquiry', 'booking'] } satisfies SubmissionFilter;
    expect(await store.erase(old)).toMatchObject({ count: 1 });
    expect(await store.erase({ id })).toEqual({ count: 1, isGone: true });
    expect(await store.erase({ id })).toEqual({ count: 0, isGone: true });
    expect((await store.list()).map(({ kind }) => kind)).toEqual(['subscriber']);
  });

  test('reads page by page, without missing or repeating simultaneous submissions', async () => {
    // Not all at once: workerd's local database refuses a socket now and then on a busy machine.
    for (let round = 0; round < 43; round++) await atOnce(7, () => store.add(newEnquiry()));
    await store.add(newEnquiry({ receivedAt: at('01:00') }));
    const all = (await store.list()).map(({ id }) => id);
    expect(new Set(all).size).toBe(302);
    for (const limit of [undefined, 260, 0]) {
      const read: number[] = [];
      for await (const page of store.pages({}, limit)) {
        expect(page.length).toBeLessThan(300);
        read.push(...page.map(({ id }) => id));
      }
      expect(read).toEqual(all.slice(0, limit));
    }
  });

  describe('counts', () => {
    afterEach(() => store.eraseCounts('9999'));
    const add = (day: string, label: string, event: CountedEvent = 'page_view') =>
      store.addCount(day, { event, label });

    test('are summed by week from Monday, with each week’s submissions, and erased by day', async () => {
      // Sunday, Monday, Sunday; the year ends on a Thursday.
      const days = ['2025-12-28', '2025-12-29', '2026-01-04'] as const;
      for (const day of days) await add(day, 'direct');
      await add(days[2], 'example.com');
      await add(days[2], 'sent', 'contact_form');
      await store.add(newEnquiry({ receivedAt: `${days[0]}T23:59:59.999Z` }));
      await store.add(newEnquiry({ receivedAt: `${days[1]}T00:00:00.000Z` }));
      await store.add(newEnquiry({ receivedAt: `${days[2]}T23:59:59.999Z`, kind: 'booking' }));
      const rows = async (since: string) =>
        (await store.weekCounts(since)).map((row) => Object.values(row).join(' ')).sort();
      const views = ['2025-12-29 page_view direct 2', '2025-12-29 page_view example.com 1'];
      const sent = ['2025-12-29 submission booking 1', '2025-12-29 submission enquiry 1'];
      const week = ['2025-12-29 contact_form sent 1', ...views, ...sent];
      const before = ['2025-12-22 page_view direct 1', '2025-12-22 submission enquiry 1'];
      expect(await rows('2025-12-29')).toEqual(week);
      expect(await rows('2025-12-22')).toEqual([...before, ...week]);
      for (const count of [2, 0]) expect(await store.eraseCounts('2026-01-01')).toBe(count);
      expect(await rows('2025-12-22')).toHaveLength(6);
    });

    test('at the same moment are all added, up to the limit of labels', async () => {
      for (let n = 0; n < 98; n++) await add('2026-01-02', `host-${n}.example`);
      const labels = ['a', 'b', 'c', 'a', 'host-1.example'];
      await Promise.all(labels.map((label) => add('2026-01-02', label)));
      await add('2026-01-03', 'd');
      const counts = await store.weekCounts('2025-12-29');
      const countOf = (label: string) => counts.find((each) => each.label === label)?.count ?? 0;
      expect(counts).toHaveLength(102);
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(104);
      expect(countOf('other')).toBeGreaterThan(0);
      expect(countOf('host-1.example')).toBe(2);
    });
  });
});
