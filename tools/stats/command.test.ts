import { readFileSync } from 'node:fs';
import stringWidth from 'string-width';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePlace } from '../tests/at-terminal.ts';
import { runStats } from './command.ts';

const makeStats = () => {
  // A Wednesday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T05:06:07.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const place = makePlace(runStats);
  const database = place.open();
  const count = (rows: string): void => {
    for (const row of rows.trim().split('\n')) {
      const values = row
        .trim()
        .split(' ')
        .map((value) => `'${value}'`);
      database.exec(`INSERT INTO event_count VALUES (${values})`);
    }
  };
  return { ...place, database, count };
};
const environment = { PUBLIC_ANALYTICS_ENDPOINT: '/api/count' };

test('weeks are below each other, the newest first, with what led to the site, also while the site writes (behavior 7.3)', async () => {
  const { folder, database, count, add, run } = makeStats();
  count(`2026-02-15 page_view example.com 1
    2026-02-15 page_view internal 9
    2026-02-15 link_click a:blocked 1
    2026-03-02 page_view direct 2
    2026-03-02 page_view example.com 1
    2026-03-02 schedule_click b:opened 1
    2026-03-02 contact_click email:failed 7
    2026-03-02 resource_download guide:started 1
    2026-03-02 contact_form sent 5
    2027-01-01 page_view direct 1`);
  add('Hello', '2026-03-04T00:00:00.000Z');
  database.exec('BEGIN IMMEDIATE');
  const { stdout } = await run('', { environment, columns: 80 });
  expect(`\n${stdout}`).toBe(`
    Week of     Visits    Actions  Downloads  Enquiries   Bookings
 2026-03-02          3          1          1          1          0
 2026-02-23          0          0          0          0          0
 2026-02-16          0          0          0          0          0
 2026-02-09          1          1          0          0          0
   Together          4          2          1          1          0

Source                                    Visits
direct                                         2
example.com                                    2`);
  const narrow = (await run('', { environment, columns: 40 })).stdout;
  expect(narrow).toContain('2026-03-02: Visits 3, Actions 1,\n  Downloads 1');
  for (const line of narrow.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  expect((await run(`--output ${folder}/weeks.csv`)).stderr).toMatch(/^Written to .*weeks\.csv\.$/);
  const csv = readFileSync(`${folder}/weeks.csv`, 'utf8');
  expect(csv).toMatch(/^\ufeff"week","visits",.*\r\n"2026-03-02","3","1","1","1","0"\r\n/);
});

test('what is not counted here is not called zero, and a mistake is a sentence (behavior 7.3)', async () => {
  const { count, add, walk } = makeStats();
  const plausible = { PUBLIC_ANALYTICS_ENDPOINT: 'https://plausible.io/api/event' };
  const others = {
    PUBLIC_FORM_ENDPOINT: 'https://formspree.io/f/x',
    PUBLIC_BOOKING_URL: 'https://cal.com/r',
  };
  await walk([
    ['', 0, /^Nothing has arrived.* elsewhere: https:/, { environment: plausible }],
    ['', 0, /^Nothing has been counted since 2025-12-08\.$/, { environment }],
    ['17', 2, /^"17" is one word too many: npm run stats -- --help$/],
  ]);
  add('Hello', '2026-03-04T00:00:00.000Z');
  await walk([
    ['', 0, /– +– +– +1 +0\n\nVisits are not counted: set/],
    ['', 0, /Together +– +– +– +– +–/, { environment: others }],
  ]);
  count('2026-03-04 contact_form sent 2');
  await walk([['', 0, /Together +0 +0 +0 +2 +–/, { environment: others }]]);
  count('2026-03-04 consultation_booked booked 1');
  await walk([['', 0, /Together +0 +0 +0 +2 +1/, { environment: others }]]);
});
