import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CountedEvent } from '#enquiry/counts.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { runStats } from './command.ts';
import { bar } from './format.ts';
import { mondayOf } from './weeks.ts';

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  // A Wednesday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T05:06:07.000Z') });
  folder = mkdtempSync(join(tmpdir(), 'stats-'));
  database = openDatabase(join(folder, 'inbox.sqlite'));
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
  rmSync(folder, { recursive: true });
});

const counting = { PUBLIC_ANALYTICS_ENDPOINT: '/api/count' };

const stats = async (
  args: readonly string[] = [],
  environment: Record<string, string> = counting,
  columns: number | null = 80,
) => {
  let stdout = '';
  let stderr = '';
  const status = await runStats(
    args,
    { DATA_DIR: folder, ...environment },
    {
      write: async (text) => {
        stdout += text;
      },
      writeError: (text) => {
        stderr += `${text}\n`;
      },
      ask: null,
      columns,
    },
  );
  return { status, stdout, stderr: stderr.trim() };
};

const asJson = async (environment?: Record<string, string>, ...args: string[]) =>
  JSON.parse((await stats(['--json', ...args], environment)).stdout);

const count = async (day: string, ...events: `${CountedEvent} ${string}`[]): Promise<void> => {
  for (const text of events) {
    const [event, label = ''] = text.split(' ') as [CountedEvent, string];
    await createSqliteStore(database).addCount(day, { event, label });
  }
};

const receive = (receivedAt: string, kind: 'enquiry' | 'booking' | 'subscriber' = 'enquiry') =>
  createSqliteStore(database).add({
    kind,
    receivedAt,
    fields: {},
    idempotencyKey: null,
    isToDeliver: false,
  });

const fill = async (): Promise<void> => {
  // Two weeks, and an empty one between.
  await count('2026-02-15', 'page_view example.com', 'page_view internal');
  await count(
    '2026-03-02',
    ...Array<'page_view direct'>(8).fill('page_view direct'),
    'page_view example.com',
    'page_view internal',
    'schedule_click hero:opened',
    'schedule_click hero:failed',
    'contact_click phone:opened',
    'contact_click email:failed',
    'link_click www.example.com:blocked',
    'navigation about:reached',
    'resource_download guide:started',
    'resource_download guide:failed',
    'contact_form invalid',
    'error api_error',
  );
  await receive('2026-03-02T00:00:00.000Z');
  await receive('2026-03-04T00:00:00.000Z', 'booking');
  await receive('2026-03-04T00:00:00.000Z', 'subscriber');
};

test('weeks stand below each other, the newest first, with bars, and what led to the site (behavior 7.3)', async () => {
  await fill();
  expect((await stats()).stdout).toBe(
    [
      'Week of        Visits                  Actions  Downloads  Enquiries   Bookings',
      '2026-03-02          9  ████████████          3          1          1          1',
      '2026-02-23          0                        0          0          0          0',
      '2026-02-16          0                        0          0          0          0',
      '2026-02-09          1  █▍                    0          0          0          0',
      'Together           10                        3          1          1          1',
      '',
      'Source                                   Visits',
      'direct                                        8  ██████████████████',
      'example.com                                   2  ████▌',
      '',
    ].join('\n'),
  );
});

test('no line is wider than the window, down to where numbers need 65 columns', async () => {
  await fill();
  for (let n = 0; n < 14; n++)
    await count('2026-03-03', `page_view ${'a'.repeat(60)}-${n}.example`);
  for (const columns of [65, 70, 80, 200]) {
    const lines = (await stats([], counting, columns)).stdout.split('\n');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(
      Math.min(columns, 85),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^6 more +6$/));
  }
  const piped = (await stats([], { ...counting, COLUMNS: '70' }, null)).stdout.split('\n');
  expect(Math.max(...piped.map((line) => stringWidth(line)))).toBeLessThanOrEqual(70);
});

test('a bar is as long as its share, in eighths, and never nothing for something', () => {
  expect([bar(0, 9, 4), bar(1, 1000, 4), bar(9, 9, 4), bar(1, 2, 1), bar(0, 0, 4)]).toEqual([
    '',
    '▏',
    '████',
    '▌',
    '',
  ]);
});

test('as JSON it has all sources, and the numbers', async () => {
  await fill();
  const { weeks, total, sources } = await asJson();
  expect(weeks).toHaveLength(4);
  expect(weeks[0]).toEqual({
    week: '2026-03-02',
    visits: 9,
    actions: 3,
    downloads: 1,
    enquiries: 1,
    bookings: 1,
  });
  expect(total.visits).toBe(10);
  expect(sources).toEqual([
    { host: 'direct', visits: 8 },
    { host: 'example.com', visits: 2 },
  ]);
});

test('as CSV it has the weeks', async () => {
  await fill();
  const rows = (await stats(['--csv'])).stdout.split('\r\n');
  expect(rows[0]).toBe('\ufeff"week","visits","actions","downloads","enquiries","bookings"');
  expect(rows[1]).toBe('"2026-03-02","9","3","1","1","1"');
  expect(rows).toHaveLength(6);
});

test('--output writes it to a file, and nothing but that it is written to the terminal', async () => {
  await fill();
  const { stdout } = await stats(['--csv']);
  const file = join(folder, 'weeks.csv');
  const said = `Written to ${file}.`;
  expect(await stats(['--csv', '--output', file])).toEqual({ status: 0, stdout: '', stderr: said });
  expect(readFileSync(file, 'utf8')).toBe(stdout);
  expect(await stats(['--output', file])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^--output FILE belongs to --json or --csv/),
  });
});

