// More than 300 lines, since offering, booking, moving and cancelling a time share one page and its calendar.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CalendarState } from '#booking/calendars.ts';
import { timeInWords, weekInWords } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { failureMessages, failureOptionLabels } from '#content/messages.ts';
import { site } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { type Availability, mostTimes } from '#model/availability.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { generalConsultation, weekdays } from '#model/vocabulary.ts';
import { createFormBackend } from '../app.ts';
import type { BookingOptions, FormBackendOptions } from '../backend.ts';
import { openCalendars } from '../calendar.ts';
import type { Mail, MailService } from '../delivery/mail.ts';
import { createVisitorMail } from '../delivery/visitor-mail.ts';
import { ownerZone } from '../kinds/booked-time.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';
import type { Booking, Store } from '../stores/store.ts';
import { asHtml } from '../tests/backend.ts';

const { calendar: words, messages } = embedded;

/** A Monday, 08:00 in Berlin. */
const monday = '2026-01-05T07:00:00.000Z';
const availability: Availability = {
  timeZone: 'Europe/Berlin',
  weeklyHours: { tuesday: ['09:00–11:00'], thursday: ['09:00–10:00'] },
  step: 30,
  buffers: { before: 0, after: 15 },
  shortestNotice: 12,
  horizon: 10,
  mostPerDay: 2,
  daysOff: [],
};
const tuesdayAt = (time: string): string => `2026-01-06T${time}:00.000Z`;

/** Formats an instant as pages do: with the date, with all, or the time alone. */
const say = (start: string, zone = 'Europe/Berlin') => {
  const { date, time, zone: name, offset } = timeInWords(Date.parse(start), zone, site.language);
  return {
    date,
    time,
    short: `${date}, ${time} (${offset})`,
    long: `${date}, ${time}, ${name} (${offset})`,
  };
};

let store: Store;
let woken: number;
let now: string;
const lines: string[] = [];
const logged: string[] = [];
beforeEach(() => {
  store = createSqliteStore(openDatabase(':memory:'));
  [woken, now] = [0, monday];
  lines.length = 0;
  logged.length = 0;
});

const backend = (booking: BookingOptions = {}, over: Partial<FormBackendOptions> = {}) =>
  createFormBackend({
    store,
    styles: '',
    logError: (message) => logged.push(message),
    log: (line) => lines.push(line.replace(/^.* {2}/, '')),
    outbox: { wake: () => woken++ },
    booking: { availability, ...booking },
    now: () => new Date(now),
    ...over,
  });

const get = async (path: string, app = backend()) => {
  const response = await app.request(path);
  return { response, page: await response.text() };
};

const post = async (path: string, fields: Record<string, string>, app = backend()) => {
  const response = await app.request(path, {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams(fields),
  });
  return { response, page: await response.text(), to: response.headers.get('location') ?? '' };
};

const cancel = (booking: string, sequence: number, app = backend()) =>
  post(booking, { do: 'cancel', sequence: String(sequence) }, app);
const move = (booking: string, sequence: number, time: string, app = backend()) =>
  post(booking, { do: 'move', sequence: String(sequence), time }, app);

const typed = { name: 'Ada', email: 'ada@example.com', company: 'Engines', message: 'Rings' };
const wish = (over: Record<string, string> = {}) => ({
  ...typed,
  submission_id: 'one',
  time: tuesdayAt('08:00'),
  zone: 'Europe/Berlin',
  ...over,
});

const timesOn = (page: string): string[] =>
  Array.from(page.matchAll(/name="time" value="([^"]+)"/g), ([, value = '']) => value);

