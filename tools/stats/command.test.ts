import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import { atTerminal } from '../tests/at-terminal.ts';
import { runStats } from './command.ts';

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
  /** Such as `2026-03-02 page_view direct 2`, or a kind of submission. */
  const count = (...rows: string[]): void => {
    for (const row of rows) {
      const values = row.split(' ').map((value) => `'${value}'`);
      database.exec(
        values.length === 1
          ? `INSERT INTO submission (kind, received_at, fields) VALUES (${values}, '2026-03-04T00:00:00.000Z', '{}')`
          : `INSERT INTO event_count VALUES (${values})`,
      );
    }
  };
  const stats = (args: string[] = [], set: Record<string, string> = counting, columns = 80) =>
    atTerminal(runStats, args, { environment: { DATA_DIR: folder, ...set }, columns });
  return { folder, database, count, stats };
};

test('weeks are below each other, the newest first, with what led to the site, also while the site writes (behavior 7.3)', async () => {
  const { folder, database, count, stats } = open();
  // The second last is of a clock that was ahead.
  count(
    ...[
      '2026-02-15 page_view example.com 1',
      '2026-02-15 page_view internal 9',
      '2026-02-15 link_click a:blocked 1',
    ],
    ...[
      '2026-03-02 page_view direct 2',
      '2026-03-02 page_view example.com 1',
      '2026-03-02 schedule_click b:opened 1',
    ],
    ...['2026-03-02 contact_click email:failed 7', '2026-03-02 resource_download guide:started 1'],
    ...['2026-03-02 contact_form sent 5', '2027-01-01 page_view direct 1', 'enquiry', 'booking'],
  );
  database.exec('BEGIN IMMEDIATE');
  expect(
    (await stats()).stdout,
  ).toBe(`    Week of     Visits    Actions  Downloads  Enquiries   Bookings
 2026-03-02          3          1          1          1          1
 2026-02-23          0          0          0          0          0
 2026-02-16          0          0          0          0          0
 2026-02-09          1          1          0          0          0
   Together          4          2          1          1          1

Source                                    Visits
direct                                         2
example.com                                    2`);
  const narrow = (await stats([], counting, 40)).stdout;
  expect(narrow).toContain('2026-03-02: Visits 3, Actions 1,\n  Downloads 1');
  for (const line of narrow.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  const output = join(folder, 'weeks.csv');
  expect((await stats(['--output', output])).stderr).toBe(`Written to ${output}.`);
  expect(readFileSync(output, 'utf8')).toMatch(
    /^\ufeff"week","visits",.*\r\n"2026-03-02","3","1","1","1","1"\r\n/,
  );
  expect((await stats(['--since', '2026-02-18'])).stdout.split('\n')[2]).toMatch(/^ +Together/);
});

test('what is not counted here is not called zero, and a mistake is a sentence (behavior 7.3)', async () => {
  const { count, stats } = open();
  const plausible = { PUBLIC_ANALYTICS_ENDPOINT: 'https://plausible.io/api/event' };
  expect((await stats([], plausible)).stdout).toMatch(/^Nothing has arrived.* elsewhere: https:/);
  expect((await stats()).stdout).toBe('Nothing has been counted since 2025-12-08.');
  count('enquiry');
  expect((await stats([], {})).stdout).toMatch(/– +– +– +1 +0\n\nVisits are not counted: set/);
  const others = {
    PUBLIC_FORM_ENDPOINT: 'https://formspree.io/f/x',
    PUBLIC_BOOKING_URL: 'https://calendly.com/r',
  };
  expect((await stats([], others)).stdout).toMatch(/Together +– +– +– +– +–/);
  count('2026-03-04 contact_form sent 2');
  expect((await stats([], others)).stdout).toMatch(/Together +0 +0 +0 +2 +–/);
  count('2026-03-04 consultation_booked booked 1');
  expect((await stats([], others)).stdout).toMatch(/Together +0 +0 +0 +2 +1/);
  expect(await stats(['17'])).toMatchObject({
    status: 2,
    stderr: '"17" is one word too many: npm run stats -- --help',
  });
  expect((await stats(['--help'])).stdout).toContain('A visit is a page');
});