test('--since begins with a whole week', async () => {
  await fill();
  expect((await asJson(counting, '--since', '2026-02-11')).weeks).toHaveLength(4);
  expect((await asJson(counting, '--since', '2w')).weeks).toHaveLength(1);
  expect((await asJson(counting, '--since', '9999y')).weeks).toHaveLength(4);
});

test('counts of a clock that was ahead are left out', async () => {
  await count('2027-01-01', 'page_view direct');
  expect(await asJson()).toMatchObject({ weeks: [], total: { visits: null } });
});

describe('what is not counted here is not called zero', () => {
  const nothing = { visits: null, actions: null, downloads: null };

  test('with counts off there is what reached the inbox, and how to count', async () => {
    await receive('2026-03-04T00:00:00.000Z');
    expect((await asJson({})).weeks).toEqual([
      { week: '2026-03-02', ...nothing, enquiries: 1, bookings: 0 },
    ]);
    const { status, stdout } = await stats([], {});
    expect(status).toBe(0);
    expect(stdout).toContain(
      '2026-03-02          –                        –          –          1',
    );
    expect(stdout).toMatch(
      /\n\nVisits are not counted: set PUBLIC_ANALYTICS_ENDPOINT to \/api\/count/,
    );
  });

  test.each([
    [{}, 'Nothing has arrived since 2025-12-08. Visits are not counted: set'],
    [counting, 'Nothing has been counted since 2025-12-08.\n'],
    [
      { PUBLIC_ANALYTICS_ENDPOINT: 'https://plausible.io/api/event' },
      'Nothing has arrived since 2025-12-08. Visits are counted elsewhere: https://plausible.io/api/event\n',
    ],
  ])('in an empty store, with %j', async (environment, sentence) => {
    const { status, stdout, stderr } = await stats([], environment);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(sentence);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect((await stats(['--csv'], environment)).stdout.split('\r\n')).toHaveLength(2);
  });

  test('with services of others, what the page counts of them', async () => {
    await receive('2026-03-04T00:00:00.000Z');
    const form = { PUBLIC_FORM_ENDPOINT: 'https://formspree.io/f/x' };
    const booking = { PUBLIC_BOOKING_URL: 'https://calendly.com/robin' };
    const widget = { PUBLIC_BOOKING_WIDGET_URL: 'https://assets.calendly.com/widget.js' };
    const total = async (environment: Record<string, string>) => (await asJson(environment)).total;
    expect(await total({ ...form, ...booking })).toMatchObject({ enquiries: null, bookings: null });
    await count('2026-03-04', 'contact_form sent', 'contact_form sent');
    await count('2026-03-04', 'consultation_booked booked');
    expect(await total(form)).toMatchObject({ enquiries: 2, bookings: 0 });
    expect(await total(booking)).toMatchObject({ enquiries: 1, bookings: null });
    expect(await total({ ...booking, ...widget })).toMatchObject({ enquiries: 1, bookings: 1 });
  });
});

describe('a mistake is a sentence', () => {
  test.each([
    [['17'], '"17" is no option'],
    [['--weeks', '3'], "Unknown option '--weeks'"],
    [['--json', '--csv'], '--json and --csv cannot be combined'],
    [['--since'], "Option '--since <value>' argument missing"],
  ])('%j', async (args, sentence) => {
    const { status, stdout, stderr } = await stats(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`${sentence}. npm run stats -- --help names all options`);
  });

  test('in a value', async () => {
    expect(await stats(['--since', 'May'])).toMatchObject({
      status: 2,
      stderr: '--since must be a date (2026-01-31) or how long ago (7d, 2w, 3m, 2y), but is "May"',
    });
    expect(await stats(['--host', 'moon'])).toMatchObject({ status: 2 });
  });

  test('where there is no inbox', async () => {
    const { status, stderr } = await stats([], { DATA_DIR: join(folder, 'nowhere') });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^There is no inbox, since .*nowhere.inbox\.sqlite is missing\. DATA_DIR/,
    );
  });

  test('in a database that is none', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'inbox.sqlite'), 'no database '.repeat(1000));
    const { status, stderr } = await stats([], { DATA_DIR: other });
    expect(status).toBe(1);
    expect(stderr).toContain('is not an SQLite database; nothing was changed.');
  });
});

test('it reads while the site writes', async () => {
  await count('2026-03-04', 'page_view direct');
  database.exec('BEGIN IMMEDIATE');
  await expect(asJson()).resolves.toMatchObject({ total: { visits: 1 } });
  database.exec('ROLLBACK');
});

test('--help fits 80 columns and names all options', async () => {
  const { status, stdout } = await stats(['--help']);
  expect(status).toBe(0);
  for (const name of ['since', 'json', 'csv', 'host']) expect(stdout).toContain(`--${name}`);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.each([
  ['2026-03-01T23:59:59.999Z', '2026-02-23'],
  ['2026-03-02T00:00:00.000Z', '2026-03-02'],
  ['2027-01-03T12:00:00.000Z', '2026-12-28'],
])('the week of %s begins on %s', (time, monday) => {
  expect(mondayOf(new Date(time))).toBe(monday);
});