describe('the page', () => {
  test('offers what is free, by week, day and time of the owner, and a text field for visitors who find none (behavior 9.2)', async () => {
    const { response, page } = await get('/book');
    expect(response.status).toBe(200);
    expect(timesOn(page)).toEqual([
      ...['08:00', '08:30', '09:00', '09:30'].map(tuesdayAt),
      '2026-01-08T08:00:00.000Z',
      '2026-01-08T08:30:00.000Z',
      ...['08:00', '08:30', '09:00', '09:30'].map((time) => `2026-01-13T${time}:00.000Z`),
      '2026-01-15T08:00:00.000Z',
      '2026-01-15T08:30:00.000Z',
      'none',
    ]);
    expect(page).toContain(`<summary>${weekInWords('2026-01-06', site.language)}<`);
    const { date, time } = say(tuesdayAt('08:00'));
    expect(page).toContain(`<h2>${date}</h2>`);
    expect(page).toContain(`value="2026-01-06T08:00:00.000Z" required> <span>${time}<`);
  });

  test('computes its times once for many views, and again after whatever changes them (behavior 9.2)', async () => {
    let busy: CalendarState['busy'] = [];
    const calendars = { busy: async () => ({ busy, state: 'fresh' as const, since: 0 }) };
    const app = backend({ calendars });
    const inWords = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    onTestFinished(() => inWords.mockRestore());
    const view = async (zone = 'Asia/Kabul') => {
      inWords.mockClear();
      const times = timesOn((await get(`/book?zone=${zone}`, app)).page);
      return { times, isComputed: inWords.mock.calls.length > 0 };
    };
    const first = await view();
    expect(first.isComputed).toBe(true);
    expect(await view()).toEqual({ ...first, isComputed: false });
    expect(await view('Asia/Tokyo')).toEqual(first);
    const without = (...gone: string[]) => first.times.filter((time) => !gone.includes(time));
    const [early, late] = [tuesdayAt('08:00'), tuesdayAt('09:30')];
    const { to } = await post('/book', wish(), app);
    expect((await view()).times).toEqual(without(early, tuesdayAt('08:30')));
    // By another process, as the owner's command is one.
    await move(to, 0, late);
    expect((await view()).times).toEqual(without(tuesdayAt('09:00'), late));
    await cancel(to, 1);
    expect((await view()).times).toEqual(first.times);
    busy = [{ start: Date.parse(early), end: Date.parse(early) + 1 }];
    expect((await view()).times).toEqual(without(early));
    busy = [];
    now = '2026-01-05T20:00:00.000Z';
    expect((await view()).times).toEqual(first.times);
    now = '2026-01-05T20:00:00.001Z';
    expect((await view()).times).toEqual(without(early));
  });

  test('has less than 300 KB with as many times as content may ask for', async () => {
    const most = {
      weeklyHours: Object.fromEntries(weekdays.map((day) => [day, ['00:00–12:30']])),
      buffers: { before: 0, after: 0 },
      shortestNotice: 0,
      horizon: mostTimes / 25 - 1,
    };
    const { page } = await get('/book', backend({ availability: { ...availability, ...most } }));
    expect(timesOn(page).length).toBeGreaterThan(mostTimes - 30);
    expect(Buffer.byteLength(page)).toBeLessThan(300_000);
  });

  test.each([
    ['pacific/auckland', 'Pacific/Auckland'],
    ['Mars/Olympus', 'Europe/Berlin'],
    ['PST', 'Europe/Berlin'],
    ['', 'Europe/Berlin'],
  ])('asked for the zone %j shows the times of %s', async (zone, shown) => {
    const { page } = await get(`/book?zone=${encodeURIComponent(zone)}`);
    expect(page).toContain(`<option value="${shown}" selected>`);
    const { time } = say(tuesdayAt('08:00'), shown);
    expect(page).toContain(`value="2026-01-06T08:00:00.000Z" required> <span>${time}<`);
  });

  test('leads to the visitor’s own zone once, and not where one was asked for or words were typed', async () => {
    expect((await get('/book')).page).toMatch(/<html[^>]* data-zone="Europe\/Berlin"/);
    expect((await get('/book?zone=Asia/Tokyo')).page).not.toContain('<script');
    expect((await post('/book', wish({ time: '' }))).page).not.toContain('<script');
  });

  test('a zone that was chosen and not yet used is used before anything is booked', async () => {
    const other = wish({ shown: 'Europe/Berlin', zone: 'Asia/Tokyo' });
    const { response, page } = await post('/book', other);
    expect(response.status).toBe(409);
    expect(page).toContain(asHtml(words.messages.zone));
    expect(page).toContain('name="shown" value="Asia/Tokyo"');
    expect(page).toContain('value="Engines"');
    expect(await store.list()).toEqual([]);
    const same = wish({ shown: 'Europe/Berlin' });
    expect((await post('/book', same)).response.status).toBe(303);
  });

  test('a zone that no clock knows is the owner’s, in what is stored, too', async () => {
    const { to } = await post('/book', wish({ zone: 'Mars/Olympus' }));
    expect((await store.list())[0]?.fields.zone).toBe('');
    expect((await get(to)).page).toContain(say(tuesdayAt('08:00'), ownerZone).long);
  });

  test('tells the visitor when nothing is free', async () => {
    const app = backend({
      availability: { ...availability, daysOff: ['2026-01-01 – 2026-02-01'] },
    });
    const { page } = await get('/book', app);
    expect(page).toContain(asHtml(words.noneFree.replace('{days}', '10')));
    expect(timesOn(page)).toEqual(['none']);
  });

  test('while the store cannot be read, still takes words', async () => {
    const app = backend(
      {},
      { store: { ...store, blockedTimes: () => Promise.reject(new Error('broken')) } },
    );
    const { page: form } = await get('/book', app);
    expect(form).toContain(asHtml(embedded.booking.labels.times));
    expect(timesOn(form)).toEqual(['none']);
    const { response, page } = await post('/book', wish(), app);
    expect(response.status).toBe(503);
    expect(page).toContain('value="Engines"');
    expect(page).toContain(`>\n${say(tuesdayAt('08:00')).long}</textarea>`);
    expect(logged).toContain('The booked times could not be read');
  });
});

