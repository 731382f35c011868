import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSite, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { atTerminal } from '../tests/at-terminal.ts';
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

const inbox = (...args: string[]) =>
  atTerminal(runInbox, args, { environment: { DATA_DIR: dataDir } });
const inData = () => openDatabase(join(dataDir, 'inbox.sqlite'));

const add = async (...messages: string[]): Promise<void> => {
  using database = inData();
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
};

const messagesIn = (path = join(dataDir, 'inbox.sqlite')): string[] => {
  using database = openDatabase(path);
  const rows = database.prepare("SELECT fields ->> 'message' AS message FROM submission").all();
  return rows.map(({ message }) => String(message)).sort();
};

const replacedFiles = (): string[] =>
  readdirSync(dataDir)
    .filter((name) => /^inbox-replaced-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/.test(name))
    .map((name) => join(dataDir, name));

test('a backup holds what was stored while others write, nothing of networks, and overwrites nothing (behavior 8.3)', async () => {
  await add('one', 'two');
  const writer = inData();
  await createSqliteStore(writer).networkKey('2026-01-02', 'KEY-OF-THE-DAY');
  writer.exec("INSERT INTO network_bookings VALUES ('2026-01-02', 'HASH-OF-A-NETWORK', 1)");
  writer.exec("BEGIN IMMEDIATE; UPDATE submission SET last_error = 'NOT-YET-WRITTEN'");
  const stdout = `Backed up to ${file}, and checked: 2.`;
  expect(await inbox('backup', file)).toEqual({ status: 0, stdout, stderr: '' });
  writer.exec('COMMIT');
  writer.close();
  expect([statSync(file).mode & 0o777, messagesIn(file)]).toEqual([0o600, ['one', 'two']]);
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1')).not.toMatch(/KEY-OF-THE-DAY|HASH-OF-A-NETWORK|NOT-YET-WRITTEN/);
  const stderr = `${file} is there already; name a file that is not`;
  expect(await inbox('backup', file)).toMatchObject({ status: 1, stderr });
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('a backup that cannot be made leaves no file', async () => {
  await add('one', 'x'.repeat(50_000), 'two');
  const nowhere = await inbox('backup', join(folder, 'no', 'folder'));
  expect(nowhere.stderr).toMatch(/folder cannot be written: ENOENT/);
  const path = join(dataDir, 'inbox.sqlite');
  writeFileSync(path, readFileSync(path).fill(0xff, 2 * 4096, 3 * 4096));
  const { status, stderr } = await inbox('backup', file);
  expect(stderr).toMatch(/copy\.sqlite could not be written: .*malformed|is damaged/);
  expect([status, readdirSync(folder)]).toEqual([1, ['data']]);
});

test('a restored inbox is that of the backup; what it replaces and larger counts stay, and no ID comes again (behavior 8.3)', async () => {
  await add('one', 'two');
  const count = (day: string, number: number): void => {
    using database = inData();
    database.exec(`INSERT INTO event_count VALUES ('${day}', 'page_view', 'direct', ${number})
      ON CONFLICT DO UPDATE SET count = ${number}`);
  };
  count('2026-01-01', 2);
  count('2026-01-02', 3);
  await inbox('backup', file);
  await add('three');
  count('2026-01-01', 1);
  count('2026-01-02', 5);
  await inbox('erase', '1', '--yes');
  const { status, stdout } = await inbox('restore', file);
  const [kept = ''] = replacedFiles();
  expect([status, stdout.split('\n')]).toEqual([
    0,
    [
      `Restored from ${file}: 2. To be delivered: 2.`,
      `What was in the inbox before is in ${kept}: 2. Erasing does not reach it.`,
    ],
  ]);
  expect([messagesIn(), messagesIn(kept)]).toEqual([
    ['one', 'two'],
    ['three', 'two'],
  ]);
  await add('four');
  expect((await inbox('show', '4')).status).toBe(0);
  using database = inData();
  const counts = database.prepare('SELECT count FROM event_count ORDER BY day').all();
  expect(counts.map((row) => row.count)).toEqual([2, 5]);
});

test('a backup of an older version is restored where there is no inbox, and stays as it is', async () => {
  const old = new DatabaseSync(file);
  for (const name of ['0001_submissions.sql', '0002_outbox.sql']) {
    old.exec(readFileSync(`inbox/stores/migrations/${name}`, 'utf8'));
  }
  old.exec(`PRAGMA user_version = 2; INSERT INTO submission (kind, received_at, fields)
    VALUES ('enquiry', '2026-01-02', '{"message":"old"}')`);
  old.close();
  const before = readFileSync(file);
  expect(await inbox('restore', file)).toMatchObject({ status: 0 });
  expect([messagesIn(), replacedFiles()]).toEqual([['old'], []]);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test.each<[string, string | null, RegExp]>([
  ['is not there', null, /copy\.sqlite cannot be read as a backup: unable to open/],
  ['is text', '', /: file is not a database/],
  ['is another database', 'CREATE TABLE x (y)', /no table "submission"/],
  ['is newer', 'CREATE TABLE submission (y); PRAGMA user_version = 99', /by a newer version/],
])('a file that %s is not restored', async (_, sql, message) => {
  await add('one');
  if (sql === '') writeFileSync(file, 'My shopping list');
  else if (sql !== null) new DatabaseSync(file).exec(sql);
  const { status, stderr } = await inbox('restore', file);
  expect(stderr).toMatch(message);
  expect([status, messagesIn(), replacedFiles()]).toEqual([1, ['one'], []]);
});

test('nothing that a running server acknowledges is lost to restores (behavior 8.3)', async () => {
  await add('in the backup');
  await inbox('backup', file);
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
    expect(await inbox('restore', file)).toMatchObject({ status: 0 });
    expect(replacedFiles()).toHaveLength(restores);
  }
  isOver = true;
  await senders;
  server.child.kill('SIGTERM');
  await server.ended;
  const kept = new Set([...messagesIn(), ...replacedFiles().flatMap((path) => messagesIn(path))]);
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((message) => !kept.has(message))).toEqual([]);
  expect(kept).toContain('in the backup');
});
