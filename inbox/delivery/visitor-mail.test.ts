import { beforeEach, describe, expect, test, vi } from 'vitest';
import { timeInWords } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { fill } from '#model/fill.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { signUps } from '#model/vocabulary.ts';
import { feedOf } from '../kinds/booked-event.ts';
import { ownerZone } from '../kinds/booked-time.ts';
import type { Store } from '../stores/sql-store.ts';
import type { BookedTime, Booking, SubmissionKind } from '../stores/store.ts';
import { expectParts } from '../tests/backend.ts';
import { setUpOutbox } from '../tests/outbox.ts';
import { newBooking } from '../tests/submissions.ts';
import { composeMail, type Mail, type MailService } from './mail.ts';
import type { Deliver } from './outbox.ts';
import { createVisitorMail } from './visitor-mail.ts';

const from = 'site@firm.com';
const replyTo = { name: identity.person, address: identity.email };

const { state, logged, sending, now, logError, later, add, work, only } = setUpOutbox();
let sent: Mail[];
beforeEach(() => {
  sent = [];
});

const keepMail = async (mail: Mail): Promise<void> => void sent.push(mail);
/** Fails in words that name the visitor. */
const refuseMail = () => Promise.reject(new Error('550 <ada@example.com>'));
const visitorMail = (send: MailService['send'] = keepMail, over: Partial<Store> = {}) =>
  createVisitorMail({ store: { ...state.store, ...over }, send, from, logError, later, now });

describe('an acknowledgement', () => {
  const typed = { firstName: 'Adelheid', name: 'Adelheid Byron', message: 'Buy cheap pills' };
  const receive = async (kind: SubmissionKind, ...emails: string[]): Promise<void> => {
    for (const email of emails) await add({ ...typed, email }, { kind });
    await work({ deliver: async () => {}, acknowledge: visitorMail().acknowledge });
  };

  test('contains only the owner’s words, and is marked as an automatic reply (behavior 9.4)', async () => {
    await receive('enquiry', ' ada@example.com ');
    const mail = {
      ...{ from, fromName: identity.firm, to: 'ada@example.com', replyTo, date: now() },
      subject: fillIdentity(embedded.acknowledgement.subject),
      text: expect.stringContaining(`\n${identity.person}\n${identity.firm}\n`),
      messageId: expect.stringMatching(/^<acknowledgement-[\da-f]{32}@firm.com>$/),
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    };
    expect(sent).toEqual([mail]);
    expect(JSON.stringify(sent)).not.toMatch(/Adelheid|pills/);
  });

  test('goes once a day to the single address of a mailbox, in any spelling, also for a booking request, but not for a booked time or a sign-up (behavior 9.4)', async () => {
    const fields = { email: 'eve@example.com', minutes: '30' };
    await state.store.book(newBooking({ fields, isToDeliver: true }));
    await receive('enquiry', 'a@b@c', 'bob@example.com, eve@example.com');
    for (const { kind } of signUps) await receive(kind, 'eve@example.com');
    await receive('booking', 'ada.b@example.com');
    await receive('enquiry', 'Ada.B@EXAMPLE.com', 'adab+x@example.com');
    expect(sent.map(({ to }) => to)).toEqual(['ada.b@example.com']);
    expect(logged).toEqual(Array(2).fill(expect.stringMatching(/was not sent: too many/)));
  });

  test('follows the owner’s mail, which does not wait for it', async () => {
    const log: string[] = [];
    const endless = ({ to }: Mail) => new Promise<void>(() => log.push(to));
    for (const name of ['ada', 'bob', 'eve']) await add({ email: `${name}@example.com` });
    const deliver: Deliver = async ({ id }) => {
      if (id === 2) throw new Error('451 Not now');
      log.push(`owner ${id}`);
    };
    void work({ deliver, acknowledge: visitorMail(endless).acknowledge });
    const mails = ['owner 3', 'eve@example.com', 'owner 1', 'ada@example.com'];
    await expect.poll(() => log).toEqual(mails);
  });
});

const { invitation: words } = embedded;
const url = `https://site.example/booking?key=${'k'.repeat(43)}`;
const start = '2026-01-06T00:00:00.000Z';
const moved = { sequence: 2, changedAt: '2026-01-03T00:00:00.000Z' };
const cancelled = { ...moved, cancelledAt: moved.changedAt };