describe('a booking', () => {
  test('is stored with its time, redirects to its own page, and is logged once (behavior 9.2)', async () => {
    const { response, to } = await post('/book', wish());
    expect(response.status).toBe(303);
    expect(to).toMatch(/^\/booking\?key=[\w-]{43}$/);
    const [booking] = await store.list();
    expect(booking).toMatchObject({
      kind: 'booking',
      fields: { ...typed, minutes: '30', zone: 'Europe/Berlin' },
      time: { start: tuesdayAt('08:00'), sequence: 0 },
    });
    expect(lines).toEqual(['booking 1']);
    expect(woken).toBe(1);
    const { page } = await get(to);
    expect(page).toContain(asHtml(words.booked.title));
    expect(page).toContain(say(tuesdayAt('08:00')).long);
    expect(page).toContain('<dd>Engines</dd>');
    const key = new URL(to, 'https://example.com').searchParams.get('key') ?? '';
    expect(JSON.stringify(await store.list())).not.toContain(key);
  });

  test('sent twice at once is one booking, also where the second looks while the first is stored', async () => {
    const slowly = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return work();
    };
    const app = backend(
      {},
      {
        store: {
          ...store,
          findBooking: (hash) => slowly(() => store.findBooking(hash)),
          blockedTimes: (...at) => slowly(() => slowly(() => store.blockedTimes(...at))),
          book: (booking) => slowly(() => store.book(booking)),
        },
      },
    );
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6].map(async (wait) => {
        await new Promise((resolve) => setTimeout(resolve, wait));
        return post('/book', wish(), app);
      }),
    );
    expect(answers.map(({ response }) => response.status)).toEqual(answers.map(() => 303));
    expect(new Set(answers.map(({ to }) => to)).size).toBe(1);
    expect(await store.list()).toHaveLength(1);
  });

  test('sent again for its time is the same booking, also with other words, moved, or cancelled; for another time it is another', async () => {
    const { to } = await post('/book', wish());
    expect((await post('/book', wish({ message: 'Other words' }))).to).toBe(to);
    const limited = backend({}, { rateLimit: { allows: async () => false, addressOf: () => '' } });
    const again = await post('/book', wish(), limited);
    expect([again.to, again.response.headers.get('retry-after')]).toEqual([to, null]);
    await move(to, 0, tuesdayAt('09:30'));
    expect((await post('/book', wish())).to).toBe(to);
    await cancel(to, 1);
    expect((await post('/book', wish())).to).toBe(to);
    expect(await store.list()).toHaveLength(1);
    // Somebody else, after Back.
    const other = wish({ email: 'bob@example.com', time: tuesdayAt('09:00') });
    const { to: theirs } = await post('/book', other);
    expect((await get(theirs)).page).toContain('bob@example.com');
    expect((await store.list()).map(({ fields }) => fields.email)).toEqual([
      'bob@example.com',
      typed.email,
    ]);
  });

  describe('of a time that is gone in a later week', () => {
    const app = () => backend({ availability: { ...availability, horizon: 40 } });
    const [before, gone, after] = ['2026-01-20T09:30', '2026-01-22T08:00', '2026-01-27T08:00'].map(
      (time) => `${time}:00.000Z`,
    ) as [string, string, string];
    const openWeeks = (page: string): string[] =>
      Array.from(page.matchAll(/<details open>\s*<summary>([^<]*)/g), ([, week = '']) => week);
    const weekOf = (start: string): string => weekInWords(start.slice(0, 10), site.language);

    test('opens the weeks with the nearest free times, and leads to these, also a visitor who moves (behavior 9.2)', async () => {
      expect(openWeeks((await get('/book', app())).page)).toEqual([weekOf(tuesdayAt('08:00'))]);
      await post('/book', wish({ time: gone }), app());
      const { to } = await post('/book', wish({ submission_id: 'two' }), app());
      expect((await get(to, app())).page).not.toContain(asHtml(words.nearest));
      const third = await post('/book', wish({ time: gone, submission_id: 'three' }), app());
      const moved = await move(to, 0, gone, app());
      for (const { response, page } of [third, moved]) {
        expect(response.status).toBe(409);
        expect(page).toContain(asHtml(words.nearest));
        expect(page).not.toContain(' checked');
        const weeks = page.replace(/<details open>\s*<summary>[^<]*<\/summary>\s*<form/, '');
        expect(openWeeks(weeks)).toEqual([weekOf(before), weekOf(after)]);
        for (const start of [before, after]) {
          const { date, time } = say(start);
          expect(page).toContain(`<a href="#${start}">${date}, ${time}</a>`);
          expect(page).toMatch(new RegExp(`<input [^>]*id="${start}"`));
        }
      }
    });

    test.each([
      ['before the first', '2026-01-01T08:00:00.000Z', ['2026-01-06']],
      ['after the last', '2027-01-01T08:00:00.000Z', ['2026-02-12']],
      ['no time at all', 'soon', ['2026-01-06']],
    ])('opens what there is where it is %s', async (_, time, weeks) => {
      const { page } = await post('/book', wish({ time }), app());
      expect(openWeeks(page)).toEqual(weeks.map(weekOf));
    });
  });

  test('of a full day is refused; no answer shows what a mailbox has booked', async () => {
    for (const [n, day] of ['06T08:00', '08T08:00', '13T08:00', '15T08:00'].entries()) {
      const time = `2026-01-${day}:00.000Z`;
      const { response } = await post('/book', wish({ submission_id: `${n}`, time }));
      expect(response.status).toBe(303);
    }
    const other = (name: string, time: string) =>
      wish({ submission_id: name, email: `${name}@x.org`, time: tuesdayAt(time) });
    await post('/book', other('b', '09:30'));
    const { page } = await post('/book', other('c', '09:00'));
    expect(page).toContain(asHtml(words.messages.dayFull));
  });

  test.each([
    ['past', '2026-01-05T06:00:00.000Z'],
    ['tooSoon', '2026-01-05T08:00:00.000Z'],
    ['tooLate', '2026-02-03T08:00:00.000Z'],
    ['outsideHours', tuesdayAt('12:00')],
    ['betweenTimes', tuesdayAt('08:10')],
    ['betweenTimes', '2026-01-06T08:00Z'],
    ['betweenTimes', 'tomorrow'],
    ['betweenTimes', '+275760-09-13T00:00:00.001Z'],
  ] as const)('at a time that is %s (%s) is refused with words', async (name, time) => {
    const app = backend({}, { store: { ...store, checkWritable: () => Promise.reject() } });
    const { response, page } = await post('/book', wish({ time }), app);
    // Nothing was written, so that health asks the store.
    expect((await get('/healthz', app)).response.status).toBe(503);
    expect(response.status).toBe(409);
    expect(page).toContain(`autofocus>${asHtml(embedded.booking.notDone)}</h2>`);
    expect(page).toContain(`<p id="error">${asHtml(words.messages[name])}</p>`);
    expect(page).toContain('value="Engines"');
    expect(await store.list()).toEqual([]);
  });

  test.each([
    [{ time: '' }, words.messages.choose],
    [{ time: 'none' }, `${embedded.booking.notDone} ${words.messages.times}`],
    [{ email: 'ada' }, `${embedded.booking.notDone} ${messages.emailFormat}`],
    [{ botcheck: 'on' }, messages.honeypot],
  ])('with the mistake %j comes back filled in', async (change, message) => {
    const { response, page } = await post('/book', wish(change));
    expect(response.status).toBe(400);
    expect(page).toContain(asHtml(message));
    expect(page).toContain('value="Engines"');
    expect(await store.list()).toEqual([]);
  });
});

