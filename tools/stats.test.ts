import { readFileSync } from 'node:fs';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { runStats } from './stats.ts';
import { makePlace } from './tests/at-terminal.ts';

test('weeks are listed newest first, with the sources of visits, even while the site writes; uncounted events are not shown as zero (behavior 7.3)', async () => {
  const { folder, open, add, run, walk } = makePlace(runStats);
  using database = open();
  const count = (rows: string) => database.exec(`INSERT INTO event_count VALUES ${rows}`);
  await walk([
    ['', 0, /Total +– +– +– +– +–\n\nNo visits were counted here; a build with PUBLIC_/],
    ['--since 2026-02-30', 2, /^--since must be a date .*, but is "2026-02-30"$/],
  ]);
  count(`('2026-03-02', 'contact_form', 'sent', 5), ('2026-01-02', 'page_view', 'x.com', 7)`);
  const since = '--since 2026-02-10';
  await walk([[since, 0, /2026-03-02 +– +– +– +5 +–\n/]]);
  add('Hello', '2026-03-04T00:00:00.000Z');
  count(`('2026-02-15', 'page_view', 'example.com', 1), ('2026-02-15', 'page_view', 'internal', 9),
    ('2026-02-15', 'link_click', 'a:blocked', 1), ('2026-03-02', 'schedule_click', 'b:opened', 1),
    ('2026-03-02', 'page_view', 'direct', 3), ('2026-03-02', 'contact_click', 'email:failed', 7),
    ('2026-03-02', 'resource_download', 'guide:started', 1)`);
  database.exec('BEGIN IMMEDIATE');
  expect(`\n${(await run(since)).stdout}`).toBe(`
    Week of     Visits    Actions  Downloads  Enquiries   Bookings
 2026-03-02          3          1          1          1          –
 2026-02-09          1          1          0          0          –
      Total          4          2          1          1          –

Visits  Source
3       direct
1       example.com`);
  const { stdout } = await run(since, { columns: 40 });
  expect(stdout).toContain('2026-03-02\n    Visits 3, Actions 1, Downloads 1,\n');
  expect(Math.max(...stdout.split('\n').map((row) => stringWidth(row)))).toBeLessThanOrEqual(40);
  await run(`${since} --output ${folder}/weeks.csv`);
  const csv = readFileSync(`${folder}/weeks.csv`, 'utf8');
  expect(csv).toMatch(/^\ufeff"week","Visits",.*\r\n"2026-03-02","3","1","1","1",""\r\n/);
});
