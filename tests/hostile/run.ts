import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * `npm run test:hostile`: the unit tests that attack, with larger numbers, and a table of what they
 * found. Everything is on this machine, and takes some minutes.
 */

const rows: readonly (readonly [title: string, file: string])[] = [
  ['Kills, stops, a full disk', 'hosting/machine/durability.test.ts'],
  ['A held lock, a removed database, a dead mail server', 'hosting/machine/bad-day.test.ts'],
  ['A database that is replaced, damaged or open to others', 'inbox/stores/sqlite-store.test.ts'],
  ['Times that a thousand want, kills amid bookings', 'hosting/machine/booked-times.test.ts'],
  ['A thousand at once on Workers', 'hosting/workers/booked-times.test.ts'],
  ['One network that books', 'inbox/booking-limit.test.ts'],
  ['Calendars that are huge or lie', 'booking/busy.test.ts'],
  ['Calendars with mistakes, and of 25 MB', 'booking/any-calendar.test.ts'],
  ['Clocks that are set forward and back', 'booking/times.test.ts'],
  ['Tables of texts of any width', 'tools/table.test.ts'],
  ['Both stores: texts, moments, limits', 'inbox/stores/store.test.ts'],
  ['Requests that are no requests', 'hosting/machine/hostile.test.ts'],
  ['Refusals in words', 'hosting/machine/refusal.test.ts'],
  ['Odd forms of requests', 'hosting/machine/server.test.ts'],
  ['Clients that read nothing', 'hosting/machine/flood.test.ts'],
  ['Forms: other sites, robots, long bodies', 'inbox/app.test.ts'],
  ['Counts: made-up events and labels, robots', 'inbox/counts.test.ts'],
  ['Senders without end', 'inbox/rate-limit.test.ts'],
  ['Failures without end', 'inbox/limited-log.test.ts'],
  ['Mail: injections, stalls, drips, refusals', 'inbox/delivery/mail.test.ts'],
  ['The outbox: queues, clocks, two at once', 'inbox/delivery/outbox.test.ts'],
  ['Texts that are slow to show', 'tools/inbox/command.test.ts'],
  ['A large inbox', 'tools/inbox/process.test.ts'],
  ['Cells that are formulas, characters that hide', 'tools/inbox/format.test.ts'],
  ['Backups of what is in use', 'tools/inbox/backup.test.ts'],
  ['A program that is told to stop', 'tools/run.test.ts'],
];

interface Report {
  testResults: readonly {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: readonly {
      status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
      title: string;
      meta: { measured?: string };
    }[];
  }[];
}

const reportFile = 'test-results/hostile-unit.json';
spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    // Each measures time or memory, so that none may disturb another.
    '--maxWorkers=1',
    '--silent',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...rows.map(([, file]) => file),
  ],
  { stdio: 'inherit', env: { ...process.env, TEST_HOSTILE: '1' } },
);

const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
const total = { passed: 0, failed: 0 };
const line = (title: string, passed: string, failed: string, seconds: string): void =>
  console.log(
    `${title.padEnd(56)}${passed.padStart(8)}${failed.padStart(8)}${seconds.padStart(8)}`,
  );
line('', 'passed', 'failed', 's');
for (const [title, file] of rows) {
  const result = testResults.find(({ name }) => name.endsWith(file));
  const tests = result?.assertionResults ?? [];
  const passed = tests.filter(({ status }) => status === 'passed').length;
  // A file that could not be run has no tests.
  const failed = tests.filter(({ status }) => status === 'failed').length + (result ? 0 : 1);
  const seconds = result ? (result.endTime - result.startTime) / 1000 : 0;
  line(title, String(passed), String(failed), seconds.toFixed(0));
  for (const { meta } of tests) if (meta.measured) console.log(`  ${meta.measured}`);
  total.passed += passed;
  total.failed += failed;
}
writeFileSync('test-results/hostile.json', JSON.stringify(total));