describe('with its key, a booking', () => {
  let address: string;
  beforeEach(async () => {
    address = (await post('/book', wish({ zone: 'America/New_York' }))).to;
    lines.length = 0;
  });
  const state = async () => (await store.list())[0]?.time;

  test('is moved, which frees its time and tells the owner', async () => {
    const { page } = await get(address);
    expect(page).toContain(say(tuesdayAt('08:00'), 'America/New_York').long);
    expect(page).toContain(say(tuesdayAt('08:00'), ownerZone).long);
    expect(timesOn(page)).toContain(tuesdayAt('08:30'));
    const { response, to } = await move(address, 0, tuesdayAt('08:30'));
    expect([response.status, to]).toEqual([303, address]);
    expect(await state()).toMatchObject({ start: tuesdayAt('08:30'), sequence: 1 });
    expect(lines).toEqual(['booking 1 moved']);
    expect(woken).toBe(2);
    expect(timesOn((await get('/book')).page)).not.toContain(tuesdayAt('08:30'));
  });

  test('is moved five times at most, not to where it is, and can then be cancelled (behavior 9.2)', async () => {
    expect(timesOn((await get(address)).page)).not.toContain(tuesdayAt('08:00'));
    expect((await move(address, 0, tuesdayAt('08:00'))).to).toBe(address);
    expect(await state()).toMatchObject({ sequence: 0 });
    for (const sequence of [0, 1, 2, 3, 4]) {
      const time = tuesdayAt(sequence % 2 === 0 ? '08:30' : '08:00');
      const { response } = await move(address, sequence, time);
      expect(response.status).toBe(303);
    }
    expect(timesOn((await get(address)).page)).toEqual([]);
    const sixth = await move(address, 5, tuesdayAt('08:00'));
    expect(sixth.page).toContain(asHtml(words.messages.fixed));
    expect(await state()).toMatchObject({ sequence: 5 });
    await cancel(address, 5);
    expect(await state()).toMatchObject({ sequence: 6, cancelledAt: monday });
  });

  test('is not changed too often, and no page mentions a change that was not made', async () => {
    const app = backend({}, { rateLimit: { allows: async () => false, addressOf: () => '' } });
    for (const change of ['move', 'cancel']) {
      const sent = { do: change, sequence: '0', time: tuesdayAt('09:30') };
      const { response, page } = await post(address, sent, app);
      expect(response.status).toBe(429);
      expect(page).toContain(asHtml(failureMessages.rateLimited));
      expect(page).not.toContain(asHtml(embedded.booking.notDone));
    }
    expect(await state()).toMatchObject({ start: tuesdayAt('08:00'), cancelledAt: null });
  });

  test('is not changed while the store is locked, which the page shows; health knows, and the log', async () => {
    const locked = () => Promise.reject(new Error('database is locked'));
    const app = backend({}, { store: { ...store, moveBooking: locked, cancelBooking: locked } });
    for (const change of [move(address, 0, tuesdayAt('09:30'), app), cancel(address, 0, app)]) {
      const { response, page } = await change;
      expect(response.status).toBe(503);
      expect(page).toContain(asHtml(failureMessages.unavailable));
      expect(page).toContain(say(tuesdayAt('08:00'), ownerZone).long);
    }
    expect((await get('/healthz', app)).response.status).toBe(503);
    expect(logged).toEqual(Array(2).fill('A change of booking 1 could not be stored'));
  });

  test('is cancelled, which frees its time, and then shows that alone; it does the same when it is over', async () => {
    const before = now;
    now = tuesdayAt('08:30');
    const over = [await get(address), await cancel(address, 0)];
    expect(await state()).toMatchObject({ cancelledAt: null });
    now = before;
    await cancel(address, 0);
    expect(await state()).toMatchObject({ cancelledAt: monday });
    expect(timesOn((await get('/book')).page)).toContain(tuesdayAt('08:00'));
    const gone = [await get(address), await cancel(address, 0)];
    for (const { page } of over) expect(page).toContain(asHtml(words.over.title));
    for (const { page } of gone) expect(page).toContain(asHtml(words.cancelled.title));
    for (const { page } of [...over, ...gone]) expect(page).not.toContain('<form');
    expect(lines).toEqual(['booking 1 cancelled']);
  });

  test('changed from an old page shows its present state (behavior 9.2)', async () => {
    await move(address, 0, tuesdayAt('09:30'));
    for (const change of [cancel(address, 0), move(address, 0, tuesdayAt('08:00'))]) {
      const { response, page } = await change;
      expect(response.status).toBe(409);
      expect(page).toContain(asHtml(words.messages.changed));
      expect(page).toContain(say(tuesdayAt('09:30'), 'America/New_York').long);
    }
    expect(await state()).toMatchObject({ start: tuesdayAt('09:30'), cancelledAt: null });
  });

  test.each([
    ['', words.messages.choose],
    ['soon', words.messages.betweenTimes],
    [tuesdayAt('09:30'), words.messages.taken],
  ])('is not moved to %j', async (time, message) => {
    await post('/book', wish({ submission_id: 'two', time: tuesdayAt('09:30') }));
    const { response, page } = await move(address, 0, time);
    expect(response.status).toBe(409);
    expect(page).toContain(asHtml(message));
    expect((await store.list({ id: 1 }))[0]?.time).toMatchObject({ sequence: 0 });
  });

  test('is a file for a calendar, with the address that changes it', async () => {
    const file = address.replace('/booking?', '/booking.ics?');
    const app = backend({ siteUrl: 'https://site.example' });
    const { response, page } = await get(file, app);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = page.replaceAll('\r\n ', '');
    expect(text).toContain('DTSTART:20260106T080000Z\r\nDTEND:20260106T083000Z');
    expect(text).toContain(`URL:https://site.example${address}`);
    expect(text).toContain('SEQUENCE:0\r\n');
    expect(text).not.toContain('ATTENDEE');
    await cancel(address, 0);
    const after = (await get(file)).page.replaceAll('\r\n ', '');
    expect(after).toContain('STATUS:CANCELLED');
    expect(after).toContain('SEQUENCE:1\r\n');
    const uid = /UID:(.*)/.exec(text)?.[1];
    expect(uid).toMatch(/^booking-1-\d+@/);
    expect(after).toContain(`UID:${uid}`);
  });

  test.each<[string, (key: string) => string]>([
    ['none', () => ''],
    ['an empty one', () => '?key='],
    ['the first character changed', (key) => `?key=${key[0] === 'A' ? 'B' : 'A'}${key.slice(1)}`],
    ['one more', (key) => `?key=${key}A`],
    ['the last one missing', (key) => `?key=${key.slice(0, -1)}`],
  ])('another key opens nothing: %s', async (_, change) => {
    const query = change(address.split('=')[1] ?? '');
    const answers = [
      ...['/booking', '/booking.ics'].map((path) => get(path + query)),
      ...['cancel', 'move'].map((name) =>
        post(`/booking${query}`, { do: name, sequence: '0', time: tuesdayAt('08:30') }),
      ),
    ];
    for (const { response, page } of await Promise.all(answers)) {
      expect(response.status).toBe(404);
      expect(page).toContain(asHtml(words.unknown.title));
      expect(page).toContain(`>${asHtml(failureOptionLabels.contactSupport)}</a>`);
    }
    expect(await state()).toMatchObject({ start: tuesdayAt('08:00'), sequence: 0 });
  });
});

