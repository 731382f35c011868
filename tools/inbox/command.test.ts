import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { instantOf } from '#booking/zones.ts';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import { atTerminal } from '../tests/at-terminal.ts';
import { runInbox } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'inbox-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const open = () => openDatabase(join(folder, 'inbox.sqlite'));
type Over = Parameters<typeof atTerminal>[2];
const inbox = (line: string, over: Over = {}) =>
  atTerminal(runInbox, line.split(' ').filter(Boolean), {
    ...over,
    environment: { DATA_DIR: folder, ...over.environment },
  });

/** @param start of a booking, by the owner's clock */
const add = (message: string, receivedAt = '2026-01-02', start?: string): void => {
  using database = open();
  const fields = JSON.stringify({ name: 'Ada', email: 'ada@example.com', minutes: '30', message });
  const [from, until] = [0, 1_800_000].map((length) =>
    start ? new Date((instantOf(start, ownerZone) ?? 0) + length).toISOString() : null,
  );
  database
    .prepare(`INSERT INTO submission (kind, received_at, fields, starts_at, blocked_from, blocked_until,
      owner_day, mailbox, key_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      start ? 'booking' : 'enquiry',
      receivedAt,
      fields,
      from ?? null,
      from ?? null,
      until ?? null,
      start?.slice(0, 10) ?? null,
      start ?? null,
      start ?? null,
    );
};

/** Runs one line after the other; what is written goes to standard output when it succeeds. */
const walk = async (steps: readonly (readonly [string, number, RegExp, Over?])[]) => {
  for (const [line, status, text, over] of steps) {
    const done = await inbox(line, over);
    expect(status === 0 ? done.stdout : done.stderr, line).toMatch(text);
    expect([done.status, status === 0 ? done.stderr : done.stdout], line).toEqual([
      status,
      expect.any(String),
    ]);
  }
};

test('a submission is listed, shown, answered and erased; a terminal marks what it has shown (behavior 8.3)', async () => {
  for (let n = 1; n <= 22; n++) add(`No ${n}.`, `20${n + 10}-01-02`);
  const columns = 80;
  await walk([
    ['', 0, /^ +ID .*\n +22 .* new .*\n.*enquiry: No 22\.[\s\S]* 1 .* new/],
    ['list', 0, /\n… and 2 older: --all shows them/, { columns }],
    ['list --all', 0, / 22 +-?\d+ \w+ {13}[\s\S]* 2 .* new/, { columns }],
    ['--since 2031-01-01', 0, /^.*\n +22.*\n.*\n +21.*\n.*$/],
    ['list --kind booking', 0, /^There is nothing of that\.$/],
    ['list --undelivered', 0, /^There is nothing of that\.$/],
    ['show 3', 0, /^ID +3, enquiry\n[\s\S]*Answered +No\n/],
    ['3', 0, /^ID +3, enquiry\n/],
    ['answered 3', 0, /^3 is answered\.$/],
    ['list', 0, / 3 .* answered/],
    ['not-answered 3', 0, /^3 is not answered\.$/],
    ['erase 3', 1, /^Erase this submission for good\? Nothing was erased: .*--yes confirms it\.$/],
    ['erase 3', 1, /^Nothing was erased\.$/, { answer: 'y' }],
    ['erase 3', 0, /^ +3 .*\nErased: 1\.$/, { answer: 'yes' }],
    ['erase 3', 1, /^There is nothing with the ID 3\.$/],
    ['erase --older-than 2020-01-01 --yes', 0, /^( .*\n){5}… and 3 more, .*\nErased: 8\.$/],
    ['erase --older-than 2020-01-01 --yes', 0, /^Nothing is older than 2020-01-01\.$/],
  ]);
});

test('a booked time is moved and cancelled, and the owner learns whether the visitor is told (behavior 9.4)', async () => {
  for (const start of ['2099-03-04T09:00', '2099-03-04T12:00', '2020-03-04T12:00'])
    add('', '2020', start);
  const environment = { SMTP_URL: 'smtp://localhost', INBOX_TO: 'owner@firm.com' };
  await walk([
    ['list --kind booking', 0, /booking: .*2099/, { columns: 200 }],
    ['move 1 --to 2099-03-04T12:10', 1, /^Another booking has that time/],
    ['move 1 --to 2020-03-04T12:10', 1, /^That time is over\. Nothing was changed\.$/],
    ['move 1 --to 2099-03-04T20:15', 0, /^1 is moved: [\s\S]*nobody is told[\s\S]*mailto:ada@/],
    ['move 1 --to 2099-03-04T21:15', 0, /the\s+visitor \(ada@.*\):/, { environment }],
    ['cancel 1', 0, /^1 is cancelled: [\s\S]*mailto:ada@/],
    ['cancel 1', 1, /^1 is cancelled\. Nothing was changed\.$/],
    ['cancel 3', 1, /^3 is over\. Nothing was changed\.$/],
  ]);
});

test('a mistake is a sentence, and changes nothing; earlier spellings are answered with the present one', async () => {
  add('Hello');
  await walk([
    ['show 9', 1, /^There is nothing with the ID 9\.$/],
    ['answered 9', 1, /^There is nothing with the ID 9\.$/],
    ['cancel 1', 1, /^There is no booked time with the ID 1\. Nothing was changed\.$/],
    ['spam', 2, /^"spam" is no command of inbox: list, show, export, answered,/],
    ['show', 2, /^ID is missing: npm run inbox -- show ID$/],
    ['show one', 2, /^ID must be a number from the list, but is "one"$/],
    ['show 1 2', 2, /^"2" is one word too many: npm run inbox -- show --help$/],
    ['list 1', 2, /^"1" is one word too many/],
    ['list --colour', 2, /^Unknown option '--colour'\. npm run inbox -- list --help names all/],
    ['list --since ages', 2, /^--since must be a date .* or how long ago .*, but is "ages"$/],
    ['list --since 2026-02-30', 2, /^--since must be a date/],
    ['list --kind spam', 2, /^--kind must be enquiry, booking, subscriber, but is "spam"$/],
    ['list --json --csv', 2, /^--json and --csv cannot be combined$/],
    ['export --output inbox.txt', 2, /^--output must be a file such as inbox\.csv or inbox\.json/],
    ['erase 1 --older-than 2y', 2, /^erase takes an ID, or --older-than WHEN$/],
    ['move 1 --to 2099-02-30', 2, /^--to must be a time on your clock/],
    ['--erase 17 --yes', 2, /^--erase is a command of its own now: npm run inbox -- erase 17$/],
    ['--host workers --backup=a', 2, /: npm run inbox -- backup a$/],
    ['--move 17 --to noon', 2, /: npm run inbox -- move 17 --to TIME$/],
    ['--erase-older-than 2y', 2, /: npm run inbox -- erase --older-than 2y$/],
    ['list --json', 0, /^\[\n\{"id":1,.*"answeredAt":null\}\n\]$/],
  ]);
  for (const line of ['--help', 'list --help', 'erase --help', 'move --help']) {
    const { stdout } = await inbox(line, { columns: 40 });
    for (const row of stdout.split('\n')) expect(stringWidth(row)).toBeLessThanOrEqual(40);
    expect(stdout).toContain('npm run inbox --');
  }
  fs.rmSync(join(folder, 'inbox.sqlite'));
  await walk([['', 1, /^There is no inbox, .*: correct it, or start the site/]]);
});

test('an export is the CSV or JSON and nothing else, whole or not at all, for its owner alone (behavior 8.3)', async () => {
  add('Zoë, “hello”');
  const [csv, json] = [join(folder, 'inbox.csv'), join(folder, 'inbox.json')];
  for (const [output, format] of [
    [csv, 'csv'],
    [json, 'json'],
  ] as const) {
    fs.writeFileSync(output, 'old', { mode: 0o644 });
    expect((await inbox(`export --output ${output}`)).stderr).toBe(`Written to ${output}.`);
    expect(fs.readFileSync(output, 'utf8').trimEnd()).toBe(
      (await inbox(`list --${format}`)).stdout,
    );
    expect(fs.statSync(output).mode & 0o777).toBe(0o600);
  }
  await walk([[`export --output ${folder}/missing/inbox.csv`, 1, /ENOENT/]]);
  using database = open();
  database.exec("UPDATE submission SET fields = 'spoilt'");
  await expect(inbox(`export --output ${csv}`)).rejects.toThrow();
  expect(fs.readFileSync(csv, 'utf8')).toContain('Zoë');
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
});

test('what is erased is gone from the files; one that cannot be written is read, and stays as it is (behavior 8.3)', async () => {
  add('Private');
  using other = open();
  other.exec('BEGIN');
  other.prepare('SELECT * FROM submission').all();
  await walk([
    ['erase 1 --yes', 0, /Erased: 1\.\nAnother program reads the inbox, so the text stays/],
  ]);
  other.exec('COMMIT');
  add('Readable');
  other.exec(
    `CREATE TRIGGER full BEFORE UPDATE ON submission BEGIN SELECT RAISE(FAIL, 'disk full'); END`,
  );
  await walk([
    ['answered 2', 1, /^The inbox cannot be written: disk full\. Nothing was changed\.$/],
  ]);
  const { stdout, stderr } = await inbox('list', { columns: 80 });
  expect(stdout).toContain('Readable');
  expect(stderr).toBe('The inbox cannot be written: disk full. Nothing was marked as seen.');
});
