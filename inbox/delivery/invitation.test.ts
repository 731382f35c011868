import { beforeEach, describe, expect, test } from 'vitest';
import { timeInWords } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { feedOf } from '../kinds/booked-event.ts';
import { inWords, ownerZone } from '../kinds/booked-time.ts';
import type { BookedTime, Booking, InvitationLimits, Store } from '../stores/store.ts';
import { startMailApi } from '../tests/mail-api.ts';
import { startMailServer } from '../tests/mail-server.ts';
import { createInvite, createNotify } from './invitation.ts';
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
    invitation: 'none',
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
let marked: boolean[];
beforeEach(() => {
  sent = [];
  logged = [];
  marked = [];
});

/** Resolves when the mail is sent, or is known not to be. */
const inviteWith = (
  send: MailService['send'],
  claimInvitation: Store['claimInvitation'] = async () => 'claimed',
) => {
  const begin = createInvite({
    store: {
      claimInvitation,
      setInvited: async (_, isInvited) => void marked.push(isInvited),
    },
    send,
    from: addresses.from,
    logError: (message) => logged.push(message),
  });
  return async (each: Booking, address: string): Promise<void> => {
    const sending: Promise<void>[] = [];
    await begin(each, address, (work) => sending.push(work));
    await Promise.all(sending);
  };
};
const invite = inviteWith(async (mail) => void sent.push(mail));

/** Mail is wrapped. */
const oneLine = (text = ''): string => text.replace(/\s+/g, ' ');

const unfold = (text = ''): string => text.replaceAll('\r\n ', '');

test('who booked is told when, in their zone, how to change it, and nothing that was typed (behavior 9.4)', async () => {
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
  expect(oneLine(mail?.text)).toContain(oneLine(`${there.time}, ${there.zone} (UTC+9)`));
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
  expect(oneLine(sent[1]?.text)).toContain(words.moved.text);
  expect(oneLine(sent[2]?.text)).toContain(words.cancelled.text);
  expect(sent[2]?.text).not.toContain(url);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
});

test('nothing goes to what is no single address, nor a second time, nor when there were too many', async () => {
  await invite(booking({}, 'a@b, c@d'), url);
  for (const claim of ['known', 'mailbox', 'inAll'] as const) {
    await inviteWith(
      async (mail) => void sent.push(mail),
      async () => claim,
    )(booking(), url);
  }
  expect(sent).toEqual([]);
  expect(logged).toEqual([
    'The invitation to booking 7 was not sent: 6 went to its mailbox in a day',
    'The invitation to booking 7 was not sent: 50 went out in a day',
  ]);
});

test('changes may not use up what first invitations need (behavior 9.4)', async () => {
  const limits: InvitationLimits[] = [];
  for (const time of [{}, moved, cancelled]) {
    await inviteWith(
      async () => {},
      async (_booking, _now, limit) => {
        limits.push(limit);
        return 'claimed';
      },
    )(booking(time), url);
  }
  const [first, ...changes] = limits;
  for (const change of changes) {
    expect(change.inAll).toBeLessThan(first?.inAll ?? 0);
    expect(change.toMailbox).toBeLessThan(first?.toMailbox ?? 0);
  }
});

test('a store that fails is logged, and keeps nobody from the page', async () => {
  await inviteWith(
    async (mail) => void sent.push(mail),
    () => Promise.reject(new Error('D1_ERROR: network')),
  )(booking(), url);
  expect(sent).toEqual([]);
  expect(logged).toEqual(['The invitation to booking 7 failed: D1_ERROR: network']);
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
  // Lines are wrapped.
  expect(oneLine(sent[0]?.text)).toContain(oneLine(inWords(here)));
});

test('one that fails is logged without the address, and the store knows', async () => {
  await inviteWith(() => Promise.reject(new Error('550 <ada@example.com> unknown')))(
    booking(),
    url,
  );
  expect(logged).toEqual(['The invitation to booking 7 failed: 550 <(address)> unknown']);
  expect(marked).toEqual([false]);
});

describe('of the owner’s change, who booked', () => {
  const notify = (each: Booking, now = '2026-01-04T00:00:00.000Z') =>
    createNotify({
      send: async (mail) => void sent.push(mail),
      from: addresses.from,
      now: () => new Date(now),
    })(each);

  test('is told the same event in its next version, without the address that nobody else has', async () => {
    await invite(booking(), url);
    expect(await notify(booking(moved))).toBe(true);
    expect(await notify(booking({ ...cancelled, sequence: 3 }))).toBe(true);
    const events = sent.map(({ calendar }) => unfold(calendar?.content));
    expect(new Set(events.map((event) => /UID:(.*)\r/.exec(event)?.[1])).size).toBe(1);
    expect(events.map((event) => /SEQUENCE:(\d)/.exec(event)?.[1])).toEqual(['0', '2', '3']);
    const [, move, cancel] = sent;
    expect([move?.to, move?.calendar?.method]).toEqual(['ada@example.com', 'REQUEST']);
    expect(cancel?.calendar?.method).toBe('CANCEL');
    expect(oneLine(move?.text)).toContain(words.changeKnown);
    expect(events[1]).toContain(`DESCRIPTION:${words.changeKnown.replaceAll(',', '\\,')}`);
    expect(oneLine(cancel?.text)).not.toContain(words.changeKnown);
    expect(JSON.stringify([move, cancel])).not.toMatch(/key=|pills|Rings/);
  });

  test('is told nothing of what is over, or without a single address', async () => {
    expect(await notify(booking(moved), '2026-01-06T00:30:00.000Z')).toBe(false);
    expect(await notify(booking(moved, 'a@b, c@d'))).toBe(false);
    expect(sent).toEqual([]);
  });
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
test('the owner’s calendar takes it as an event of its own, which says who comes and what about (behavior 9.4)', () => {
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