const fields = { name: 'Ada <pills>', message: 'Rings', minutes: '30', zone: 'Asia/Tokyo' };
const wish = newBooking({ fields, time: { ...newBooking().time, start } });
const booked = (await state.store.book(wish)) as Booking;
const booking = (over: Partial<BookedTime> = {}, email = ' ada@example.com '): Booking => ({
  ...booked,
  fields: { ...booked.fields, email },
  time: { ...booked.time, ...over },
});

/** Mail is wrapped. */
const oneLine = (text = ''): string => text.replace(/\s+/g, ' ');
const unfold = ({ calendar }: Mail): string => calendar?.content.replaceAll('\r\n ', '') ?? '';

describe('an invitation', () => {
  /** Resolves when the mail is sent, or will not be. */
  const invite = async (each: Booking, send?: MailService['send'], over: Partial<Store> = {}) => {
    const claimVisitorMail = async () => 'claimed' as const;
    const mail = visitorMail(send, { claimVisitorMail, setInvited: async () => {}, ...over });
    await mail.invite(each, url);
    await Promise.all(sending);
  };

  test('has the time, in the visitor’s zone, the address that changes it, and nothing that was typed (behavior 9.4)', async () => {
    await invite(booking());
    const [mail] = sent as [Mail];
    const { date, time, zone } = timeInWords(Date.parse(start), 'Asia/Tokyo', site.language);
    expect(mail).toMatchObject({
      ...{ from, to: 'ada@example.com', replyTo, calendar: { method: 'REQUEST' } },
      subject: fill(fillIdentity(words.booked.subject), { time: `${date}, ${time} (UTC+9)` }),
      messageId: `<invitation-0-${booked.publicId}@firm.com>`,
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
    const texts = [`${time}, ${zone} (UTC+9)`, `${words.change} ${url}`];
    expectParts(oneLine(mail.text), ...texts.map(oneLine));
    expect(mail.text).toContain(`\n${url}\n`);
    const lines = ['METHOD:REQUEST', 'DTSTART:20260106T000000Z', `URL:${url}`];
    expect(unfold(mail).split('\r\n')).toEqual(expect.arrayContaining(lines));
    expect(unfold(mail)).toMatch(/\r\nATTENDEE;.*mailto:ada@example\.com\r\n/);
    await invite(booking({}, 'ada@bücher.example'));
    expect(unfold(sent[1] as Mail)).toContain(`mailto:${sent[1]?.to}\r\n`);
    expect(JSON.stringify(sent)).not.toMatch(/pills|Rings/);
  });

  test('about a change has the next version of the same event; if the owner made it, without the address that only the visitor knows (behavior 9.4)', async () => {
    const claimVisitorMail = vi.fn<Store['claimVisitorMail']>(async () => 'claimed');
    const claims = { claimVisitorMail };
    for (const each of [{}, moved, cancelled]) await invite(booking(each), keepMail, claims);
    await add({ email: 'ada@example.com' });
    visitorMail(async () => {}, claims).acknowledge(await only());
    await Promise.all(sending);
    // Changes may not use up what first invitations need.
    const limits = claimVisitorMail.mock.calls.map(([, , , most]) => [most.inAll, most.toMailbox]);
    expect(limits).toEqual([[50, 6], ...Array(2).fill([25, 4]), [50, 1]]);
    const { notify } = visitorMail();
    for (const each of [moved, cancelled]) expect(await notify(booking(each))).toBe(true);
    const events = sent.map(unfold);
    expect(new Set(events.map((event) => /UID:(.*)\r/.exec(event)?.[1])).size).toBe(1);
    const version = /METHOD:(\w+)[\s\S]*SEQUENCE:(\d)/;
    const versions = events.map((event) => version.exec(event)?.slice(1).join(' '));
    const changes = ['REQUEST 2', 'CANCEL 2'];
    expect(versions).toEqual(['REQUEST 0', ...changes, ...changes]);
    const texts = sent.map(({ text }) => oneLine(text));
    for (const index of [1, 3]) expect(texts[index]).toContain(oneLine(words.moved.text));
    for (const index of [2, 4]) expect(texts[index]).toContain(oneLine(words.cancelled.text));
    expect(texts.map((text) => text.includes(url))).toEqual([true, true, false, false, false]);
    expect(texts[3]).toContain(oneLine(words.changeKnown));
    expect(events[3]).toContain(`DESCRIPTION:${words.changeKnown.replaceAll(',', '\\,')}`);
    expect(JSON.stringify(sent.slice(3))).not.toMatch(/key=|pills|Rings/);
  });

  test('goes to a single address, once, about a future booking, within the limits (behavior 9.4)', async () => {
    await invite(booking({}, 'a@b, c@d'));
    for (const claim of ['known', 'tooMany'] as const) {
      await invite(booking(), keepMail, { claimVisitorMail: async () => claim });
    }
    const tooMany = 'The invitation to booking 1 was not sent: too many went out in a day';
    expect(logged).toEqual([tooMany]);
    expect(await visitorMail().notify(booking(moved, 'a@b, c@d'))).toBe(false);
    state.time = Date.parse(start) + 30 * 60_000;
    expect(await visitorMail().notify(booking(moved))).toBe(false);
    await invite(booking());
    expect(sent).toEqual([]);
  });

  test('that fails is logged without the address, like an acknowledgement, and the store records it', async () => {
    await add({ email: 'ada@example.com' });
    visitorMail(refuseMail).acknowledge(await only());
    await Promise.all(sending);
    const marked: boolean[] = [];
    const setInvited: Store['setInvited'] = async (_, isInvited) => void marked.push(isInvited);
    await invite(booking(), refuseMail, { setInvited });
    const claimVisitorMail = () => Promise.reject(new Error('D1_ERROR: network'));
    await invite(booking(), keepMail, { claimVisitorMail, setInvited });
    await invite(booking({ invitation: 'sent' }), keepMail, { claimVisitorMail, setInvited });
    // The store may or may not have a claim that failed.
    expect([marked, sent]).toEqual([[false, false], []]);
    const invitation = 'The invitation to booking 1 failed';
    const unclaimed = `${invitation}: D1_ERROR: network`;
    const refused = ['The acknowledgement of enquiry 1 failed: Error', `${invitation}: Error`];
    expect(logged).toEqual([...refused, unclaimed, unclaimed]);
  });
});

// RFC 5546, 3.2.1: a published event has an organizer and no attendees, and is cancelled with CANCEL.
// As a REQUEST to its own organizer, Outlook looks for a meeting that it does not have.
test('the owner’s mail names the change, and has the time as an event of the owner’s own (behavior 9.4)', () => {
  const { bookings, time: label } = embedded.mail;
  const addresses = { from, to: 'owner@firm.com' };
  const mails = [{}, moved, cancelled].map((each) => composeMail(booking(each), addresses));
  const topics = [bookings.booked, bookings.moved, bookings.cancelled];
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(topics);
  expect(mails.map(({ calendar }) => calendar?.method)).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL']);
  const { date, time, offset } = timeInWords(Date.parse(start), ownerZone, site.language);
  expect(mails[0]?.subject).toContain(`${date}, ${time} (${offset}), Ada <pills>`);
  expect(mails[0]?.text).toContain(`${label}: ${date}, ${time}`);
  expect(mails[1]?.text).toContain(`${bookings.moved}: ${date}`);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  expect(mails[1]?.date).toEqual(new Date(moved.changedAt));
  expect(JSON.stringify(mails)).not.toContain('/booking?key=');
  const events = mails.map(unfold);
  for (const event of events) {
    expectParts(event, `mailto:${identity.email}\r\n`, '\r\nSUMMARY:Ada <pills>\r\n');
    expect(event).not.toContain('ATTENDEE');
    expect(event).toMatch(/\r\nDESCRIPTION:.*Rings/);
  }
  const entryIn = (text = '') => /BEGIN:VEVENT.*END:VEVENT/s.exec(text)?.[0];
  const feed = feedOf([booking(moved)]).replaceAll('\r\n ', '');
  expect(entryIn(feed)).toBe(entryIn(events[1]));
});
