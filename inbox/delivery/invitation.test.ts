import { beforeEach, expect, test } from 'vitest';
import { timeInWords } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#content/schema/identity-text.ts';
import { site } from '#content/site.ts';
import { startMailApi } from '../../tests/mail-api.ts';
import { startMailServer } from '../../tests/mail-server.ts';
import { feedOf } from '../kinds/booked-event.ts';
import { inWords, ownerZone } from '../kinds/booked-time.ts';
import type { BookedTime, Booking } from '../stores/store.ts';
import { createInvite } from './invitation.ts';
import { composeMail, type Mail, type MailService } from './mail.ts';
import { createResend } from './resend.ts';
import { createSmtp } from './smtp.ts';

const { invitation: words } = embedded;
const url = `https://site.example/booking?key=${'k'.repeat(43)}`;
const addresses = { from: 'site@firm.com', to: 'owner@firm.com' };

const booking = (time: Partial<BookedTime> = {}, email = ' ada@example.com '): Booking => ({
  id: 7,
  kind: 'booking',
  receivedAt: '2026-01-02T03:04:05.000Z',
  idempotencyKey: null,
  fields: { name: 'Ada <pills>', email, message: 'Rings', minutes: '30', zone: 'Asia/Tokyo' },
  delivery: { nextAttemptAt: null, attempts: 0, lastError: null, deliveredAt: null },
  seenAt: null,
  answeredAt: null,
  time: {
    start: '2026-01-06T00:00:00.000Z',
    sequence: 0,
    changedAt: null,
    cancelledAt: null,
    ...time,
  },
});

const start = Date.parse('2026-01-06T00:00:00.000Z');
const there = timeInWords(start, 'Asia/Tokyo', site.language);
const here = timeInWords(start, ownerZone, site.language);

const moved = { sequence: 2, changedAt: '2026-01-03T00:00:00.000Z' };
const cancelled = { ...moved, cancelledAt: '2026-01-03T00:00:00.000Z' };

let sent: Mail[];
let logged: string[];
beforeEach(() => {
  sent = [];
  logged = [];
});

const inviteWith = (send: MailService['send'], claimInvitation = async () => true) =>
  createInvite({
    store: { claimInvitation },
    send,
    from: addresses.from,
    logError: (message) => logged.push(message),
  });
const invite = inviteWith(async (mail) => void sent.push(mail));

const unfold = (text = ''): string => text.replaceAll('\r\n ', '');

test('who booked is told when, in their zone, how to change it, and nothing that was typed', async () => {
  await invite(booking(), url);
  const [mail] = sent;
  expect(mail).toMatchObject({
    from: 'site@firm.com',
    to: 'ada@example.com',
    replyTo: { name: identity.person, address: identity.email },
    messageId: '<invitation-0-7-1767323045000@firm.com>',
    calendar: { method: 'REQUEST' },
  });
  expect(mail?.subject).toBe(
    fillIdentity(words.booked.subject, '', ['time']).replace(
      '{time}',
      `${there.date}, ${there.time} (UTC+9)`,
    ),
  );
  expect(mail?.text).toContain(`${there.time}, ${there.zone} (UTC+9)`);
  expect(mail?.text).toContain(`\n${url}\n`);
  const event = unfold(mail?.calendar?.content);
  expect(event).toContain('\r\nMETHOD:REQUEST\r\n');
  expect(event).toContain('\r\nSEQUENCE:0\r\n');
  expect(event).toContain('\r\nDTSTART:20260106T000000Z\r\n');
  expect(event).toContain(`\r\nURL:${url}\r\n`);
  expect(event).toMatch(/\r\nATTENDEE;.*mailto:ada@example\.com\r\n/);
  expect(JSON.stringify(sent)).not.toMatch(/pills|Rings/);
});

