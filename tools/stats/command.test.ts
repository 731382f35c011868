import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CountedEvent } from '#enquiry/counts.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { atTerminal } from '../tests/at-terminal.ts';
import { runStats } from './command.ts';
import { mondayOf } from './weeks.ts';

const counting = { PUBLIC_ANALYTICS_ENDPOINT: '/api/count' };

const open = () => {
  // A Wednesday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T05:06:07.000Z') });
  const folder = mkdtempSync(join(tmpdir(), 'stats-'));
  const database = openDatabase(join(folder, 'inbox.sqlite'));
  onTestFinished(() => {
    vi.useRealTimers();
    database.close();
    rmSync(folder, { recursive: true });
  });
  const store = createSqliteStore(database);
  const count = async (day: string, ...events: `${CountedEvent} ${string}`[]): Promise<void> => {
    for (const text of events) {
      const [event, label = ''] = text.split(' ') as [CountedEvent, string];
      await store.addCount(day, { event, label });
    }
  };
  const receive = (kind: 'enquiry' | 'booking') =>
    store.add({
      kind,
      receivedAt: '2026-03-04T00:00:00.000Z',
      fields: {},
      idempotencyKey: null,
      isToDeliver: false,
    });
  const stats = (
    args: string[] = [],
    environment: Record<string, string> = counting,
    columns = 80,
  ) => atTerminal(runStats, args, { environment: { DATA_DIR: folder, ...environment }, columns });
  return { folder, database, count, receive, stats };
};

test('weeks are below each other, the newest first, with what led to the site, also while the site writes (behavior 7.3)', async () => {
  const { folder, database, count, receive, stats } = open();
  await count('2026-02-15', 'page_view example.com', 'page_view internal', 'link_click a:blocked');
  await count(
    '2026-03-02',
    'page_view direct',
    'page_view direct',
    'page_view example.com',
    'schedule_click hero:opened',
    'contact_click email:failed',
    'resource_download guide:started',
    'resource_download guide:failed',
    'contact_form sent',
    'error api_error',
  );
  // Of a clock that was ahead.
  await count('2027-01-01', 'page_view direct');
  await receive('enquiry');
  await receive('booking');
  database.exec('BEGIN IMMEDIATE');
  const table = `    Week of     Visits    Actions  Downloads  Enquiries   Bookings
 2026-03-02          3          1          1          1          1
 2026-02-23          0          0          0          0          0
 2026-02-16          0          0          0          0          0
 2026-02-09          1          1          0          0          0
   Together          4          2          1          1          1

Source                                    Visits
direct                                         2
example.com                                    2`;
  expect((await stats()).stdout).toBe(table);
  const narrow = (await stats([], counting, 40)).stdout;
  expect(narrow).toContain('2026-03-02: Visits 3, Actions 1,\n  Downloads 1');
  for (const line of narrow.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  const output = join(folder, 'weeks.csv');
  expect(await stats(['--output', output])).toEqual({
    status: 0,
    stdout: '',
    stderr: `Written to ${output}.`,
  });
  const rows = readFileSync(output, 'utf8').split('\r\n');
  expect(rows.slice(0, 2)).toEqual([
    '\ufeff"week","visits","actions","downloads","enquiries","bookings"',
    '"2026-03-02","3","1","1","1","1"',
  ]);
  expect((await stats(['--since', '2026-02-18'])).stdout.split('\n')[4]).toMatch(/^ +Together/);
});

test('what is not counted here is not called zero (behavior 7.3)', async () => {
  const { count, receive, stats } = open();
  expect((await stats()).stdout).toBe('Nothing has been counted since 2025-12-08.');
  const plausible = { PUBLIC_ANALYTICS_ENDPOINT: 'https://plausible.io/api/event' };
  expect((await stats([], plausible)).stdout).toMatch(/^Nothing has arrived.* elsewhere: https:/);
  await receive('enquiry');
  expect((await stats([], {})).stdout).toMatch(
    /Together +– +– +– +1 +0\n\nVisits are not counted: set/,
  );
  const others = {
    PUBLIC_FORM_ENDPOINT: 'https://formspree.io/f/x',
    PUBLIC_BOOKING_URL: 'https://calendly.com/r',
  };
  expect((await stats([], others)).stdout).toMatch(/Together +– +– +– +– +–/);
  await count('2026-03-04', 'contact_form sent', 'contact_form sent');
  expect((await stats([], others)).stdout).toMatch(/Together +0 +0 +0 +2 +–/);
  await count('2026-03-04', 'consultation_booked booked');
  expect((await stats([], others)).stdout).toMatch(/Together +0 +0 +0 +2 +1/);
});

test('a mistake is a sentence, and weeks begin on Monday', async () => {
  const { folder, stats } = open();
  expect(await stats(['17'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^"17" is one word too many/),
  });
  expect(await stats(['--since', 'May'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^--since must be a date/),
  });
  const nowhere = { DATA_DIR: join(folder, 'nowhere') };
  expect(await stats([], nowhere)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^There is no inbox/),
  });
  expect((await stats(['--help'])).stdout).toContain('A visit is a page');
  const mondays = [
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T00:00:00.000Z',
    '2027-01-03T12:00:00.000Z',
  ];
  expect(mondays.map((time) => mondayOf(new Date(time)))).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-12-28',
  ]);
});
