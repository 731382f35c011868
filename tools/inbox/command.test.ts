import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { instantOf } from '#booking/zones.ts';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { atTerminal } from '../tests/at-terminal.ts';
import { runInbox } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Over = Parameters<typeof atTerminal>[2];
const inbox = (args: string | string[], over?: Over) =>
  atTerminal(runInbox, typeof args === 'string' ? args.split(' ').filter(Boolean) : args, {
    ...over,
    environment: { DATA_DIR: folder, ...over?.environment },
  });
const open = () => openDatabase(join(folder, 'inbox.sqlite'));
const add = async (message: string, receivedAt = '2026-01-02T03:04:05.000Z'): Promise<void> => {
  using database = open();
  const submission = { kind: 'enquiry', fields: { message }, receivedAt } as const;
  await createSqliteStore(database).add({
    ...submission,
    idempotencyKey: null,
    isToDeliver: false,
  });
};
const ids = async (args = ''): Promise<number[]> =>
  JSON.parse((await inbox(`list --json ${args}`)).stdout).map(({ id }: { id: number }) => id);

test('a submission is listed, shown, answered and erased; a terminal marks what it has shown (behavior 8.3)', async () => {
  for (let n = 1; n <= 22; n++) await add(`No ${n}.`, `20${n + 10}-01-02T03:04:05.000Z`);
  const steps: [string, number, RegExp, Over?][] = [
    ['', 0, /^ +ID .*\n +22 .* new .*\n.*enquiry: No 22\.[\s\S]* 1 .* new/],
    ['list', 0, /\n… and 2 older: --all shows them/, { columns: 80 }],
    ['list --all', 0, / 22 +-?\d+ \w+ {13}[\s\S]* 2 .* new/, { columns: 80 }],
    ['list --since 2031-01-01', 0, /^.*\n +22.*\n.*\n +21.*\n.*$/],
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
    ['erase --older-than 2020-01-01', 1, /these 8 submissions/],
    ['erase --older-than 2020-01-01 --yes', 0, /^( .*\n){5}… and 3 more, .*\nErased: 8\.$/],
    ['erase --older-than 2020-01-01 --yes', 0, /^Nothing is older than 2020-01-01\.$/],
  ];
  for (const [args, status, text, over] of steps) {
    const done = await inbox(args, over);
    expect(status === 0 ? done.stdout : done.stderr, args).toMatch(text);
    expect(done.status, args).toBe(status);
  }
  expect(await ids()).toEqual([22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10]);
});

test.each([
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
  ['list --host mars', 2, /^--host must be workers, preview, but is "mars"$/],
  ['list --json --csv', 2, /^--json and --csv cannot be combined$/],
  ['export', 2, /^--output must be a file such as inbox\.csv or inbox\.json/],
  ['export --output inbox.txt', 2, /^--output must be a file such as/],
  ['erase', 2, /^erase takes an ID, or --older-than WHEN$/],
  ['erase 1 --older-than 2y', 2, /^erase takes an ID, or --older-than WHEN$/],
  ['move 1 --to 2099-02-30', 2, /^--to must be a time on your clock/],
  // Earlier spellings.
  ['--erase 17 --yes', 2, /^--erase is a command of its own now: npm run inbox -- erase 17$/],
  ['--host workers --backup=a', 2, /: npm run inbox -- backup a$/],
  ['--move 17 --to noon', 2, /: npm run inbox -- move 17 --to TIME$/],
  ['--erase-older-than 2y', 2, /: npm run inbox -- erase --older-than 2y$/],
  ['--test-mail', 2, /: npm run inbox -- test-mail$/],
])('"%s" ends with %i and a sentence', async (args, status, sentence) => {
  await add('Hello');
  expect(await inbox(args)).toEqual({
    status,
    stdout: '',
    stderr: expect.stringMatching(sentence),
  });
  expect(await ids()).toEqual([1]);
});

test('--help fits the window, and a missing inbox is a sentence', async () => {
  for (const args of ['--help', 'list --help', 'erase --help', 'move --help']) {
    for (const columns of [40, 80]) {
      const { status, stdout } = await inbox(args, { columns });
      for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      expect([status, stdout]).toEqual([0, expect.stringContaining('npm run inbox --')]);
    }
  }
  const stderr = expect.stringMatching(/^There is no inbox, .*: correct it, or start the site/);
  expect(await inbox('')).toEqual({ status: 1, stdout: '', stderr });
  expect(readdirSync(folder)).toEqual([]);
});

