import { readFileSync } from 'node:fs';
import stringWidth from 'string-width';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePlace } from '../tests/at-terminal.ts';
import { runStats } from './command.ts';

test('weeks are below each other, the newest first, with what led to the site, also while the site writes; what nobody counts is not called zero (behavior 7.3)', async () => {
  // A Wednesday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T05:06:07.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, open, add, run, walk } = makePlace(runStats);
  using database = open();
  const count = (...rows: string[]) =>
    rows.forEach((row) => void database.exec(`INSERT INTO event_count VALUES (${row})`));
  await walk([
    ['', 0, /Together +– +– +– +– +–\n\nNo visit was counted here\. PUBLIC_ANALYTICS_ENDPOINT=/],
    ['17', 2, /^"17" is one word too many: npm run stats -- --help$/],
    ['--since ages', 2, /^--since must be a date .* or how long ago .*, but is "ages"$/],
  ]);
  count("'2026-03-02', 'contact_form', 'sent', 5", "'2026-01-02', 'page_view', 'x.com', 7");
  await walk([['--since 2026-02-10', 0, /2026-03-02 +– +– +– +5 +–\n/]]);
  add('Hello', '2026-03-04T00:00:00.000Z');
  count(
    "'2026-02-15', 'page_view', 'example.com', 1",
    "'2026-02-15', 'page_view', 'internal', 9",
    "'2026-02-15', 'link_click', 'a:blocked', 1",
    "'2026-03-02', 'page_view', 'direct', 3",
    "'2026-03-02', 'schedule_click', 'b:opened', 1",
    "'2026-03-02', 'contact_click', 'email:failed', 7",
    "'2026-03-02', 'resource_download', 'guide:started', 1",
  );
  database.exec('BEGIN IMMEDIATE');
  const { stdout } = await run('--since 2026-02-10', { columns: 80 });
  expect(`\n${stdout}`).toBe(`
    Week of     Visits    Actions  Downloads  Enquiries   Bookings
 2026-03-02          3          1          1          1          –
 2026-02-09          1          1          0          0          –
   Together          4          2          1          1          –

Visits  Source
3       direct
1       example.com`);
  const narrow = (await run('', { columns: 40 })).stdout;
  expect(narrow).toContain('2026-03-02\n    Visits 3, Actions 1, Downloads 1,\n');
  for (const line of narrow.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  expect((await run(`--output ${folder}/weeks.csv`)).stderr).toMatch(/^Written to .*weeks\.csv\.$/);
  const csv = readFileSync(`${folder}/weeks.csv`, 'utf8');
  expect(csv).toMatch(/^\ufeff"week","Visits",.*\r\n"2026-03-02","3","1","1","1",""\r\n/);
});
