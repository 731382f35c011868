import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { instantOf, timeInWords, zonedTime } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import { createSqliteStore, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import type { NewSubmission } from '#inbox/stores/store.ts';
import { runInbox } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inbox = async (
  args: readonly string[],
  answer: string | null = null,
  over: { columns?: number; environment?: Record<string, string> } = {},
) => {
  let stdout = '';
  let stderr = '';
  const status = await runInbox(args, over.environment ?? { DATA_DIR: folder }, {
    write: async (text) => {
      stdout += text;
    },
    writeError: (text) => {
      stderr += `${text}\n`;
    },
    ask: answer === null ? null : async () => answer,
    columns: over.columns ?? null,
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
};

const fill = async (...submissions: Partial<NewSubmission>[]): Promise<void> => {
  const database = openDatabase(join(folder, 'inbox.sqlite'));
  const store = createSqliteStore(database);
  for (const over of submissions) {
    await store.add({
      kind: 'enquiry',
      fields: { message: 'Hello' },
      receivedAt: '2026-01-02T03:04:05.000Z',
      idempotencyKey: null,
      isToDeliver: false,
      ...over,
    });
  }
  const [undelivered] = await store.list({ isUndelivered: true });
  if (undelivered) {
    await store.claim(undelivered, '2026-01-02T03:05:00.000Z');
    await store.setFailed(undelivered, '451 Not now', '2026-01-02T03:05:00.000Z');
  }
  database.close();
};

const listed = async (...args: string[]): Promise<number[]> => {
  const { stdout } = await inbox(['--json', ...args]);
  return (JSON.parse(stdout) as { id: number }[]).map(({ id }) => id);
};

test('shows what was asked for', async () => {
  const old = { receivedAt: '2020-01-01T00:00:00.000Z', fields: { message: 'Old' } };
  await fill(old, { kind: 'booking', fields: { message: 'Book' } }, { isToDeliver: true });
  expect(await listed()).toEqual([3, 2, 1]);
  expect(await listed('--kind', 'booking')).toEqual([2]);
  expect(await listed('--since', '2026-01-01')).toEqual([3, 2]);
  expect(await listed('--undelivered')).toEqual([3]);
  expect(await listed('2')).toEqual([2]);
  const { status, stdout } = await inbox(['--undelivered']);
  expect(status).toBe(0);
  expect(stdout).toContain('Not delivered yet, 1 attempt: 451 Not now');
});

test.each<[string, (length: number) => string]>([
  ['lines of one letter', (length) => 'a\n'.repeat(length / 2)],
  ['one word', (length) => 'a'.repeat(length)],
  ['words', (length) => 'hello '.repeat(length / 6)],
  ['spaces', (length) => `a${' '.repeat(length)}b`],
  ['blank lines', (length) => `a${'\n'.repeat(length)}b`],
  ['Chinese', (length) => '你好，世界。'.repeat(length / 6)],
  ['marks on one letter', (length) => `a${'\u0301\u0316'.repeat(length / 2)}`],
  ['marks on every letter', (length) => 'a\u0301\u0316\u0302\u0317'.repeat(length / 5)],
  ['emoji of four people', (length) => '👨‍👩‍👧‍👦'.repeat(length / 11)],
  ['Hangul letters in one cluster', (length) => '\u1100'.repeat(length)],
  ['control characters', (length) => '\u001b'.repeat(length)],
])('shows and erases %s quickly, in lines that fit', async (_, write) => {
  // Short first, so that worse than linear time fails and does not hang.
  for (const length of [2000, 8000, 64_000]) {
    const message = write(length);
    await fill({ fields: { firstName: message, message } });
    const [[entry], id] = [JSON.parse((await inbox(['--json'])).stdout), (await listed())[0]];
    expect(entry.message).toBe(message);
    const start = process.cpuUsage();
    const shown = await inbox([]);
    const whole = await inbox([String(id)]);
    const erased = await inbox(['--erase', String(id), '--yes']);
    const { user } = process.cpuUsage(start);
    expect(user / 1000, `milliseconds for ${length}`).toBeLessThan(4000);
    expect(whole.status).toBe(0);
    for (const { stdout } of [shown, erased]) {
      for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
      expect(stdout.length).toBeLessThan(2000);
    }
    expect(erased.stdout).toMatch(/Erased: 1\.$/);
  }
});

describe('a booked time', () => {
  const book = async (time: string, email = 'ada@example.com'): Promise<void> => {
    const database = openDatabase(databaseFile(folder));
    const start = new Date(instantOf(time, ownerZone) ?? Number.NaN);
    const blockedUntil = new Date(start.getTime() + 30 * 60_000).toISOString();
    await createSqliteStore(database).book({
      kind: 'booking',
      receivedAt: '2026-01-02T03:04:05.000Z',
      fields: { name: 'Ada', email, minutes: '30' },
      isToDeliver: false,
      time: {
        start: start.toISOString(),
        blockedFrom: start.toISOString(),
        blockedUntil,
        ownerDay: time.slice(0, 10),
        mostPerDay: 9,
      },
      mailbox: time,
      mailboxSince: '2026',
      mostPerMailbox: 9,
      keyHash: time,
      networks: null,
    });
    database.close();
  };
  const { bookings } = embedded.mail;
  const say = (time: string): string => {
    const start = instantOf(time, ownerZone) ?? Number.NaN;
    const said = timeInWords(start, ownerZone, site.language);
    return `${said.date}, ${said.time}`.replace(/\s+/g, ' ');
  };
  const [morning, noon] = ['2099-03-04T09:00', '2099-03-04T12:00'] as const;

  test('is listed with its time, and shown with it', async () => {
    await book(morning);
    const listing = (await inbox([], null, { columns: 200 })).stdout.replace(/\s+/g, ' ');
    expect(listing).toContain(`${bookings.booked}, ${say(morning)}`);
    const whole = (await inbox(['1'])).stdout.replace(/\s+/g, ' ');
    expect(whole).toContain(` ${embedded.mail.time} ${say(morning)}`);
    const start = new Date(instantOf(morning, ownerZone) ?? Number.NaN).toISOString();
    expect((await inbox(['--csv'])).stdout).toContain(`"${start}"`);
    expect(JSON.parse((await inbox(['--json'])).stdout)).toMatchObject([{ time: { sequence: 0 } }]);
  });

  test('is moved and cancelled, and the owner learns whom to tell where no mail is set up', async () => {
    await book(morning);
    await book(noon);
    const taken = await inbox(['--move', '1', '--to', '2099-03-04 12:10']);
    expect([taken.status, taken.stderr]).toEqual([1, expect.stringMatching(/Another booking/)]);
    const moved = await inbox(['--move', '1', '--to', '2099-03-04 20:15']);
    expect(moved.status).toBe(0);
    const said = moved.stdout.replace(/\s+/g, ' ');
    expect(said).toContain(`1 is moved: ${say('2099-03-04T20:15')}`);
    expect(said).toContain('No mail to visitors is set up, so nobody is told');
    const subject = 'mailto:ada@example.com?subject=';
    expect(moved.stdout).toContain(subject + encodeURIComponent(bookings.moved));
    const cancelled = await inbox(['--cancel', '1']);
    expect(cancelled.stdout).toContain(subject + encodeURIComponent(bookings.cancelled));
    const again = await inbox(['--cancel', '1']);
    expect([again.status, again.stderr]).toEqual([1, '1 was cancelled before.']);
    const late = await inbox(['--move', '1', '--to', '2099-03-04 20:15']);
    expect([late.status, late.stderr]).toEqual([1, '1 is cancelled. Nothing was changed.']);
  });

  describe('where mail is set up', () => {
    const mailed = (args: string[]) =>
      inbox(args, null, {
        environment: {
          DATA_DIR: folder,
          SMTP_URL: 'smtp://localhost',
          INBOX_TO: 'owner@firm.com',
          RESEND_API_KEY: '',
        },
      });
    const due = async () => {
      const [{ time, delivery }] = JSON.parse((await inbox(['--json'])).stdout);
      return [time.invitation, delivery.nextAttemptAt];
    };

    test('both are mailed of what the owner changes, by the site that runs', async () => {
      await book(morning);
      expect(await due()).toEqual(['none', null]);
      for (const args of [
        ['--move', '1', '--to', '2099-03-04 20:15'],
        ['--cancel', '1'],
      ]) {
        const { status, stdout } = await mailed(args);
        expect(status).toBe(0);
        const said = stdout.replace(/\s+/g, ' ');
        expect(said).toContain('who booked it (ada@example.com)');
        expect(said).not.toContain('mailto:');
        expect(await due()).toEqual(['due', expect.any(String)]);
      }
    });

    test('who gave no single address is to be written to', async () => {
      await book(morning, 'ada@example.com, eve@example.com');
      const said = (await mailed(['--cancel', '1'])).stdout.replace(/\s+/g, ' ');
      expect(said).toContain('mailto:');
      expect(said).not.toContain('who booked it (');
    });

    test.each<[string, Record<string, string>]>([
      ['a webhook', { INBOX_WEBHOOK_URL: 'https://hook.example/' }],
      ['a test sender', { RESEND_API_KEY: 're_secret', INBOX_TO: 'owner@firm.com' }],
    ])('%s tells nobody of the owner’s change', async (_, set) => {
      await book(morning);
      const environment = { DATA_DIR: folder, ...set };
      const { stdout } = await inbox(['--cancel', '1'], null, { environment });
      expect(stdout.replace(/\s+/g, ' ')).toContain('nobody is told');
      expect(await due()).toEqual(['none', null]);
    });
  });

  test('is not cancelled when it is over', async () => {
    await book('2020-03-04T09:00');
    const { status, stderr } = await inbox(['--cancel', '1']);
    expect([status, stderr]).toEqual([1, '1 is over. Nothing was changed.']);
  });

  /** Half past the hours of 2027's nights that the owner's clock skips: none, or one. */
  const skipped = Array.from({ length: 365 * 4 }, (_, index) => {
    const time = Date.UTC(2027, 0, 1 + Math.floor(index / 4), index % 4, 30);
    return new Date(time).toISOString().slice(0, 16);
  }).filter((written) => {
    const instant = instantOf(written, ownerZone) ?? Number.NaN;
    return !zonedTime(instant, ownerZone).toPlainDateTime().toString().startsWith(written);
  });

  test.each<[string[], number, string]>([
    [['--cancel', '9'], 1, 'There is no booked time with the ID 9. Nothing was changed.'],
    [['--cancel', 'x'], 2, '--cancel must be an ID'],
    [['--move', '1'], 2, '--move ID and --to TIME belong together'],
    [['--to', '2099-03-04 10:00'], 2, '--move ID and --to TIME belong together'],
    [['--move', '1', '--to', '2099-02-30 10:00'], 2, '--to must be a time on your clock'],
    ...skipped.map((written): [string[], number, string] => {
      const time = written.replace('T', ' ');
      return [['--move', '1', '--to', time], 2, `there is no ${time} on your clock`];
    }),
    [['--move', '1', '--to', '9999-12-31 23:59'], 1, 'That time is more than'],
    [['--move', '1', '--to', 'noon'], 2, '--to must be a time on your clock'],
    [['--move', '1', '--to', '2020-01-01 10:00'], 1, 'That time is over.'],
    [['--move', '1', '--to', '2099-03-04 10:00', '--json'], 2, 'cannot be combined'],
  ])('is left as it is by %j', async (args, status, message) => {
    await book(morning);
    const result = await inbox(args);
    expect(result.status).toBe(status);
    expect(result.stderr.replace(/\s+/g, ' ')).toContain(message);
    expect(JSON.parse((await inbox(['--json'])).stdout)).toMatchObject([{ time: { sequence: 0 } }]);
  });
});

test('what was shown in a terminal is no longer new, and what went elsewhere still is (behavior 8.3)', async () => {
  await fill({}, {});
  await inbox([]);
  await inbox(['1']);
  await inbox(['--json'], null, { columns: 80 });
  expect((await inbox(['1'], null, { columns: 80 })).status).toBe(0);
  expect((await inbox([])).stdout.match(/new/g)).toHaveLength(1);
  expect((await inbox([], null, { columns: 80 })).stdout).toContain('new');
  expect((await inbox([], null, { columns: 80 })).stdout).not.toContain('new');
});

test('an answer is marked, and the mark is taken away', async () => {
  await fill({});
  expect(await inbox(['--answered', '1'])).toMatchObject({ status: 0, stdout: '1 is answered.' });
  expect((await inbox([])).stdout).toContain('answered');
  expect((await inbox(['--not-answered', '1'])).stdout).toBe('1 is not answered.');
  expect((await inbox([])).stdout).not.toContain('answered');
});

test('a terminal shows the newest, and says how to see the others (behavior 8.3)', async () => {
  await fill(
    ...Array.from({ length: 22 }, (_, index) => ({ fields: { message: `No ${index}.` } })),
  );
  const count = async (args: string[], columns?: number): Promise<number> => {
    const { stdout } = await inbox(args, null, columns === undefined ? {} : { columns });
    return stdout.match(/No \d+\./g)?.length ?? 0;
  };
  const { stdout } = await inbox([], null, { columns: 80 });
  expect(stdout).toContain('enquiry: No 21.');
  expect(stdout).toMatch(/\n… and 2 older\. --all shows them/);
  expect(await count([], 80)).toBe(20);
  expect(await count(['--all'], 80)).toBe(22);
  expect(await count(['--since', '2026-01-01'], 80)).toBe(22);
  expect(await count([])).toBe(22);
});

test('lines are as wide as the window, or as COLUMNS, or 80', async () => {
  await fill({ fields: { firstName: 'x'.repeat(500) } });
  const widest = async (over: Parameters<typeof inbox>[2]): Promise<number> =>
    Math.max(...(await inbox([], null, over)).stdout.split('\n').map((line) => line.length));
  expect(await widest({})).toBe(80);
  expect(await widest({ columns: 120 })).toBe(120);
  expect(await widest({ environment: { DATA_DIR: folder, COLUMNS: '100' } })).toBe(100);
  expect(await widest({ environment: { DATA_DIR: folder, COLUMNS: 'many' } })).toBe(80);
});

test.each([
  [['--undelivered'], 'Nothing is undelivered.'],
  [['--kind', 'booking'], 'Nothing is of the kind booking.'],
  [
    ['--undelivered', '--kind', 'booking', '--since', '2026-02-01'],
    'Nothing is undelivered and of the kind booking and as new as 2026-02-01.',
  ],
])('%j that finds nothing is named', async (args, text) => {
  await fill({});
  expect(await inbox(args)).toEqual({ status: 0, stdout: text, stderr: '' });
});

test('a folder that has no inbox is named, and no inbox is made', async () => {
  const file = join(folder, 'inbox.sqlite');
  expect(await inbox([])).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no inbox, since ${file} is missing. DATA_DIR is "${folder}": correct it, or start the site, which makes it.`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a fresh site says that nothing has arrived yet', async () => {
  const home = process.cwd();
  process.chdir(folder);
  try {
    const said = 'The inbox is empty: nothing has arrived yet.';
    expect(await inbox([], null, { environment: {} })).toEqual({
      status: 0,
      stdout: said,
      stderr: '',
    });
    expect((await inbox(['--json'], null, { environment: {} })).stdout).toBe('[]');
    expect(await inbox(['--backup', 'x'], null, { environment: {} })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^There is no inbox, since data.inbox\.sqlite is missing/),
    });
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    process.chdir(home);
  }
});

test('--help names every option on a line that fits', async () => {
  const { status, stdout } = await inbox(['--help']);
  expect(status).toBe(0);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  for (const name of ['since WHEN', 'answered ID', 'backup FILE', 'host HOST', 'help']) {
    expect(stdout).toMatch(new RegExp(`^ {2}--${name} +\\w`, 'm'));
  }
});

test('erases nothing that was not confirmed', async () => {
  await fill({});
  const { status, stdout, stderr } = await inbox(['--erase', '1']);
  expect(status).toBe(3);
  expect(stdout).toMatch(/^1 {2}\d+ \w+ +new$/);
  expect(stderr).toBe(
    'Erase this submission for good?\nNothing was erased. Add --yes to confirm where nobody can answer.',
  );
  expect(await listed()).toEqual([1]);
});

test.each(['no', '', 'y'])('takes %j for a no', async (answer) => {
  await fill({});
  const { status, stderr } = await inbox(['--erase', '1'], answer);
  expect([status, stderr]).toEqual([3, 'Nothing was erased.']);
  expect(await listed()).toEqual([1]);
});

const privateText = 'Something-very-private';
const isInFiles = (): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(privateText));

test('what is erased is gone, also from the files (behavior 8.3)', async () => {
  await fill({ fields: { message: privateText } }, {});
  expect(isInFiles()).toBe(true);
  expect(await inbox(['--erase', '1'], 'yes')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Erased: 1\.$/),
  });
  expect(await listed()).toEqual([2]);
  expect(isInFiles()).toBe(false);
});

test('while the site runs, too; and while somebody reads, it is said what remains', async () => {
  const site = openDatabase(join(folder, 'inbox.sqlite'));
  await fill({ fields: { message: privateText } }, { fields: { message: privateText } });
  site.exec('BEGIN');
  site.prepare('SELECT * FROM submission').all();
  const { status, stdout } = await inbox(['--erase', '1', '--yes']);
  expect(status).toBe(0);
  expect(stdout).toContain(
    `Erased: 1.\nAnother program reads the inbox, so the text stays in ${join(folder, 'inbox.sqlite')}-wal until that has ended`,
  );
  site.exec('COMMIT');
  expect(isInFiles()).toBe(true);
  expect((await inbox(['--erase', '2', '--yes'])).stdout).toMatch(/Erased: 1\.$/);
  expect(isInFiles()).toBe(false);
  site.close();
});

test('it reads while another program writes, and says that nothing was marked (behavior 8.3)', async () => {
  await fill({ fields: { message: 'Readable' } });
  const other = openDatabase(join(folder, 'inbox.sqlite'));
  other.exec('BEGIN EXCLUSIVE');
  expect(await inbox([])).toMatchObject({ status: 0, stderr: '' });
  expect(await inbox([], null, { columns: 80 })).toEqual({
    status: 0,
    stdout: expect.stringContaining('Readable'),
    stderr: 'The inbox cannot be written: database is locked. Nothing was marked as seen.',
  });
  other.close();
}, 20_000);

test('on a full disk it says that nothing was erased or marked, and still shows what is there', async () => {
  await fill({});
  const database = openDatabase(join(folder, 'inbox.sqlite'));
  for (const change of ['DELETE', 'UPDATE']) {
    database.exec(`CREATE TRIGGER full_${change} BEFORE ${change} ON submission
      BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`);
  }
  database.close();
  const why = 'The inbox cannot be written: database or disk is full. Nothing was';
  expect(await inbox(['--erase', '1', '--yes'])).toMatchObject({
    status: 1,
    stderr: `${why} erased.`,
  });
  expect(await inbox(['--answered', '1'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `${why} changed.`,
  });
  expect(await inbox([], null, { columns: 80 })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('enquiry: Hello'),
    stderr: `${why} marked as seen.`,
  });
  expect(await listed()).toEqual([1]);
});

describe('--output', () => {
  const fileOf = (name = 'inbox.csv'): string => join(folder, name);
  const csv = () => inbox(['--csv', '--output', fileOf()]);
  const read = (name?: string): string => readFileSync(fileOf(name), 'utf8');

  test.each(['--csv', '--json'])(
    'writes what %s shows, and nothing else, to a file of its owner',
    async (format) => {
      await fill({ fields: { message: 'Zoë, “hello”' } });
      const { stdout } = await inbox([format]);
      const written = await inbox([format, '--output', fileOf()], null, { columns: 80 });
      expect(written).toEqual({ status: 0, stdout: '', stderr: `Written to ${fileOf()}.` });
      expect(read().trim()).toBe(stdout);
      expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    },
  );

  test('replaces a file as > does, also where a link leads', async () => {
    writeFileSync(fileOf('old.csv'), 'old', { mode: 0o644 });
    symlinkSync('old.csv', fileOf());
    await fill({ fields: { message: 'Hello' } });
    expect((await csv()).status).toBe(0);
    expect([read('old.csv'), lstatSync(fileOf()).isSymbolicLink()]).toEqual([
      expect.stringContaining('Hello'),
      true,
    ]);
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
  });

  test('leaves the file as it was when the inbox cannot be read to its end (behavior 8.3)', async () => {
    writeFileSync(fileOf(), 'old');
    await fill({});
    const database = new DatabaseSync(join(folder, 'inbox.sqlite'));
    database.exec("UPDATE submission SET fields = 'spoilt'");
    database.close();
    await expect(csv()).rejects.toThrow();
    expect(read()).toBe('old');
    expect(readdirSync(folder).filter((name) => name.includes('csv'))).toEqual(['inbox.csv']);
  });

  test.each([
    ['.', /^.+ is not a file; name one$/],
    ['missing/inbox.csv', /^.+inbox\.csv cannot be written: ENOENT/],
  ])('says why %s cannot be one', async (name, message) => {
    await fill({});
    const { status, stdout, stderr } = await inbox(['--json', '--output', fileOf(name)]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
  });
});

test('erases what is older than the privacy page promises', async () => {
  const day = 24 * 60 * 60 * 1000;
  const ago = (days: number) => ({ receivedAt: new Date(Date.now() - days * day).toISOString() });
  await fill(ago(3 * 365), ago(2 * 365 + 2), ago(2 * 365 - 2), ago(1));
  expect(await inbox(['--erase-older-than', '2y', '--yes'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Erased: 2\.$/),
  });
  expect(await listed()).toEqual([4, 3]);
  expect(await inbox(['--erase-older-than', '2y', '--yes'])).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^Nothing was received before .* Nothing was erased\.$/),
  });
});

test('names the newest of many before it erases them, a line each', async () => {
  await fill(
    ...Array.from({ length: 23 }, (_, index) => ({
      fields: { firstName: `Visitor ${index}.`, message: 'Hello' },
    })),
  );
  const { stdout, stderr } = await inbox(['--erase-older-than', '2026-02-01'], 'no');
  expect(stdout.split('\n').map((line) => /Visitor \d+\.$|^….*$/.exec(line)?.[0])).toEqual([
    ...[22, 21, 20, 19, 18].map((index) => `Visitor ${index}.`),
    '… and 18 more, all of them older.',
  ]);
  expect(stderr).toBe('Nothing was erased.');
});

test.each([
  [['--erase', '9', '--yes'], 1, /^There is nothing with the ID 9\. Nothing was erased\.$/],
  [['--erase', 'x', '--yes'], 2, /^--erase must be an ID from the inbox, but is "x"$/],
  [['--erase', '1', '--json'], 2, /^--erase and --json cannot be combined$/],
  [['--erase', '1', '--erase-older-than', '2y'], 2, /^--erase and --erase-older-than cannot be/],
  [['1', '--kind', 'booking'], 2, /^1 and --kind cannot be combined$/],
  [['--backup', 'a', '--answered', '1'], 2, /^--answered and --backup cannot be combined$/],
  [['--test-mail', '--erase', '1', '--yes'], 2, /^--erase and --test-mail cannot be combined$/],
  [['1', '--test-mail'], 2, /^1 and --test-mail cannot be combined$/],
  [['--test-mail', '--csv'], 2, /^--test-mail and --csv cannot be combined$/],
  [['--json', '--csv'], 2, /^--json and --csv cannot be combined$/],
  [['--output', 'x'], 2, /^--output FILE belongs to --json or --csv$/],
  [['1', '2'], 2, /^"2" is one ID too many/],
  [['one'], 2, /^The argument must be an ID from the inbox, but is "one"$/],
  [['--answered', 'x'], 2, /^--answered must be an ID/],
  [['--answered', '9'], 1, /^There is nothing with the ID 9\.$/],
  [['--not-answered', '9'], 1, /^There is nothing with the ID 9\.$/],
  [['9'], 1, /^There is nothing with the ID 9\.$/],
  [['--erase-older-than', 'ages'], 2, /^--erase-older-than must be a date/],
  [['--since', 'yesterday'], 2, /^--since must be a date/],
  [['--kind', 'spam'], 2, /^--kind must be enquiry, booking, subscriber, but is "spam"$/],
  [['--host', 'mars'], 2, /^--host must be node, workers or preview, but is "mars"$/],
  [['--yes'], 2, /^--yes confirms an erasure/],
  [['--colour'], 2, /^Unknown option '--colour'\. npm run inbox -- --help names all options$/],
] as const)('%j ends with %i', async (args, code, message) => {
  await fill({});
  const { status, stdout, stderr } = await inbox(args);
  expect(stderr).toMatch(message);
  expect([status, stdout]).toEqual([code, '']);
});
