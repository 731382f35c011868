import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSite, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { runInbox } from './command.ts';

let folder: string;
let dataDir: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  dataDir = join(folder, 'data');
  file = join(folder, 'copy.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const inbox = async (...args: string[]) => {
  let said = '';
  const status = await runInbox(
    args,
    { DATA_DIR: dataDir },
    {
      write: async (text) => {
        said += text;
      },
      writeError: (text) => {
        said += `${text}\n`;
      },
      ask: null,
      columns: null,
    },
  );
  return { status, said: said.trim() };
};

const opened = async <Result>(
  path: string,
  use: (database: DatabaseSync) => Result | Promise<Result>,
): Promise<Result> => {
  const database = openDatabase(path);
  try {
    return await use(database);
  } finally {
    database.close();
  }
};

const add = (...messages: string[]): Promise<void> =>
  opened(join(dataDir, 'inbox.sqlite'), async (database) => {
    const store = createSqliteStore(database);
    for (const message of messages) {
      await store.add({
        kind: 'enquiry',
        fields: { message },
        receivedAt: new Date().toISOString(),
        idempotencyKey: message,
        isToDeliver: true,
      });
    }
  });

const messagesIn = (path: string): Promise<string[]> =>
  opened(path, async (database) =>
    (await createSqliteStore(database).list()).map(({ fields }) => fields.message ?? '').sort(),
  );

test('a backup has nothing of the networks that times were booked from', async () => {
  await add('Kept');
  await opened(join(dataDir, 'inbox.sqlite'), async (database) => {
    const store = createSqliteStore(database);
    await store.networkKey('2026-01-02', 'KEY-OF-THE-DAY');
    database.exec(`INSERT INTO network_bookings VALUES ('2026-01-02', 'HASH-OF-A-NETWORK', 1)`);
  });
  expect((await inbox('--backup', file)).status).toBe(0);
  expect(readFileSync(file, 'latin1')).not.toMatch(/KEY-OF-THE-DAY|HASH-OF-A-NETWORK/);
  expect(await messagesIn(file)).toEqual(['Kept']);
});

const held = (): Promise<string[]> => messagesIn(join(dataDir, 'inbox.sqlite'));

const replacedFiles = (): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('inbox-replaced-'))
    .map((name) => join(dataDir, name));

test('a backup holds what was stored, also while others write (behavior 8.3)', async () => {
  await add('one', 'two');
  const writer = new DatabaseSync(join(dataDir, 'inbox.sqlite'));
  writer.exec("BEGIN IMMEDIATE; UPDATE submission SET last_error = 'not yet written'");
  expect(await inbox('--backup', file)).toEqual({
    status: 0,
    said: `Backed up to ${file}, and checked: 2.`,
  });
  writer.exec('COMMIT');
  writer.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes('not yet written')).toBe(false);
  expect(await messagesIn(file)).toEqual(['one', 'two']);
});

test('a backup never overwrites (behavior 8.3)', async () => {
  await add('one');
  writeFileSync(file, 'precious');
  expect(await inbox('--backup', file)).toEqual({
    status: 1,
    said: `${file} is there already; name a file that is not`,
  });
  expect(readFileSync(file, 'utf8')).toBe('precious');
});

test('a backup that cannot be made leaves no file', async () => {
  await add('one', 'x'.repeat(50_000), 'two');
  expect((await inbox('--backup', join(folder, 'no', 'such', 'folder'))).said).toMatch(
    /folder cannot be written: ENOENT/,
  );
  const path = join(dataDir, 'inbox.sqlite');
  const bytes = readFileSync(path);
  bytes.fill(0xff, 2 * 4096, 3 * 4096);
  writeFileSync(path, bytes);
  const { status, said } = await inbox('--backup', file);
  expect(status).toBe(1);
  expect(said).toMatch(/copy\.sqlite could not be written: .*malformed|is damaged/);
  expect(existsSync(file)).toBe(false);
});

test('a restored inbox is that of the backup; what it replaces is kept, and no ID comes again (behavior 8.3)', async () => {
  await add('one', 'two');
  await inbox('--backup', file);
  await add('three');
  await inbox('--erase', '1', '--yes');
  const { status, said } = await inbox('--restore', file);
  const [replaced = ''] = replacedFiles();
  expect(replaced).toMatch(/inbox-replaced-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/);
  expect([status, said.split('\n')]).toEqual([
    0,
    [
      `Restored from ${file}: 2.`,
      'Still to be delivered, and will be: 2.',
      `What was in the inbox before is in ${replaced}: 2. Erasing does not reach it.`,
    ],
  ]);
  expect(await held()).toEqual(['one', 'two']);
  expect(await messagesIn(replaced)).toEqual(['three', 'two']);
  await add('four');
  expect((await inbox('4')).status).toBe(0);
});