describe('with the owner’s own calendar', () => {
  const since = Date.parse(monday);
  const busy = [{ start: Date.parse(tuesdayAt('08:10')), end: Date.parse(tuesdayAt('08:20')) }];
  const reading = (over: Partial<CalendarState> = {}) => ({
    calendars: { busy: async () => ({ busy, state: 'fresh' as const, since, ...over }) },
  });

  test('what is in it is not offered, and not booked', async () => {
    const app = backend(reading());
    const { page } = await get('/book', app);
    expect(timesOn(page).slice(0, 2)).toEqual([tuesdayAt('08:30'), tuesdayAt('09:00')]);
    expect(page).not.toContain(asHtml(words.unchecked));
    const { response } = await post('/book', wish(), app);
    expect(response.status).toBe(409);
  });

  test.each<[Partial<CalendarState>, boolean]>([
    [{ state: 'missing', since: null }, true],
    [{ state: 'stale', since: since - 25 * 3_600_000 }, true],
    [{ state: 'stale', since: since - 2 * 3_600_000 }, false],
  ])('the page shows the state while it is %j', async (state, isSaid) => {
    const { page } = await get('/book', backend(reading(state)));
    expect(page.includes(asHtml(words.unchecked))).toBe(isSaid);
    expect(timesOn(page)).toContain(tuesdayAt('08:30'));
  });
});