test('what is moved or cancelled is the same event, in its next version', async () => {
  await invite(booking(), url);
  await invite(booking(moved), url);
  await invite(booking(cancelled), url);
  const events = sent.map(({ calendar }) => unfold(calendar?.content));
  const uids = events.map((event) => /UID:(.*)\r/.exec(event)?.[1]);
  expect(new Set(uids).size).toBe(1);
  expect(sent.map(({ calendar }) => calendar?.method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
  expect(events[1]).toContain('\r\nSEQUENCE:2\r\n');
  expect(events[2]).toContain('\r\nSTATUS:CANCELLED\r\n');
  expect(sent[1]?.text).toContain(words.moved.text);
  expect(sent[2]?.text).toContain(words.cancelled.text);
  expect(sent[2]?.text).not.toContain(url);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
});

test('nothing goes to what is no single address, nor when there were too many', async () => {
  await invite(booking({}, 'a@b, c@d'), url);
  await inviteWith(
    async (mail) => void sent.push(mail),
    async () => false,
  )(booking(), url);
  expect(sent).toEqual([]);
  expect(logged).toEqual(['The invitation to booking 7 was not sent: there were 50 in a day']);
});

test('the mail of a change waits for the one of before', async () => {
  const methods: (string | undefined)[] = [];
  const held = Promise.withResolvers<void>();
  const slow = inviteWith(async ({ calendar }) => {
    if (calendar?.method === 'REQUEST') await held.promise;
    methods.push(calendar?.method);
  });
  const both = [slow(booking(), url), slow(booking(cancelled), url)];
  await new Promise((resolve) => setTimeout(resolve, 5));
  held.resolve();
  await Promise.all(both);
  expect(methods).toEqual(['REQUEST', 'CANCEL']);
});

test('a zone that this runtime does not know is the owner’s', async () => {
  const from = booking();
  await invite({ ...from, fields: { ...from.fields, zone: 'Mars/Olympus' } }, url);
  expect(sent[0]?.text).toContain(inWords(here));
});

test('one that fails is logged without the address', async () => {
  await inviteWith(() => Promise.reject(new Error('550 <ada@example.com> unknown')))(
    booking(),
    url,
  );
  expect(logged).toEqual(['The invitation to booking 7 failed: 550 <(address)> unknown']);
});

test('the owner’s mail says what became of the time, and carries it without the address that changes it', () => {
  const { bookings } = embedded.mail;
  const mails = [{}, moved, cancelled].map((time) => composeMail(booking(time), addresses));
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
    bookings.booked,
    bookings.moved,
    bookings.cancelled,
  ]);
  expect(mails[0]?.subject).toContain(`${here.date}, ${here.time} (${here.offset}), Ada <pills>`);
  expect(mails[0]?.text).toContain(`${embedded.mail.time}: ${here.date}, ${here.time}`);
  expect(mails[1]?.text).toContain(`${bookings.moved}: ${here.date}`);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  expect(mails[1]?.date).toEqual(new Date('2026-01-03T00:00:00.000Z'));
  expect(JSON.stringify(mails)).not.toContain('/booking?key=');
});

// RFC 5546, 3.2.1: what is published has an organizer and no attendees, and is cancelled with CANCEL.
// As a REQUEST to its own organizer, Outlook looks for a meeting that it does not have.
test('the owner’s calendar takes it as an event of its own, which says who comes and what about', () => {
  const parts = [{}, moved, cancelled].map((time) => {
    const { calendar } = composeMail(booking(time), addresses);
    return { ...calendar, event: unfold(calendar?.content) };
  });
  expect(parts.map(({ method }) => method)).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL']);
  for (const { method, event } of parts) {
    expect(event).toContain(`\r\nMETHOD:${method}\r\n`);
    expect(event).toContain(`mailto:${identity.email}\r\n`);
    expect(event).not.toContain('ATTENDEE');
    expect(event).toContain('\r\nSUMMARY:Ada <pills>\r\n');
    expect(event).toMatch(/\r\nDESCRIPTION:.*Rings/);
  }
  const entryIn = (text: string) => /BEGIN:VEVENT.*END:VEVENT/s.exec(text)?.[0];
  expect(entryIn(unfold(feedOf([booking(moved)])))).toBe(entryIn(parts[1]?.event ?? ''));
});

test('mail servers get it as a part that calendars act on', async () => {
  const server = await startMailServer();
  try {
    const next = server.next();
    await inviteWith(createSmtp(server.url).send)(booking(), url);
    const { content } = await next;
    expect(content).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
    expect(logged).toEqual([]);
  } finally {
    await server.close();
  }
});

test('the mail service gets it as a file with its method', async () => {
  const api = await startMailApi();
  try {
    await inviteWith(createResend('re_secret', api.url).send)(booking(), url);
    const [request] = api.requests;
    const [file] = (request?.body.attachments ?? []) as { content: string }[];
    expect(file).toMatchObject({
      filename: 'invite.ics',
      content_type: 'text/calendar; charset=utf-8; method=REQUEST',
    });
    expect(Buffer.from(file?.content ?? '', 'base64').toString()).toContain('BEGIN:VEVENT');
  } finally {
    await api.close();
  }
});