test('an export is the CSV or JSON and nothing else, whole or not at all, for its owner alone (behavior 8.3)', async () => {
  await add('Zoë, “hello”');
  for (const format of ['csv', 'json']) {
    const output = join(folder, `inbox.${format}`);
    writeFileSync(output, 'old', { mode: 0o644 });
    const stderr = `Written to ${output}.`;
    expect(await inbox(['export', '--output', output])).toEqual({ status: 0, stdout: '', stderr });
    expect(readFileSync(output, 'utf8').trimEnd()).toBe((await inbox(`list --${format}`)).stdout);
    expect(statSync(output).mode & 0o777).toBe(0o600);
  }
  const nowhere = await inbox(['export', '--output', join(folder, 'missing/inbox.csv')]);
  expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') });
  using database = open();
  database.exec("UPDATE submission SET fields = 'spoilt'");
  const old = readFileSync(join(folder, 'inbox.csv'), 'utf8');
  await expect(inbox(['export', '--output', join(folder, 'inbox.csv')])).rejects.toThrow();
  expect(readFileSync(join(folder, 'inbox.csv'), 'utf8')).toBe(old);
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
});

test('what is erased is gone from the files; one that cannot be written is read, and stays as it is (behavior 8.3)', async () => {
  const isInFiles = (): boolean =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes('Private'));
  await add('Private');
  await add('Private');
  using other = open();
  other.exec('BEGIN; SELECT * FROM submission');
  other.prepare('SELECT * FROM submission').all();
  expect((await inbox('erase 1 --yes')).stdout).toMatch(/Erased: 1\.\nAnother program reads/);
  other.exec('COMMIT');
  expect(isInFiles()).toBe(true);
  expect((await inbox('erase 2 --yes')).stdout).toMatch(/Erased: 1\.$/);
  expect(isInFiles()).toBe(false);
  await add('Readable');
  other.exec(
    `CREATE TRIGGER full BEFORE UPDATE ON submission BEGIN SELECT RAISE(FAIL, 'disk is full'); END`,
  );
  const why = 'The inbox cannot be written: disk is full. Nothing was';
  expect(await inbox('answered 3')).toEqual({ status: 1, stdout: '', stderr: `${why} changed.` });
  const seen = await inbox('list', { columns: 80 });
  expect(seen).toMatchObject({ status: 0, stderr: `${why} marked as seen.` });
  expect(seen.stdout).toContain('Readable');
});

test('a booked time is moved and cancelled, and the owner learns whether the visitor is told (behavior 9.2)', async () => {
  using database = open();
  for (const time of ['2099-03-04T09:00', '2099-03-04T12:00', '2020-03-04T12:00']) {
    const start = new Date(instantOf(time, ownerZone) ?? Number.NaN);
    const times = { start: start.toISOString(), blockedFrom: start.toISOString() };
    await createSqliteStore(database).book({
      kind: 'booking',
      receivedAt: '2020-01-02T03:04:05.000Z',
      fields: { name: 'Ada', email: 'ada@example.com', minutes: '30' },
      isToDeliver: false,
      time: {
        ...times,
        blockedUntil: new Date(start.getTime() + 1_800_000).toISOString(),
        ownerDay: time.slice(0, 10),
        mostPerDay: 9,
      },
      mailbox: time,
      mailboxSince: '2026',
      mostPerMailbox: 9,
      keyHash: time,
      networks: null,
    });
  }
  const environment = { SMTP_URL: 'smtp://localhost', INBOX_TO: 'owner@firm.com' };
  const steps: [string[], number, RegExp, Over?][] = [
    [['move', '1', '--to', '2099-03-04 12:10'], 1, /^Another booking has that time/],
    [['move', '1', '--to', '2020-03-04 12:10'], 1, /^That time is over\. Nothing was changed\.$/],
    [['move', '1', '--to', '2099-03-04 20:15'], 0, /^1 is moved: .*nobody is told.*mailto:ada@/],
    [
      ['move', '1', '--to', '2099-03-04 21:15'],
      0,
      /you and the visitor \(ada@.*\):/,
      { environment },
    ],
    [['cancel', '1'], 0, /^1 is cancelled: .*mailto:ada@/],
    [['cancel', '1'], 1, /^1 is cancelled\. Nothing was changed\.$/],
    [['cancel', '3'], 1, /^3 is over\. Nothing was changed\.$/],
  ];
  for (const [args, status, text, over] of steps) {
    const done = await inbox(args, over);
    const written = status === 0 ? done.stdout : done.stderr;
    expect(written.replace(/\s+/g, ' '), args.join(' ')).toMatch(text);
    expect(done.status).toBe(status);
  }
  expect((await inbox('list --kind booking')).stdout).toMatch(/booking: .*2099/);
});
