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
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  file = join(folder, 'copy');
});
afterEach(() => rmSync(folder, { recursive: true }));

const inbox = (...args: string[]) =>
  atTerminal(runInbox, args, { environment: { DATA_DIR: folder } });
const open = (name = 'inbox.sqlite') => openDatabase(join(folder, name));
const add = (...messages: string[]): void => {
  using database = open();
  for (const message of messages) {
    database.exec(`INSERT INTO submission (kind, received_at, fields, next_attempt_at)
      VALUES ('enquiry', '2026-01-02', '{"message":"${message}"}', '2026')`);
  }
};
const messagesIn = (name?: string): string[] => {
  using database = open(name);
  const rows = database.prepare("SELECT fields ->> 'message' AS message FROM submission").all();
  return rows.map(({ message }) => String(message)).sort();
};
const replaced = () =>
  readdirSync(folder).filter((name) => /^inbox-replaced-.*\dZ\.sqlite$/.test(name));

test('a backup holds what was stored while others write, nothing of networks, and overwrites nothing (behavior 8.3)', async () => {
  add('one', 'two');
  using writer = open();
  await createSqliteStore(writer).networkKey('2026-01-02', 'KEY-OF-THE-DAY');
  writer.exec("BEGIN IMMEDIATE; UPDATE submission SET last_error = 'NOT-YET-WRITTEN'");
  const stdout = `Backed up to ${file}, and checked: 2.`;
  expect(await inbox('backup', file)).toEqual({ status: 0, stdout, stderr: '' });
  expect([statSync(file).mode & 0o777, messagesIn('copy')]).toEqual([0o600, ['one', 'two']]);
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1')).not.toMatch(/KEY-OF-THE-DAY|NOT-YET-WRITTEN/);
  const stderr = `${file} is there already; name a file that is not`;
  expect(await inbox('backup', file)).toEqual({ status: 1, stdout: '', stderr });
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('a restored inbox is that of the backup, brought up to date; what it replaces stays, with larger counts (behavior 8.3)', async () => {
  using old = new DatabaseSync(file);
  for (const name of ['0001_submissions.sql', '0002_outbox.sql']) {
    old.exec(readFileSync(`inbox/stores/migrations/${name}`, 'utf8'));
  }
  old.exec(`PRAGMA user_version = 2;
    INSERT INTO submission VALUES (7, 'enquiry', '2026-01-02', NULL, '{"message":"old"}', NULL, 0, NULL, NULL)`);
  add('one');
  using database = open();
  database.exec("INSERT INTO event_count VALUES ('2026-01-01', 'page_view', 'direct', 5)");
  expect((await inbox('restore', file)).stdout.split('\n')).toEqual([
    `Restored from ${file}: 1. To be delivered: 0.`,
    `What was in the inbox before is in ${join(folder, replaced()[0] ?? '')}: 1. Erasing does not reach it.`,
  ]);
  expect([messagesIn(), messagesIn(replaced()[0])]).toEqual([['old'], ['one']]);
  expect(database.prepare('SELECT count FROM event_count').get()).toEqual({ count: 5 });
  // No ID comes again.
  add('two');
  expect((await inbox('show', '8')).status).toBe(0);
});

test.each<[string, string, RegExp]>([
  ['is text', '', /copy cannot be read as a backup: file is not a database/],
  ['is another database', 'CREATE TABLE x (y)', /no table "submission"/],
  ['is newer', 'CREATE TABLE submission (y); PRAGMA user_version = 99', /by a newer version/],
])('a file that %s is not restored', async (_, sql, message) => {
  add('one');
  if (sql) new DatabaseSync(file).exec(sql);
  else writeFileSync(file, 'My shopping list');
  const { status, stderr } = await inbox('restore', file);
  expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  expect([messagesIn(), replaced()]).toEqual([['one'], []]);
});

test('nothing that a running server acknowledges is lost to restores (behavior 8.3)', async () => {
  add('in the backup');
  await inbox('backup', file);
  const server = await startServerProcess({ DATA_DIR: folder, SITE_DIR: makeSite(folder) });
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
    expect(replaced()).toHaveLength(restores);
  }
  isOver = true;
  await senders;
  server.child.kill('SIGTERM');
  await server.ended;
  const kept = new Set([...messagesIn(), ...replaced().flatMap(messagesIn)]);
  expect(acknowledged.length).toBeGreaterThan(20);
  expect([...acknowledged, 'in the backup'].filter((message) => !kept.has(message))).toEqual([]);
});