test('a backup is restored where there is no inbox yet', async () => {
  await add('one');
  await inbox('--backup', file);
  rmSync(dataDir, { recursive: true });
  expect(await inbox('--restore', file)).toMatchObject({ status: 0 });
  expect(await held()).toEqual(['one']);
  expect(replacedFiles()).toEqual([]);
});

test('counts come back with a backup, and of those of one day the larger stays (behavior 8.3)', async () => {
  const inboxFile = join(dataDir, 'inbox.sqlite');
  const count = (path: string, day: string, times: number) =>
    opened(path, async (database) => {
      const store = createSqliteStore(database);
      for (let n = 0; n < times; n++) {
        await store.addCount(day, { event: 'page_view', label: 'direct' });
      }
    });
  const counts = () =>
    opened(inboxFile, (database) =>
      database
        .prepare('SELECT day, count FROM event_count')
        .all()
        .map(({ day, count }) => [day, count]),
    );
  await count(inboxFile, '2026-01-01', 2);
  await count(inboxFile, '2026-01-02', 3);
  expect((await inbox('--backup', file)).status).toBe(0);
  await opened(inboxFile, (database) =>
    database.exec("DELETE FROM event_count WHERE day < '2026-01-02'"),
  );
  await count(inboxFile, '2026-01-02', 2);
  await count(inboxFile, '2026-01-03', 1);
  expect((await inbox('--restore', file)).status).toBe(0);
  expect(await counts()).toEqual([
    ['2026-01-01', 2],
    ['2026-01-02', 5],
    ['2026-01-03', 1],
  ]);
});

test('a backup of an older version is brought up to date, and stays as it is', async () => {
  const old = new DatabaseSync(file);
  for (const name of ['0001_submissions.sql', '0002_outbox.sql']) {
    old.exec(readFileSync(`inbox/stores/migrations/${name}`, 'utf8'));
  }
  old.exec(`PRAGMA user_version = 2; INSERT INTO submission (kind, received_at, fields)
    VALUES ('enquiry', '2026-01-02', '{"message":"old"}')`);
  old.close();
  const before = readFileSync(file);
  expect(await inbox('--restore', file)).toMatchObject({ status: 0 });
  expect(await held()).toEqual(['old']);
  expect(readFileSync(file).equals(before)).toBe(true);
});

const writeDatabase = (sql: string): void => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};

test.each<[string, () => void, RegExp]>([
  ['is not there', () => {}, /copy\.sqlite cannot be read as a backup: unable to open/],
  ['is text', () => writeFileSync(file, 'My shopping list'), /: file is not a database/],
  ['is another database', () => writeDatabase('CREATE TABLE x (y)'), /no table "submission"/],
  [
    'is newer',
    () => writeDatabase('CREATE TABLE submission (y); PRAGMA user_version = 99'),
    /written by a newer version of this site/,
  ],
])('a file that %s is not restored', async (_, write, message) => {
  await add('one');
  write();
  const { status, said } = await inbox('--restore', file);
  expect(said).toMatch(message);
  expect(status).toBe(1);
  expect(await held()).toEqual(['one']);
  expect(replacedFiles()).toEqual([]);
});

test('nothing that a running server acknowledges is lost to restores (behavior 8.3)', async () => {
  await add('in the backup');
  await inbox('--backup', file);
  const server = await startServerProcess({ DATA_DIR: dataDir, SITE_DIR: makeSite(folder) });
  const acknowledged: string[] = [];
  let isOver = false;
  const send = async (sender: number): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const message = `message ${n} of ${sender}`;
      const { status } = await postEnquiry(server.url, { message }, { 'Idempotency-Key': message });
      if (status === 200) acknowledged.push(message);
    }
  };
  const senders = Promise.all([1, 2, 3, 4].map(send));
  for (const restores of [1, 2, 3]) {
    // The names of what was replaced have seconds.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await inbox('--restore', file)).toMatchObject({ status: 0 });
    expect(replacedFiles()).toHaveLength(restores);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  isOver = true;
  await senders;
  server.child.kill('SIGTERM');
  await server.ended;
  const kept = new Set((await Promise.all([held(), ...replacedFiles().map(messagesIn)])).flat());
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((message) => !kept.has(message))).toEqual([]);
  expect(kept).toContain('in the backup');
});
