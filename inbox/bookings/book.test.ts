// More than 300 lines, because one form sends everything that is offered, refused and booked.
import type { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { weekInWords } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { fill } from '#model/fill.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { bookingPath } from '#model/vocabulary.ts';
import { openCalendars } from '../calendar.ts';
import { ownerZone } from '../kinds/booked-time.ts';
import { bookingLengths } from '../kinds/index.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';
import type { NewBooking } from '../stores/store.ts';
import { allOn, asHtml, expectPage, expectParts, limitOf } from '../tests/backend.ts';
import { at, availability, say, setUpBookings, timesOn, wish } from '../tests/bookings.ts';

const { booking, calendar: words, messages } = embedded;
const { inbox, state, lines, logged, failing, ...bookings } = setUpBookings();
const { backend, closed, get, post, cancel, move } = bookings;

const stored = () => inbox.store.list();
const weekOf = (start: string): string => weekInWords(start.slice(0, 10), site.language);
const openWeeks = (page: string) => allOn(page, /<details open>\s*<summary>([^<]*)/g);
const unreadable = () => backend({}, { store: failing('blockedTimes') });

describe('the page', () => {
  test('offers the free times by week and day in the owner’s zone, and the choice of none (behavior 9.2)', async () => {
    const answer = await get('/book');
    const free = ['06', '08', '13', '15'].flatMap((day) => {
      const onlyTuesdays = ['06', '13'].includes(day) ? ['09:00', '09:30'] : [];
      return ['08:00', '08:30', ...onlyTuesdays].map((time) => at(time, day));
    });
    expect(timesOn(answer.page)).toEqual([...free, 'none']);
    const start = at('08:00');
    expectPage(answer, 200, `<summary>${weekOf(start)}<`, `<h2>${say(start).date}</h2>`);
    expectParts(answer.page, `id="${start}" autocomplete="off" name="time" value="${start}"`);
  });

  test('computes its times once for many views, and again after each change (behavior 9.2)', async () => {
    using inWords = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const app = backend();
    const view = async (zone = 'Asia/Kabul') => {
      inWords.mockClear();
      const times = timesOn((await get(`/book?zone=${zone}`, app)).page);
      return { times, isComputed: inWords.mock.calls.length > 0 };
    };
    const first = await view();
    expect(first.isComputed).toBe(true);
    expect(await view()).toEqual({ ...first, isComputed: false });
    expect(await view('Asia/Tokyo')).toEqual(first);
    const expectGone = async (...gone: string[]) =>
      expect((await view()).times).toEqual(first.times.filter((time) => !gone.includes(time)));
    // Changed by another process, like the owner's command.
    const { to } = await post('/book', wish());
    await expectGone(at('08:00'), at('08:30'));
    await move(to, 0, at('09:30'));
    await expectGone(at('09:00'), at('09:30'));
    await cancel(to, 1);
    state.now = '2026-01-05T20:00:00.000Z';
    await expectGone();
    state.now = '2026-01-05T20:00:00.001Z';
    await expectGone(at('08:00'));
  });

  test.each(['pacific/auckland', 'Mars/Olympus', 'PST', ''])(
    'in the zone %j shows its times, or if it is unknown the owner’s, and stores its name',
    async (zone) => {
      const [start, known] = [at('08:00'), zone === 'pacific/auckland' ? 'Pacific/Auckland' : ''];
      const { page } = await get(`/book?zone=${encodeURIComponent(zone)}`);
      const shown = known || availability.timeZone;
      const { time } = say(start, shown);
      const choice = `value="${start}" required> <span>${time}<`;
      expectParts(page, `<option value="${shown}" selected>`, choice);
      const { to } = await post('/book', wish({ zone }));
      expect(await stored()).toMatchObject([{ fields: { zone: known } }]);
      expectParts((await get(to)).page, `<dd id="time">${say(start, known || ownerZone).long}`);
    },
  );

  test.each([...bookingLengths])(
    'of %i minutes has the visitor’s details from its address, as text, and its length (behavior 4.1, 9.2)',
    async (length) => {
      const path = bookingPath(length);
      const minutes = String(length);
      expectParts(
        (await get(`${path}?name=Ada%22%3E%3Cb%3E&email=a@b.example&a1=Engines&a2=Hello`)).page,
        asHtml(fill(words.intro, { minutes })),
        ...['Ada&quot;&gt;&lt;b&gt;', 'a@b.example', 'Engines'].map((text) => `value="${text}"`),
        'Hello</textarea>',
      );
      const { page } = await post(path, wish({ time: 'none', times: 'Monday' }));
      expectParts(page, asHtml(fill(embedded.mail.length, { minutes })));
      expect(await stored()).toMatchObject([{ fields: { times: 'Monday', minutes } }]);
    },
  );

  test('tells the times of an hour that occurs twice apart, when the visitor’s clock is set back', async () => {
    state.now = '2026-10-27T12:00:00.000Z';
    const evening = { ...availability, weeklyHours: { thursday: ['20:00–24:00'] } };
    const { page } = await get('/book?zone=Africa/Cairo', backend({ availability: evening }));
    for (const [hour, offset] of Object.entries({ 20: 'UTC+3', 21: 'UTC+2' })) {
      const start = `2026-10-29T${hour}:00:00.000Z`;
      const { time } = say(start, 'Africa/Cairo');
      expectParts(page, `value="${start}" required> <span>${time} (${offset})<`);
    }
  });

  test('redirects to the visitor’s own zone, unless a zone was requested or the form was sent', async () => {
    expect((await get('/book')).page).toMatch(/<html[^>]* data-zone="Europe\/Berlin"/);
    expect((await get('/book?zone=Asia/Tokyo')).page).not.toContain('<script');
    expect((await post('/book', wish({ time: '' }))).page).not.toContain('<script');
  });

  test('shows the times in a zone that was chosen but not applied, keeps typed text, and asks for a time again (behavior 9.2)', async () => {
    const [shown, time] = ['Europe/Berlin', at('08:00', '13')];
    const mistake = `<p id="error">${asHtml(words.messages.zone)}</p>`;
    const answer = await post('/book', wish({ shown, time, zone: 'Asia/Tokyo' }));
    expectPage(answer, 409, `autofocus>${asHtml(booking.notDone)}</h2>${mistake}`);
    expectParts(answer.page, 'name="shown" value="Asia/Tokyo"', 'value="Engines"');
    expectParts(answer.page, `value="${time}" required>`);
    // Times in words have no zone.
    const inWords = await post('/book', wish({ shown, time: 'none', zone: 'Asia/Tokyo' }));
    expectPage(inWords, 400, asHtml(words.messages.times), 'value="none" required checked');
    expect(await stored()).toEqual([]);
    expectPage(await post('/book', wish({ shown })), 303);
  });

  const daysOff = ['2026-01-01 – 2026-02-01'];
  const away = () => backend({ availability: { ...availability, daysOff } });
  test.each<[string, () => Hono, string]>([
    ['nothing is free', away, fill(words.noneFree, { days: '10' })],
    ['there are no hours', () => backend({ availability: null }), booking.title],
    ['the store cannot be read', unreadable, booking.title],
  ])('where %s takes words, and stores them once (behavior 9.2)', async (_, app, sentence) => {
    const { page } = await get('/book', app());
    expectParts(page, asHtml(sentence));
    expect(timesOn(page)).toEqual(['none']);
    for (const _ of [1, 2]) {
      const answer = await post('/book', wish({ time: 'none', times: 'in March' }), app());
      expectPage(answer, 200, `autofocus>${asHtml(booking.done.title)}</h1>`, '<dd>in March</dd>');
    }
    expect(await stored()).toMatchObject([{ time: null, fields: { times: 'in March' } }]);
  });

  test('keeps a chosen time in words if the hours were removed or the store cannot be read', async () => {
    const { long } = say(at('08:00'));
    const answer = await post('/book', wish(), unreadable());
    expectPage(answer, 503, 'value="Engines"', `>\n${long}</textarea>`);
    expect(logged).toContain('The booked times could not be read');
    const app = backend({ availability: null });
    const applied = await post('/book', wish({ look: 'zone' }), app);
    expectParts(applied.page, 'value="Engines"', long);
    expect(await stored()).toEqual([]);
    expectParts((await post('/book', wish(), app)).page, long);
    expect(await stored()).toMatchObject([{ time: null, fields: { times: long } }]);
  });
});

describe('a booking', () => {
  test('is stored with its time, redirects to its own page, and is logged once (behavior 9.2)', async () => {
    const { to } = await post('/book', wish());
    expect(to).toMatch(/^\/booking\?key=[\w-]{43}$/);
    const { name, email, company, message, zone, time: start } = wish();
    const fields = { name, email, company, message, minutes: '30', zone, times: '' };
    const time = { start, sequence: 0 };
    expect(await stored()).toMatchObject([{ kind: 'booking', fields, time }]);
    expect(JSON.stringify(await stored())).not.toContain(to.split('=')[1]);
    expect([lines, state.woken]).toEqual([['booking 1'], 1]);
    const { page } = await get(to);
    expectParts(page, asHtml(words.booked.title), say(start).long, '<dd>Engines</dd>');
  });

  test('that is sent again for the same time is the same booking, even at once, with other words, or after a move or cancellation; another time makes another booking (behavior 9.2)', async () => {
    const send = () => post('/book', wish());
    const [{ to }, ...others] = await Promise.all([send(), send(), send()]);
    for (const answer of [
      ...others,
      await post('/book', wish({ message: 'Other words' })),
      await post('/book', wish(), closed()),
      await move(to, 0, at('09:30')).then(send),
      await cancel(to, 1).then(send),
    ]) {
      expect([answer.status, answer.to]).toEqual([303, to]);
    }
    expect(await stored()).toHaveLength(1);
    // Another person on the same machine, after Back.
    const other = { email: 'bob@example.com', time: at('09:00') };
    const { to: theirs } = await post('/book', wish(other));
    expectParts((await get(theirs)).page, other.email);
    expect((await stored()).map(({ fields }) => fields.email)).toEqual([other.email, wish().email]);
  });

  test('of a taken time opens the weeks with the nearest free times and links to them, also for a move (behavior 9.2)', async () => {
    const app = backend({ availability: { ...availability, horizon: 40 } });
    expect(openWeeks((await get('/book', app)).page)).toEqual([weekOf(at('08:00'))]);
    const [before, time, after] = [at('09:30', '20'), at('08:00', '22'), at('08:00', '27')];
    await post('/book', wish({ time }), app);
    const { to } = await post('/book', wish({ submission_id: 'two' }), app);
    expect((await get(to, app)).page).not.toContain(asHtml(words.nearest));
    const third = await post('/book', wish({ time, submission_id: 'three' }), app);
    for (const answer of [third, await move(to, 0, time, app)]) {
      const { page } = answer;
      expectPage(answer, 409, asHtml(words.nearest));
      expect(page).not.toContain(' checked');
      const weeks = page.replace(/<details open>\s*<summary>[^<]*<\/summary>\s*<form/, '');
      expect(openWeeks(weeks)).toEqual([weekOf(before), weekOf(after)]);
      for (const start of [before, after]) {
        const near = say(start);
        expectParts(page, `<a href="#${start}">${near.date}, ${near.time}</a>`);
        expect(page).toMatch(new RegExp(`<input [^>]*id="${start}"`));
      }
    }
    const others = { '2026-01-01': '2026-01-06', '2027-01-01': '2026-02-12', soon: '2026-01-06' };
    for (const [other, only] of Object.entries(others)) {
      const { page } = await post('/book', wish({ time: `${other}T08:00:00.000Z` }), app);
      expect(openWeeks(page)).toEqual([weekOf(only)]);
    }
  });

  test.each<[number, Record<string, string>, string]>([
    [409, { time: at('08:00', '05') }, words.messages.tooSoon],
    [409, { time: at('09:00', '13') }, words.messages.dayFull],
    [409, { time: at('08:10') }, words.messages.betweenTimes],
    [409, { time: '2026-01-06T08:00Z' }, words.messages.betweenTimes],
    [409, { time: 'tomorrow' }, words.messages.betweenTimes],
    [409, { time: '+275760-09-13T00:00:00.001Z' }, words.messages.betweenTimes],
    [400, { time: '' }, words.messages.choose],
    [400, { time: 'none', times: '\u200b' }, `${booking.notDone} ${words.messages.times}`],
    [400, { email: 'ada' }, `${booking.notDone} ${messages.emailFormat}`],
    [400, { botcheck: 'on', time: '' }, messages.honeypot],
  ])('is refused with %i for %j, and comes back filled in', async (expected, change, message) => {
    for (const time of [at('08:00', '13'), at('09:30', '13')]) await post('/book', wish({ time }));
    const answer = await post('/book', wish(change));
    expectPage(answer, expected, asHtml(message), 'value="Engines"', 'value="one"');
    expect(await stored()).toHaveLength(2);
  });
});

describe('with the owner’s own calendar', () => {
  const hours = (count: number) => Date.parse(at('07:00', '05')) - count * 3_600_000;
  test.each<[string, number, boolean]>([
    ['new', hours(0), false],
    ['missing', Number.NEGATIVE_INFINITY, true],
    ['older than a day', hours(25), true],
    ['a little old', hours(2), false],
  ])('busy times are not offered; a page shows whether a copy is %s', async (_, since, isShown) => {
    const busy = [{ start: Date.parse(at('08:10')), end: Date.parse(at('08:20')) }];
    const app = backend({ calendars: { busy: async () => ({ busy, since }) } });
    const { to } = await post('/book', wish({ time: at('09:30') }), app);
    for (const path of ['/book', to]) {
      const { page } = await get(path, app);
      expect(timesOn(page)[0]).toBe(at('08:30'));
      expect(page.includes(asHtml(words.unchecked))).toBe(isShown);
    }
    expectPage(await post('/book', wish(), app), 409);
  });

  const changed = (lines: RegExp, text: string) => (file: string) => file.replace(lines, text);
  test.each<[string, (file: string) => string, string, string, boolean]>([
    ['that was cancelled here', String, 'cancel', '08:00', true],
    ['that was moved here', String, 'move', '08:00', true],
    ['as it is here', String, '', '08:15', true],
    ['of another', changed(/UID:booking-/, 'UID:talk-'), 'cancel', '08:00', false],
    // The owner moved it only in their calendar.
    ['that the owner moved', changed(/^(DT.*T)08/gm, '$109'), '', '09:00', false],
    ['that the owner extended', changed(/^(DTEND.*T)08/m, '$109'), '', '09:00', false],
  ])('a booking in it %s (%#)', async (_, change, action, time, isFree) => {
    const { to } = await post('/book', wish());
    const { page: file } = await get(to.replace('?', '.ics?'));
    if (action === 'move') await move(to, 0, at('09:30'));
    if (action === 'cancel') await cancel(to, 0);
    const headers = { 'Content-Type': 'text/calendar' };
    const calendars = openCalendars(availability, inbox.store, null, {
      addresses: ['https://calendar.example/owner.ics'],
      fetch: async () => new Response(change(file), { headers }),
      now: () => Date.parse(state.now),
      report: (message) => logged.push(message),
    });
    await calendars.refresh();
    const app = backend({ calendars, availability: { ...availability, step: 15 } });
    // The booking's own time does not block a move by a few minutes.
    const { page } = await get(action ? '/book' : to, app);
    expect(timesOn(page).includes(at(time))).toBe(isFree);
    expect(logged).toEqual([]);
  });
});

describe('a network', () => {
  const from = (address: string | null, store = inbox.store) =>
    backend({}, { store, rateLimit: address ? limitOf(99, address) : null });

  test('with three times is refused: its visitor reads the address and number of the owner, and keeps what was typed (behavior 9.2)', async () => {
    const app = from('203.0.113.7');
    const send = (time: string) => post('/book', wish({ submission_id: time, time }), app);
    for (const time of [at('08:00'), at('09:00'), at('08:00', '08')]) {
      expectPage(await send(time), 303);
    }
    const last = at('08:00', '13');
    const sentence = asHtml(fillIdentity(words.messages.tooManyFromNetwork));
    const chosen = `value="${last}" required checked`;
    expectPage(await send(last), 429, sentence, 'value="Engines"', chosen, 'href="mailto:');
  });

  test('is stored as a hash with a random key, but a local network is not stored (behavior 9.2)', async () => {
    const hashOf = async (address: string | null) => {
      const book = vi.fn(async (_: NewBooking) => 'taken' as const);
      await post('/book', wish(), from(address, { ...inbox.store, book }));
      return book.mock.lastCall?.[0].network;
    };
    const hash = await hashOf('2001:db8:1:1::1');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf('2001:db8:1:1::2')).toBe(hash);
    expect(await hashOf('2001:db8:1:2::1')).not.toBe(hash);
    expect(await hashOf('192.0.2.1')).not.toBe(hash);
    for (const own of ['::ffff:127.0.0.1', '100.64.0.1', null])
      expect(await hashOf(own)).toBeNull();
    inbox.store = createSqliteStore(openDatabase(':memory:'));
    expect(await hashOf('2001:db8:1:1::1')).not.toBe(hash);
  });
});