describe('the owner’s calendar subscribes', () => {
  const calendarKey = 'k'.repeat(20);
  const feed = async (key = calendarKey) => {
    const { response, page } = await get(`/calendar.ics?key=${key}`, backend({ calendarKey }));
    return { status: response.status, text: page.replaceAll('\r\n ', '') };
  };

  test('with the key alone, to the bookings, with what was typed, without those that are cancelled or long over', async () => {
    await post('/book', wish());
    const { to } = await post('/book', wish({ submission_id: 'two', time: tuesdayAt('09:00') }));
    expect((await feed()).text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    for (const key of ['', 'x', `${calendarKey}x`]) expect((await feed(key)).status).toBe(404);
    await cancel(to, 0);
    const { text } = await feed();
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(text).toContain('SUMMARY:Ada\\, Engines');
    expect(text).toContain('Rings');
    expect(text).not.toContain('key=');
    now = '2026-06-01T00:00:00.000Z';
    const { text: empty } = await feed();
    expect(empty).not.toContain('BEGIN:VEVENT');
    expect(empty).toContain('BEGIN:VTIMEZONE');
  });

  test.each([
    ['there are no hours', { availability: null }],
    ['bookings are made elsewhere', { bookingUrl: 'https://booking.example/robin' }],
    ['there is no key', { calendarKey: null }],
  ])('not where %s: there is no such address', async (_, options) => {
    const app = backend({ calendarKey, ...options });
    for (const method of ['GET', 'POST']) {
      const { status } = await app.request(`/calendar.ics?key=${calendarKey}`, { method });
      expect(status).toBe(404);
    }
  });
});

const unchanged = (file: string): string => file;
test.each<[string, (file: string) => string, string, string, boolean]>([
  ['that was cancelled here', unchanged, 'cancel', '08:00', true],
  ['that was moved here', unchanged, 'move', '08:00', true],
  ['as it is here', unchanged, '', '09:00', true],
  ['of another', (file) => file.replace('UID:booking-', 'UID:talk-'), 'cancel', '08:00', false],
  // In their calendar alone.
  ['that the owner moved', (file) => file.replace(/^(DT.*T)08/gm, '$109'), '', '09:00', false],
  ['that the owner extended', (file) => file.replace(/^(DTEND.*T)08/m, '$109'), '', '09:00', false],
])('in the owner’s calendar, a booking %s (%#)', async (_, change, action, time, isFree) => {
  const { to } = await post('/book', wish());
  const { page: file } = await get(to.replace('/booking?', '/booking.ics?'));
  const wanted = action === 'move' ? { time: tuesdayAt('09:30') } : {};
  if (action) await post(to, { do: action, sequence: '0', ...wanted });
  const calendars = openCalendars(availability, store, null, {
    addresses: ['https://calendar.example/owner.ics'],
    fetch: async () => new Response(change(file), { headers: { 'Content-Type': 'text/calendar' } }),
    now: () => Date.parse(now),
    report: (message) => logged.push(message),
  });
  const { page } = await get('/book', backend({ calendars }));
  expect(timesOn(page).includes(tuesdayAt(time))).toBe(isFree);
  expect(logged).toEqual([]);
});

test('a booking of a length that is no longer offered leads to one that is', async () => {
  await post('/book', wish());
  const [booking] = await store.list();
  const old = { ...booking, fields: { ...booking?.fields, minutes: '7' } } as Booking;
  now = '2026-02-01T00:00:00.000Z';
  const app = backend({}, { store: { ...store, findBooking: async () => old } });
  const { page } = await get('/booking?key=x', app);
  expect(page).toContain(`href="${bookingPath(generalConsultation)}"`);
});

let sending: Promise<void>[] = [];
const withMail = (
  send: MailService['send'],
  hours: Partial<Availability> = {},
  over: Partial<FormBackendOptions> = {},
) => {
  sending = [];
  const logError = (message: string) => logged.push(message);
  const from = 'a@b.c';
  const { invite } = createVisitorMail({ store, send, from, logError, now: () => new Date(now) });
  const booking: BookingOptions = {
    siteUrl: 'https://site.example',
    availability: { ...availability, horizon: 90, ...hours },
    invite: (booking, url) => invite(booking, url, (work) => sending.push(work)),
  };
  return backend(booking, over);
};

test('the visitor gets a mail at each change, with the whole address of the booking', async () => {
  const invited: (string | undefined)[][] = [];
  const app = withMail(async ({ calendar }) => {
    const event = calendar?.content.replaceAll('\r\n ', '') ?? '';
    invited.push([/URL:(.*)\r/.exec(event)?.[1], /SEQUENCE:(.*)\r/.exec(event)?.[1]]);
  });
  const { to } = await post('/book', wish(), app);
  await post('/book', wish(), app);
  const press = () => move(to, 0, tuesdayAt('09:00'), app);
  expect((await Promise.all([press(), press()])).map((answer) => answer.to)).toEqual([to, to]);
  await cancel(to, 0, app);
  await cancel(to, 1, app);
  await Promise.all(sending);
  expect(invited).toEqual(
    ['0', '1', '2'].map((sequence) => [`https://site.example${to}`, sequence]),
  );
});

test('a failure after the booking leaves a receipt, is logged, and is made good when the same form is sent again, once', async () => {
  let isBroken = false;
  const sent: string[] = [];
  const whole = store;
  const orFail = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (isBroken) throw new Error('D1_ERROR: network');
    return work();
  };
  store = {
    ...whole,
    book: async (booking) => {
      const result = await whole.book(booking);
      isBroken = true;
      return result;
    },
    findBooking: (hash) => orFail(() => whole.findBooking(hash)),
    claimInvitation: (...args) => orFail(() => whole.claimInvitation(...args)),
  };
  const app = withMail(async ({ to }) => void sent.push(to));
  const { response, to } = await post('/book', wish(), app);
  expect([response.status, woken, lines]).toEqual([303, 1, ['booking 1']]);
  expect(logged).toEqual(['The invitation to booking 1 failed: D1_ERROR: network']);
  isBroken = false;
  for (const _ of [1, 2]) expect((await post('/book', wish(), app)).to).toBe(to);
  await Promise.all(sending);
  expect(sent).toEqual(['ada@example.com']);
  expect(await store.list()).toHaveLength(1);
});

test('the page of a booking shows that no mail went out while the booking is ahead', async () => {
  const saysNoMail = async (to: string): Promise<boolean> => {
    await Promise.all(sending);
    return (await get(to)).page.includes(asHtml(words.noMail));
  };
  const { to: without } = await post('/book', wish());
  expect(await saysNoMail(without)).toBe(true);
  const works = withMail(async () => {});
  const other = wish({ submission_id: 'two', time: tuesdayAt('09:00') });
  const { to } = await post('/book', other, works);
  expect(await saysNoMail(to)).toBe(false);
  const fails = withMail(() => Promise.reject(new Error('550')));
  await move(to, 0, '2026-01-08T08:00:00.000Z', fails);
  expect(await saysNoMail(to)).toBe(true);
  await cancel(to, 1, fails);
  expect(await saysNoMail(to)).toBe(false);
});

