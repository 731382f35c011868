// More than 300 lines, because reading, moving, cancelling and confirming share one page and its mails.
import { beforeEach, describe, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { failureMessages, failureOptionLabels } from '#content/messages.ts';
import { fill } from '#model/fill.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { bookingPath, generalConsultation } from '#model/vocabulary.ts';
import type { BookingOptions } from '../backend.ts';
import type { Mail } from '../delivery/mail.ts';
import { createVisitorMail } from '../delivery/visitor-mail.ts';
import { ownerZone } from '../kinds/booked-time.ts';
import type { Store } from '../stores/sql-store.ts';
import type { Booking } from '../stores/store.ts';
import { allOn, asHtml, expectPage, expectParts } from '../tests/backend.ts';
import { at, availability, say, setUpBookings, timesOn, wish } from '../tests/bookings.ts';

const { calendar: words, messages } = embedded;
const { inbox, state, lines, logged, failing, ...bookings } = setUpBookings();
const { backend, closed, get, post, cancel, move } = bookings;

const unfold = (text: string): string => text.replaceAll('\r\n ', '');
const fileAt = (address: string): string => address.replace('?', '.ics?');
/** Returns the forms that a page shows unfolded. */
const opened = (page: string) =>
  allOn(page, /<details open>\s*<summary>[^<]*<\/summary>\s*<form [^>]*>\s*<[^>]*value="(\w+)"/g);
const support = `>${asHtml(failureOptionLabels.contactSupport)}</a>`;
const again = `href="${bookingPath(generalConsultation)}"`;

describe('with its key, a booking', () => {
  let address: string;
  beforeEach(async () => {
    address = (await post('/book', wish({ zone: 'America/New_York' }))).to;
    lines.length = 0;
  });
  /** Returns the time of a booking whose last change waits for delivery to the owner. */
  const time = async () => (await inbox.store.list({ id: 1, isUndelivered: true }))[0]?.time;

  test('can be moved to free times at most five times, and then cancelled; the owner is notified of each change (behavior 9.2)', async () => {
    const { page } = await get(address);
    expectParts(page, say(at('08:00'), 'America/New_York').long, say(at('08:00'), ownerZone).long);
    expect(timesOn(page)[0]).toBe(at('08:30'));
    expect((await move(address, 0, at('08:00'))).to).toBe(address);
    expect(await time()).toMatchObject({ sequence: 0 });
    for (const sequence of [0, 1, 2, 3, 4]) {
      const start = at(sequence % 2 === 0 ? '08:30' : '08:00');
      const { status, to } = await move(address, sequence, start);
      expect([status, to]).toEqual([303, address]);
      expect(await time()).toMatchObject({ start, sequence: sequence + 1 });
      expect(timesOn((await get('/book')).page)).not.toContain(start);
    }
    expect([lines, state.woken]).toEqual([Array(5).fill('booking 1 moved'), 6]);
    expect(timesOn((await get(address)).page)).toEqual([]);
    expectPage(await move(address, 5, at('08:00')), 409, asHtml(words.messages.fixed), support);
    await cancel(address, 5);
    expect(await time()).toMatchObject({ sequence: 6, cancelledAt: state.now });
  });

  test('that cannot be changed shows the reason and its current state (behavior 9.2)', async () => {
    const locked = backend({}, { store: failing('moveBooking', 'cancelBooking') });
    for (const [app, status, why] of [
      [closed(), 429, failureMessages.rateLimited],
      [locked, 503, failureMessages.unavailable],
    ] as const) {
      for (const what of ['move', 'cancel']) {
        const answer = await post(address, { do: what, sequence: '0', time: at('09:30') }, app);
        expectPage(answer, status, asHtml(why), say(at('08:00'), ownerZone).long, support);
        expect(opened(answer.page)).toEqual([what]);
        expect(answer.page).not.toContain(asHtml(embedded.booking.notDone));
      }
    }
    expect(await time()).toMatchObject({ start: at('08:00'), cancelledAt: null });
    expect(logged).toEqual(Array(2).fill('A change of booking 1 could not be stored'));
  });

  test.each([
    ['move', '1', '', words.messages.choose],
    ['move', '1', 'soon', words.messages.betweenTimes],
    ['move', '1', at('09:30'), words.messages.taken],
    ['move', '0', at('08:00'), words.messages.changed],
    ['cancel', '0', '', words.messages.changed],
  ])(
    'is not changed by %s %s %j, and shows its state and that form (behavior 9.2)',
    async (what, sequence, wanted, message) => {
      await move(address, 0, at('08:30'));
      await post('/book', wish({ submission_id: 'two', time: at('09:30') }));
      const answer = await post(address, { do: what, sequence, time: wanted });
      expectPage(answer, 409, asHtml(message), say(at('08:30'), 'America/New_York').long);
      expect(opened(answer.page)).toEqual([what]);
      expect(await time()).toMatchObject({ start: at('08:30'), sequence: 1, cancelledAt: null });
    },
  );

  test('can be cancelled, which frees its time; the page of a cancelled or past booking shows its state, without a form (behavior 9.2)', async () => {
    const [before, over] = [state.now, at('08:30')];
    state.now = at('08:29');
    expectParts((await get(address)).page, asHtml(words.booked.title));
    for (const [now, title, status, cancelledAt] of [
      [over, words.over.title, 200, null],
      [before, words.cancelled.title, 303, before],
    ] as const) {
      state.now = now;
      for (const _ of [1, 2]) expectPage(await cancel(address, 0), status);
      expect(await time()).toMatchObject({ cancelledAt });
      const { page } = await get(address);
      expectParts(page, asHtml(title));
      expect(page).not.toContain('<form');
      expect((await move(address, 0, at('09:30'))).page).toBe(page);
    }
    expect(timesOn((await get('/book')).page)).toContain(at('08:00'));
    expect(lines).toEqual(['booking 1 cancelled']);
    // A length that is no longer offered leads to one that is.
    const [booking] = await inbox.store.list();
    const old = { ...booking, fields: { ...booking?.fields, minutes: '7' } } as Booking;
    const app = backend({}, { store: { ...inbox.store, findBooking: async () => old } });
    expectParts((await get(address, app)).page, again);
  });

  test('has a calendar file with the address that changes it (behavior 9.2)', async () => {
    const app = backend({ siteUrl: 'https://site.example' });
    const { headers, page } = await get(fileAt(address), app);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const [uid = 'none'] = /UID:booking-[\da-f]{32}@.*/.exec(unfold(page)) ?? [];
    expectParts(unfold(page), `URL:https://site.example${address}`, 'SEQUENCE:0\r\n');
    expect(page).not.toContain('ATTENDEE');
    await cancel(address, 0);
    const { page: file } = await get(fileAt(address));
    expectParts(unfold(file), uid, 'STATUS:CANCELLED', 'SEQUENCE:1\r\n');
  });

  test('is not opened by another key', async () => {
    const key = address.split('=')[1] ?? '';
    const other = (key[0] === 'A' ? 'B' : 'A') + key.slice(1);
    for (const wrong of ['', other, `${key}A`, key.slice(0, -1)]) {
      const path = `/booking?key=${wrong}`;
      const seen = [await get(path), await get(fileAt(path))];
      for (const answer of [...seen, await move(path, 0, at('08:30')), await cancel(path, 0)]) {
        expectPage(answer, 404, asHtml(words.unknown.title), support);
      }
    }
    expectPage(await get('/booking'), 404);
    expect(await time()).toMatchObject({ start: at('08:00'), sequence: 0 });
  });

  test('can be read and cancelled after another service has replaced the booking page, and links to that service (behavior 1.2)', async () => {
    const bookingUrl = 'https://booking.example/robin?month=1&day=2';
    const app = backend({ bookingUrl });
    expectPage(await get('/book', app), 404);
    const { page } = await get(address, app);
    expectParts(page, say(at('08:00'), ownerZone).long);
    expect(page).not.toContain(asHtml(words.move));
    expectPage(await get(fileAt(address), app), 200);
    await cancel(address, 0, app);
    expect(await time()).toMatchObject({ cancelledAt: state.now });
    for (const path of [address, '/booking?key=x']) {
      expectParts((await get(path, app)).page, `href="${asHtml(bookingUrl)}"`);
    }
  });
});

test('with its key, the owner’s feed has the bookings and their typed text, except cancelled ones and those long past (behavior 9.2)', async () => {
  const calendarKey = 'k'.repeat(20);
  const feed = (key = calendarKey, over: BookingOptions = {}) =>
    get(`/calendar.ics?key=${key}`, backend({ calendarKey, ...over }));
  const events = async () => unfold((await feed()).page).match(/BEGIN:VEVENT.*?END:VEVENT/gs) ?? [];
  await post('/book', wish({ name: 'Ada\u202e\u0085', company: ' Engines ' }));
  const { to } = await post('/book', wish({ time: at('09:00') }));
  expect(await events()).toHaveLength(2);
  for (const key of ['', 'x', `${calendarKey}x`]) expectPage(await feed(key), 404);
  expectPage(await feed('', { calendarKey: null }), 404);
  expectPage(await feed(calendarKey, { availability: null }), 404);
  expectPage(await feed(calendarKey, { bookingUrl: 'https://booking.example/robin' }), 404);
  await cancel(to, 0);
  const [event = '', ...others] = await events();
  expect(others).toEqual([]);
  expectParts(event, 'SUMMARY:Ada\\\\u202e\\\\u0085\\, Engines\r', 'Rings');
  expect(event).not.toMatch(/key=|\?:/);
  state.now = '2026-06-01T00:00:00.000Z';
  expect(await events()).toEqual([]);
  expectPage(await feed(), 200, 'BEGIN:VTIMEZONE');
});

let [mails, isDown, sending]: [Mail[], boolean, Promise<unknown>[]] = [[], false, []];
beforeEach(() => {
  [mails, isDown, sending] = [[], false, []];
});
/** Creates a new inbox on the same store, as a restart does. */
const withMail = (confirm = false, store: Store = inbox.store) => {
  const { invite } = createVisitorMail({
    store,
    from: 'a@b.c',
    now: () => new Date(state.now),
    logError: (message) => logged.push(message),
    later: (mail) => sending.push(mail),
    send: async (mail) => {
      if (isDown) throw new Error('421');
      mails.push(mail);
    },
  });
  const hours = { ...availability, confirm };
  return backend({ siteUrl: 'https://site.example', availability: hours, invite }, { store });
};

test('each change is mailed; a mail that fails after the booking is logged and mentioned on the page, and goes out once when the same form is sent again (behavior 9.2, 9.4)', async () => {
  let isBroken = false;
  const orFail = <Value>(work: () => Promise<Value>): Promise<Value> =>
    isBroken ? Promise.reject(new Error('D1_ERROR: network')) : work();
  const { store } = inbox;
  const app = withMail(false, {
    ...store,
    book: (booking) => store.book(booking).finally(() => (isBroken = true)),
    findBooking: (hash) => orFail(() => store.findBooking(hash)),
    claimVisitorMail: (...args) => orFail(() => store.claimVisitorMail(...args)),
  });
  const saysNoMail = async () => {
    await Promise.all(sending);
    return (await get(to)).page.includes(asHtml(words.noMail));
  };
  const { status, to } = await post('/book', wish(), app);
  expect([status, state.woken, lines]).toEqual([303, 1, ['booking 1']]);
  expect(logged).toEqual(['The invitation to booking 1 failed: D1_ERROR: network']);
  expect(await saysNoMail()).toBe(true);
  isBroken = false;
  for (isDown of [true, false, false]) {
    expect((await post('/book', wish(), app)).to).toBe(to);
    await Promise.all(sending);
  }
  expect([await saysNoMail(), mails.length]).toEqual([false, 1]);
  expect(await store.list()).toHaveLength(1);
  await move(to, 0, at('09:00'), app);
  expect([await saysNoMail(), mails.length]).toEqual([false, 2]);
  isDown = true;
  await move(to, 1, at('08:30'), app);
  expect(await saysNoMail()).toBe(true);
  // Nothing is left to keep.
  await cancel(to, 2, app);
  expect(await saysNoMail()).toBe(false);
});

test.each<['cancelBooking' | 'moveBooking', Record<string, string>, string]>([
  ['cancelBooking', { do: 'cancel' }, 'CANCEL'],
  ['moveBooking', { do: 'move', time: at('09:00') }, 'REQUEST'],
])(
  'a change whose answer was lost (%s) is mailed when it is sent again, once (behavior 9.2, 9.4)',
  async (method, change, mail) => {
    const { to } = await post('/book', wish(), withMail());
    const lost = async (...args: unknown[]) => {
      await Reflect.apply(inbox.store[method], null, args);
      throw new Error('D1_ERROR: network');
    };
    const app = withMail(false, { ...inbox.store, [method]: lost });
    const send = () => post(to, { ...change, sequence: '0' }, app);
    expect((await send()).status).toBe(503);
    for (const _ of [1, 2]) expect((await send()).to).toBe(to);
    // No answer waits for a mail.
    expect(sending).toHaveLength(2);
    await Promise.all(sending);
    expect(mails.map(({ calendar }) => calendar?.method)).toEqual(['REQUEST', mail]);
    expectParts(unfold(mails[1]?.calendar?.content ?? ''), `URL:https://site.example${to}\r\n`);
  },
);

describe('where visitors confirm their addresses', () => {
  const app = () => withMail(true);
  const hold = async (over: Record<string, string> = {}) => {
    const answer = await post('/book', wish(over), app());
    await Promise.all(sending);
    const [link = ''] = mails.at(-1)?.text.match(/\/booking\?\S+/) ?? [];
    return { ...answer, shown: (await get(answer.to)).page, link };
  };
  const press = (link: string) => post(link, { do: 'confirm', sequence: '0' }, app());
  const due = async () => (await inbox.store.listDue(state.now, state.now, 9)).length;
  const later = (minutes: number) => {
    state.now = new Date(Date.parse(state.now) + minutes * 60_000).toISOString();
  };

  test('a time is held until the visitor follows the mailed link and presses the button, which books it (behavior 9.2)', async () => {
    const { to, shown, link } = await hold();
    expectParts(shown, asHtml(words.held.title), support);
    for (const page of [shown, (await get(`${to}&code=x`, app())).page]) {
      expect(page).not.toContain('code=');
    }
    expect(mails.map((mail) => mail.to)).toEqual(['ada@example.com']);
    expect(mails[0]?.messageId).toMatch(/^<confirmation-[\da-f]{32}@/);
    const asked = fillIdentity(embedded.invitation.confirm.subject);
    expectParts(mails[0]?.subject ?? '', fill(asked, { time: say(at('08:00')).date }));
    expect(mails[0]).not.toHaveProperty('calendar');
    expect(JSON.stringify(mails)).not.toMatch(/Rings|Engines/);
    for (const _ of [1, 2]) {
      const { page } = await get(link, app());
      expectParts(page, asHtml(words.confirmSubmit), `action="${asHtml(link)}"`);
      expect(page).not.toContain('<script');
    }
    await press(`${to}&code=${crypto.randomUUID()}`);
    expectPage(await get(fileAt(to)), 404);
    expect(timesOn((await get('/book')).page)).not.toContain(at('08:00'));
    expect([await inbox.store.list(), await due(), lines, state.woken]).toEqual([[], 0, [], 0]);

    later(29);
    const pressed = await Promise.all([press(link), press(link)]);
    expect(pressed.map((answer) => answer.to)).toEqual([to, to]);
    await Promise.all(sending);
    const time = { start: at('08:00'), sequence: 0 };
    expect(await inbox.store.list()).toMatchObject([{ time }]);
    expect([await due(), lines, state.woken]).toEqual([1, ['booking 1 booked'], 1]);
    expect(mails.map(({ calendar }) => calendar?.method)).toEqual([undefined, 'REQUEST']);
    for (const address of [to, link]) {
      expectPage(await get(address, app()), 200, asHtml(words.booked.title));
    }
  });

  test('a time that is not confirmed within 30 minutes is free again, which the link explains; a day later it is erased (behavior 9.2)', async () => {
    const { to, link } = await hold();
    isDown = true;
    const late = { submission_id: 'late', time: at('09:30') };
    const { to: failed } = await hold(late);
    isDown = false;
    later(30);
    expect(timesOn((await get('/book')).page)).toContain(at('08:00'));
    const { to: theirs } = await post('/book', wish({ submission_id: 'two' }));
    // A mail would come too late.
    expect([(await hold(late)).to, mails.length]).toEqual([failed, 1]);
    for (const { page } of [await get(link, app()), await press(link), await get(to)]) {
      expectParts(page, asHtml(words.lapsed.title), again);
    }
    expect(await inbox.store.list()).toHaveLength(1);
    later(24 * 60);
    await inbox.store.forgetNetworks(state.now);
    expectPage(await get(link, app()), 404);
    expectPage(await get(theirs), 200);
  });

  test('a mailbox with three bookings, in any spelling, gets the same answer, and learns the reason only from its own link; the owner is not notified of a cancelled held time (behavior 9.2)', async () => {
    for (const [n, time] of [at('09:00'), at('08:00', '08'), at('08:00', '13')].entries()) {
      await post('/book', wish({ email: `A.d.a+${n}@Example.com`, time }));
    }
    const before = { due: await due(), lines: [...lines], woken: state.woken };
    const withoutKey = (page: string) => page.replaceAll(/key=[\w-]+/g, '');
    const known = await hold();
    for (const _ of [1, 2]) expect((await cancel(known.to, 0, app())).to).toBe(known.to);
    const other = await hold({ email: 'bob@example.com', submission_id: 'x' });
    const theirs = withoutKey(other.shown).replaceAll('bob@example.com', wish().email);
    expect([known.status, withoutKey(known.shown)]).toEqual([303, theirs]);
    await cancel(other.to, 0, app());
    const { link } = await hold({ submission_id: 'four' });
    expectPage(await press(link), 409, asHtml(words.messages.tooMany), support);
    expect(await inbox.store.list()).toHaveLength(3);
    expect({ due: await due(), lines, woken: state.woken }).toEqual(before);
    expect(mails).toHaveLength(3);
  });

  test('an address that no mail reaches is refused after the other mistakes, and without mail nobody is asked to confirm (behavior 9.2)', async () => {
    const expectMistake = async (form: Record<string, string>, message: string) => {
      const mistake = asHtml(`${embedded.booking.notDone} ${message}`);
      expectPage(await post('/book', wish(form), app()), 400, `id="error">${mistake}<`);
    };
    await expectMistake({ name: '', email: '' }, messages.name);
    await expectMistake({ email: '' }, messages.email);
    await expectMistake({ email: 'a@b@c' }, messages.emailFormat);
    await post('/book', wish(), backend({ availability: { ...availability, confirm: true } }));
    expect(await inbox.store.list()).toHaveLength(1);
  });
});
