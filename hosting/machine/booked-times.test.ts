import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blockedBy } from '#booking/times.ts';
import { dateIn } from '#booking/zones.ts';
import { availability } from '#content/availability.ts';
import { makeSite, type ServerProcess, startServerProcess } from '#hosting/tests/server-process.ts';
import { hashOf } from '#inbox/booking-routes.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';
import type { Availability } from '#model/availability.ts';
import { generalConsultation } from '#model/vocabulary.ts';
import { runInbox } from '#tools/inbox/command.ts';
import { amount } from '../../tests/amount.ts';
import { bookingForm, freeTimes, postAtOnce } from '../tests/booking-requests.ts';

let folder: string;
let server: ServerProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'booked-'));
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  server = null;
  rmSync(folder, { recursive: true });
});

const start = async (more: Record<string, string> = {}): Promise<ServerProcess> => {
  server = await startServerProcess({
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: makeSite(folder),
    RATE_LIMIT: '0',
    ...more,
  });
  return server;
};

/** @returns the status, and where the booking is */
const book = async (url: string, time: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/book`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(bookingForm(time)),
  });
  await response.body?.cancel();
  return { status: response.status, to: response.headers.get('location') ?? '' };
};

const storedTimes = async (): Promise<Submission[]> => {
  const database = openDatabase(join(folder, 'data', 'inbox.sqlite'));
  const bookings = await createSqliteStore(database).list({ kind: 'booking' });
  database.close();
  return bookings;
};

test.skipIf(!availability)(
  'of a thousand requests for one time in one moment, one is booked, and all others keep their words and see what is free',
  async () => {
    const { url } = await start();
    const [time = ''] = await freeTimes(url);
    const forms = Array.from({ length: amount(100, 1000) }, () => bookingForm(time));
    const answers = await postAtOnce(`${url}/book`, forms);
    const [booked, ...others] = answers.sort((one, other) => one.status - other.status);
    expect(booked?.status).toBe(303);
    expect(
      others.every(({ status, page }) => status === 409 && page.includes('What I typed')),
    ).toBe(true);
    const free = await freeTimes(url);
    expect(free).not.toContain(time);
    expect(others.every(({ page }) => page.includes(`value="${free[0]}"`))).toBe(true);
    expect(await storedTimes()).toHaveLength(1);
  },
  120_000,
);

/** As whoever sends what no browser does; fetch allows no host. */
const bookFrom = async (url: string, host: string, zone: string): Promise<number> => {
  const [time = ''] = await freeTimes(url);
  const fields = { name: 'Ada', email: 'ada@example.com', submission_id: host + zone, time, zone };
  const sent = request(`${url}/book`, {
    method: 'POST',
    headers: { Host: host, 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  sent.end(String(new URLSearchParams(fields)));
  const [{ statusCode = 0 }] = (await once(sent, 'response')) as [IncomingMessage];
  return statusCode;
};

test.skipIf(!availability)(
  'mail to who booked leads to the site, whatever host and zone were sent; without the site’s address there is none',
  async () => {
    const mails = await startMailServer();
    const have = (count: number) =>
      vi.waitFor(() => expect(mails.received).toHaveLength(count), { timeout: 20_000 });
    try {
      const mail = { SMTP_URL: mails.url, INBOX_TO: 'owner@firm.com' };
      const { url, child, ended } = await start({ ...mail, SITE_URL: 'https://firm.example' });
      expect(await bookFrom(url, 'evil.example', 'Mars/Olympus')).toBe(303);
      await have(2);
      const contents = mails.received.map(({ content }) => content.replace(/=\r?\n/g, '')).join();
      expect(contents).toContain('https://firm.example/booking?key');
      expect(contents).not.toContain('evil.example');
      child.kill('SIGKILL');
      await ended;

      const next = await start(mail);
      expect(await bookFrom(next.url, 'evil.example', 'UTC')).toBe(303);
      expect(await bookFrom(next.url, 'firm.example', 'UTC')).toBe(303);
      await have(4);
      const others = mails.received.slice(2).flatMap(({ to }) => to);
      expect(others).toEqual(['owner@firm.com', 'owner@firm.com']);
    } finally {
      await mails.close();
    }
  },
  60_000,
);

test.skipIf(!availability)(
  'a network books ten times a day, by what the trusted proxy says of it',
  async () => {
    const { url } = await start({ RATE_LIMIT: '1000', TRUSTED_PROXY_HEADER: 'X-Forwarded-For' });
    const bookNext = async (address: string): Promise<number> => {
      const [time = ''] = await freeTimes(url);
      return (await book(url, time, { 'X-Forwarded-For': `192.0.2.1, ${address}` })).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push(await bookNext('203.0.113.7'));
    expect(statuses).toEqual([...Array(10).fill(303), 429]);
    expect(await bookNext('203.0.113.8')).toBe(303);
  },
  60_000,
);

test.skipIf(!availability)(
  'what the owner changes while the site does not run is mailed to both when it does',
  async () => {
    const mails = await startMailServer();
    const mail = { SMTP_URL: mails.url, INBOX_TO: 'owner@firm.com' };
    try {
      const { url, child, ended } = await start();
      const [time = ''] = await freeTimes(url);
      expect((await book(url, time)).status).toBe(303);
      child.kill('SIGKILL');
      await ended;
      const [booked] = await storedTimes();
      const terminal = { write: async () => {}, writeError: () => {}, ask: null, columns: null };
      const environment = { DATA_DIR: join(folder, 'data'), ...mail };
      expect(await runInbox(['cancel', String(booked?.id)], environment, terminal)).toBe(0);
      expect(mails.received).toEqual([]);

      await start(mail);
      await vi.waitFor(() => expect(mails.received).toHaveLength(2), { timeout: 20_000 });
      const [owner, visitor] = mails.received.map(({ to, content }) => ({
        to,
        content: content.replace(/=\r?\n/g, ''),
      }));
      expect([owner?.to, visitor?.to]).toEqual([['owner@firm.com'], [booked?.fields.email]]);
      expect(visitor?.content).toMatch(
        /Content-Type: text\/calendar; charset=utf-8; method=CANCEL/,
      );
      await vi.waitFor(async () =>
        expect((await storedTimes())[0]).toMatchObject({
          time: { invitation: 'sent', sequence: 1 },
          delivery: { nextAttemptAt: null },
        }),
      );
    } finally {
      await mails.close();
    }
  },
  60_000,
);

/** How somebody knows a booking, as the server confirmed it. */
interface Known {
  to: string;
  start: string;
  sequence: number;
  isCancelled: boolean;
}

const keyOf = ({ to }: Known): string => new URL(to, 'http://x').searchParams.get('key') ?? '';

/** Another time, or none. */
const change = (url: string, { to, sequence }: Known, time: string | null): Promise<Response> =>
  fetch(url + to, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      sequence: String(sequence),
      ...(time === null ? { do: 'cancel' } : { do: 'move', time }),
    }),
  });

test.skipIf(!availability)(
  'a server killed again and again keeps each booking, move and cancellation that it confirmed, none twice and none half',
  async ({ annotate }) => {
    const { buffers, timeZone } = availability as Availability;
    const known: Known[] = [];
    const confirmed = { booked: 0, moved: 0, cancelled: 0 };
    const rounds = amount(6, 30);
    for (let round = 0; round < rounds; round++) {
      const { url, child, ended } = await start();
      const times = await freeTimes(url);
      const pick = (): string => times[Math.floor(Math.random() * times.length)] ?? '';
      /** What was asked for and not answered may have been done, wholly. */
      const open = new Map<Known, Known>();

      const bookOne = async (time: string): Promise<void> => {
        const { status, to } = await book(url, time);
        if (status !== 303) return;
        known.push({ to, start: time, sequence: 0, isCancelled: false });
        confirmed.booked++;
      };
      const changeOne = async (booking: Known): Promise<void> => {
        const time = Math.random() < 0.6 && booking.sequence < 5 ? pick() : null;
        const asked = {
          ...booking,
          sequence: booking.sequence + 1,
          ...(time === null ? { isCancelled: true } : { start: time }),
        };
        open.set(booking, asked);
        const { status } = await change(url, booking, time);
        open.delete(booking);
        if (status !== 303) return;
        Object.assign(booking, asked);
        confirmed[time === null ? 'cancelled' : 'moved']++;
      };
      const wanted = [0, 1, 2, 3].flatMap(() => {
        const time = pick();
        return [() => bookOne(time), () => bookOne(time)];
      });
      const toCome = known.filter(({ isCancelled }) => !isCancelled);
      const changes = toCome.slice(-8).map((booking) => () => changeOne(booking));
      const work = [...wanted, ...changes].sort(() => Math.random() - 0.5);
      let left = Math.floor(Math.random() * work.length);
      await Promise.allSettled(
        work.map(async (each) => {
          await each();
          if (left-- === 0) child.kill('SIGKILL');
        }),
      );
      child.kill('SIGKILL');
      await ended;

      const database = openDatabase(join(folder, 'data', 'inbox.sqlite'));
      const store = createSqliteStore(database);
      const blocked = new Map((await store.blockedTimes('')).map((each) => [each.id, each]));
      const held = (await store.list()).filter(({ time }) => time?.cancelledAt === null);
      expect(new Set(held.map(({ time }) => time?.start)).size).toBe(held.length);
      for (const booking of known) {
        const stored = await store.findBooking(hashOf(keyOf(booking)));
        const { start = '', sequence = -1, cancelledAt } = stored?.time ?? {};
        const now = { to: booking.to, start, sequence, isCancelled: cancelledAt !== null };
        expect([booking, open.get(booking)]).toContainEqual(now);
        Object.assign(booking, now);
        const whole = blockedBy({ buffers }, Date.parse(start), generalConsultation);
        expect(blocked.get(stored?.id ?? 0)).toEqual(
          now.isCancelled
            ? undefined
            : {
                id: stored?.id,
                start,
                blockedFrom: new Date(whole.start).toISOString(),
                blockedUntil: new Date(whole.end).toISOString(),
                ownerDay: dateIn(Date.parse(start), timeZone),
              },
        );
      }
      database.close();
    }
    const { booked, moved, cancelled } = confirmed;
    await annotate(
      `${rounds} kills: ${booked} booked, ${moved} moved, ${cancelled} cancelled, none lost, twice or half`,
    );
    expect(Math.min(booked, moved, cancelled)).toBeGreaterThan(0);
  },
  180_000,
);