describe('where visitors confirm their addresses', () => {
  let mails: Mail[] = [];
  let isDown = false;
  beforeEach(() => {
    [mails, isDown] = [[], false];
  });
  /** Creates the inbox as after a restart, each time. */
  const app = (over: Partial<FormBackendOptions> = {}) =>
    withMail(
      async (mail) => {
        if (isDown) throw new Error('421');
        mails.push(mail);
      },
      { confirm: true },
      over,
    );
  const linkIn = (mail?: Mail) =>
    mail?.text.match(/https:\S+/)?.[0].replace(/^.*?example/, '') ?? '';
  const hold = async (over: Record<string, string> = {}, at = app()) => {
    const answer = await post('/book', wish(over), at);
    await Promise.all(sending);
    return { ...answer, shown: (await get(answer.to, at)).page, link: linkIn(mails.at(-1)) };
  };
  const press = (link: string, at = app()) => post(link, { do: 'confirm', sequence: '0' }, at);
  const due = async () => (await store.listDue(now, now, 9)).length;
  const later = (minutes: number) => {
    now = new Date(Date.parse(now) + minutes * 60_000).toISOString();
  };

  test('a time is held, and booked by the button behind the link in a mail (behavior 9.2)', async () => {
    const { to, shown, link } = await hold();
    expect(shown).toContain(asHtml(words.held.title));
    expect(shown).not.toContain('code=');
    expect(mails).toMatchObject([{ to: 'ada@example.com', messageId: /^<confirmation-1-/ }]);
    expect(mails[0]).not.toHaveProperty('calendar');
    expect(JSON.stringify(mails)).not.toMatch(/Rings|Engines/);
    for (const _ of [1, 2]) {
      const { page } = await get(link, app());
      expect(page).toContain(asHtml(words.confirmSubmit));
      expect(page).not.toContain('<script');
    }
    await press(`${to}&code=${crypto.randomUUID()}`);
    expect((await get(to.replace('?', '.ics?'))).response.status).toBe(404);
    expect(timesOn((await get('/book')).page)).not.toContain(tuesdayAt('08:00'));
    expect([await store.list(), await due(), lines, woken]).toEqual([[], 0, [], 0]);

    later(29);
    const pressed = await Promise.all([press(link), press(link)]);
    expect(pressed.map((answer) => answer.to)).toEqual([to, to]);
    await Promise.all(sending);
    expect(await store.list()).toMatchObject([
      { time: { start: tuesdayAt('08:00'), sequence: 0 } },
    ]);
    expect([await due(), lines, woken]).toEqual([1, ['booking 1 booked'], 1]);
    expect(mails.map(({ calendar }) => calendar?.method)).toEqual([undefined, 'REQUEST']);
    for (const address of [to, link]) {
      expect((await get(address, app())).page).toContain(asHtml(words.booked.title));
    }
  });

  test('a time that is not confirmed within 30 minutes is free again, which the link explains; a day later it is erased', async () => {
    const { to, link } = await hold();
    later(30);
    expect(timesOn((await get('/book')).page)).toContain(tuesdayAt('08:00'));
    const { to: theirs } = await post('/book', wish({ submission_id: 'two' }));
    await hold();
    expect(mails).toHaveLength(1);
    for (const { page } of [await get(link, app()), await press(link), await get(to)]) {
      expect(page).toContain(asHtml(words.lapsed.title));
      expect(page).toContain(`href="${bookingPath(generalConsultation)}"`);
    }
    expect(await store.list()).toHaveLength(1);
    later(24 * 60);
    await store.forgetNetworks(now);
    expect((await get(link, app())).response.status).toBe(404);
    expect((await get(theirs)).response.status).toBe(200);
  });

  test('a mailbox that has three, in any spelling, gets the same answer, and reads why behind its own link', async () => {
    for (const [n, day] of ['06T09:00', '08T08:00', '13T08:00'].entries()) {
      const time = `2026-01-${day}:00.000Z`;
      const email = `A.d.a+${n}@Example.com`;
      await post('/book', wish({ submission_id: `${n}`, email, time }));
    }
    const withoutKey = (page: string) => page.replaceAll(/key=[\w-]+/g, '');
    const known = await hold();
    await cancel(known.to, 0, app());
    const time = tuesdayAt('08:00');
    const other = await hold({ submission_id: 'x', email: 'bob@example.com', time });
    const theirs = withoutKey(other.shown).replaceAll('bob@example.com', typed.email);
    expect([known.response.status, withoutKey(known.shown)]).toEqual([303, theirs]);
    await cancel(other.to, 0, app());
    const { link } = await hold({ submission_id: 'four' });
    const { response, page } = await press(link);
    expect(response.status).toBe(409);
    expect(page).toContain(asHtml(words.messages.tooMany));
    expect(await store.list()).toHaveLength(3);
  });

  test('a held time counts for its network, and is given up without a word to the owner', async () => {
    const rateLimit = { allows: async () => true, addressOf: () => '203.0.113.7' };
    const days = ['06', '08', '13', '15'].map((day) => `2026-01-${day}T08:00:00.000Z`);
    const statuses: number[] = [];
    for (const [n, time] of days.entries()) {
      const over = { submission_id: `${n}`, email: `${n}@example.com`, time };
      const { response, to } = await hold(over, app({ rateLimit }));
      statuses.push(response.status);
      if (n === 0) expect((await cancel(to, 0, app())).to).toBe(to);
    }
    expect(statuses).toEqual([303, 303, 303, 429]);
    expect(timesOn((await get('/book')).page)).toContain(days[0]);
    expect([mails.length, await due(), woken, lines]).toEqual([3, 0, 0, []]);
  });

  test('a mail that fails is sent when the form is sent again; an address that no mail reaches is refused, and without mail nobody is asked', async () => {
    isDown = true;
    const first = await hold();
    const late = await hold({ submission_id: 'late', time: tuesdayAt('09:30') });
    isDown = false;
    expect([(await hold()).to, mails.length]).toEqual([first.to, 1]);
    later(30);
    const again = await hold({ submission_id: 'late', time: tuesdayAt('09:30') });
    expect([again.to, mails.length]).toEqual([late.to, 1]);
    const { response, page } = await post('/book', wish({ email: 'a@b@c' }), app());
    expect(response.status).toBe(400);
    expect(page).toContain(asHtml(messages.emailFormat));
    const alone = backend({ availability: { ...availability, confirm: true } });
    await post('/book', wish({ submission_id: 'two', time: tuesdayAt('09:00') }), alone);
    expect(await store.list()).toHaveLength(1);
  });
});

