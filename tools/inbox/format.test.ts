import { expect, test } from 'vitest';
import type { Submission } from '#inbox/stores/store.ts';
import { formatCsv, formatJson, formatTables } from './format.ts';

const submission = (
  fields: Record<string, string>,
  over: Partial<Submission> = {},
): Submission => ({
  id: 1,
  kind: 'enquiry',
  receivedAt: '2026-01-02T03:04:05.000Z',
  idempotencyKey: null,
  fields,
  delivery: { nextAttemptAt: null, attempts: 0, lastError: null, deliveredAt: null },
  ...over,
});

const tablesOf = (submissions: readonly Submission[]): string =>
  [...formatTables(submissions)].join('\n');

test('an empty inbox says so', () => {
  expect(tablesOf([])).toBe('The inbox is empty.');
});

test('each kind has its table, with how many there are', () => {
  const tables = tablesOf([
    submission({ firstName: 'Ada', message: 'Hello there' }),
    submission({ email: 'b@example.com' }, { id: 2, kind: 'subscriber' }),
    submission({ name: 'Cyd', minutes: '45' }, { id: 3, kind: 'booking' }),
  ]);
  expect(tables).toContain('Enquiries (1)');
  expect(tables).toContain('Hello there');
  expect(tables).toContain('Booking requests (1)');
  expect(tables).toContain('Subscribers (1)');
  expect(tables).toContain('b@example.com');
});

test('the time to draw grows no faster than the rows', () => {
  const timeToDraw = (length: number): number => {
    const submissions = Array.from({ length }, (_, id) => submission({ message: 'Hello' }, { id }));
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage();
      tablesOf(submissions);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    });
    return Math.min(...times);
  };
  timeToDraw(1000);
  // Linear time gives 8, quadratic time 64.
  expect(timeToDraw(16_000) / timeToDraw(2000)).toBeLessThan(20);
});

test('a message cannot move the cursor of the owner’s terminal', () => {
  const table = tablesOf([submission({ message: 'a\u001b[2Jb\u202ec\rd' })]);
  for (const harmful of ['\u001b', '\u202e', '\r']) expect(table).not.toContain(harmful);
  expect(table).toContain('a\\u001b[2Jb\\u202ec\\u000dd');
});

test('JSON gives every value exactly as it was typed', () => {
  const message = ' \u0000\ud800 "quoted" \n ';
  const [entry] = JSON.parse(formatJson([submission({ message })]));
  expect(entry.message).toBe(message);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'no cell of the CSV starts a formula: %j',
  (message) => {
    const csv = formatCsv([submission({ message })]);
    const cell = csv.split('\r\n').slice(1).join('\r\n').split('Z,')[1] ?? '';
    expect(cell.replace(/^"/, '')[0]).toBe("'");
  },
);

test('CSV quotes what has commas, quotes and line breaks', () => {
  const csv = formatCsv([submission({ message: 'a,"b"\nc' })]);
  expect(csv).toBe(
    'id,kind,receivedAt,message\r\n1,enquiry,2026-01-02T03:04:05.000Z,"a,""b""\nc"\r\n',
  );
});