test('where bookings are made elsewhere, one that was made here is read and cancelled, and leads there (behavior 1.2)', async () => {
  const { to } = await post('/book', wish());
  const bookingUrl = 'https://booking.example/robin?month=1&day=2';
  const app = backend({ bookingUrl });
  expect((await get('/book', app)).response.status).toBe(404);
  expect((await post('/book', wish({ submission_id: 'two' }), app)).response.status).toBe(404);
  const { page } = await get(to, app);
  expect(page).toContain(say(tuesdayAt('08:00')).long);
  expect(page).not.toContain(asHtml(words.move));
  expect((await get(to.replace('?', '.ics?'), app)).response.status).toBe(200);
  await cancel(to, 0, app);
  expect((await store.list())[0]?.time).toMatchObject({ cancelledAt: monday });
  for (const path of [to, '/booking?key=x']) {
    expect((await get(path, app)).page).toContain(`href="${asHtml(bookingUrl)}"`);
  }
});

test.each([
  ['with hours', availability],
  ['without', null],
])('the page %s takes words, and has the field that only robots fill in', async (_, hours) => {
  const app = backend({ availability: hours });
  const { page } = await get('/book', app);
  expect(page).toMatch(/<p hidden><input [^>]*name="botcheck"/);
  expect(page).toContain(asHtml(hours ? words.title : embedded.booking.title));
  const request = { ...typed, time: 'none', times: 'in March' };
  expect((await post('/book', { ...request, botcheck: 'on' }, app)).response.status).toBe(400);
  expect((await post('/book', request, app)).response.status).toBe(200);
  expect(await store.list()).toMatchObject([{ time: null, fields: { times: 'in March' } }]);
});

test('a time that was chosen while there were hours is asked for', async () => {
  const { page } = await post('/book', wish(), backend({ availability: null }));
  const { long } = say(tuesdayAt('08:00'));
  expect(page).toContain(long);
  expect(await store.list()).toMatchObject([{ time: null, fields: { times: long } }]);
});

describe('from one network', () => {
  const [here, there] = ['203.0.113.7', '203.0.113.8'];
  const weeklyHours = { tuesday: ['08:00–18:00'], thursday: ['08:00–18:00'] };
  const buffers = { before: 0, after: 0 };
  const wide = { ...availability, weeklyHours, buffers, mostPerDay: 20, horizon: 40 };
  const appAt = (address: string, over: Partial<Store> = {}) =>
    backend(
      { availability: wide },
      {
        store: { ...store, ...over },
        rateLimit: { allows: async () => true, addressOf: () => address },
      },
    );
  /** Books in one moment. @returns the statuses */
  const bookMany = async (count: number, app = appAt(here)): Promise<number[]> => {
    const times = timesOn((await get('/book', app)).page).slice(0, count);
    const answers = times.map((time) => {
      const submission_id = crypto.randomUUID();
      return post('/book', wish({ submission_id, email: `${submission_id}@x.org`, time }), app);
    });
    return (await Promise.all(answers)).map(({ response }) => response.status);
  };
  const allowed = (statuses: number[]) => statuses.filter((status) => status === 303).length;

  test('three times to come are booked, also in one moment; others are not kept from it (behavior 9.2)', async () => {
    expect(allowed(await bookMany(20))).toBe(3);
    expect(allowed(await bookMany(2, appAt(there)))).toBe(2);
    expect(allowed(await bookMany(2, appAt('2001:db8:1:1::1')))).toBe(2);
    expect(allowed(await bookMany(2, appAt('2001:db8:1:1::2')))).toBe(1);
    expect(allowed(await bookMany(20, backend({ availability: wide })))).toBe(20);
    for (const proxy of ['::ffff:127.0.0.1', '100.64.0.1']) {
      expect(allowed(await bookMany(4, appAt(proxy)))).toBe(4);
    }
    now = '2026-01-20T00:00:00.000Z';
    expect(allowed(await bookMany(20))).toBe(3);
  });

  test('a fourth is refused with the address and number of the owner, keeps what was typed, and shows the page', async () => {
    await bookMany(3);
    const time = timesOn((await get('/book', appAt(here))).page)[0] ?? '';
    const fourth = wish({ submission_id: 'four', email: 'four@x.org', time });
    const { response, page } = await post('/book', fourth, appAt(here));
    expect(response.status).toBe(429);
    expect(page).toContain(asHtml(fillIdentity(words.messages.tooManyFromNetwork, '')));
    expect(page).toContain('value="Engines"');
    expect(page).toContain(`value="${time}" required checked`);
    expect(page).toContain('href="mailto:');
  });

  test('a hash by a random key is stored, and no address', async () => {
    const given: (string | null)[] = [];
    const book: Store['book'] = (booking) => {
      given.push(booking.network);
      return store.book(booking);
    };
    await bookMany(2, appAt(here, { book }));
    await bookMany(1, appAt(there, { book }));
    expect(JSON.stringify(await store.list())).not.toContain(there);
    store = createSqliteStore(openDatabase(':memory:'));
    await bookMany(1, appAt(here, { book }));
    expect(new Set(given).size).toBe(3);
    for (const network of given) expect(network).toMatch(/^[0-9a-f]{64}$/);
  });
});
