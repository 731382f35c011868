import fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeSite, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { makePlace } from '../tests/at-terminal.ts';
import { runInbox } from './command.ts';

const makeInbox = () => {
  const place = makePlace(runInbox);
  const messagesIn = (name?: string): string[] => {
    using database = place.open(name);
    const rows = database.prepare("SELECT fields ->> 'message' AS message FROM submission").all();
    return rows.map(({ message }) => String(message)).sort();
  };
  const replaced = () => fs.readdirSync(place.folder).filter((name) => name.includes('-replaced-'));
  return { ...place, file: join(place.folder, 'copy'), messagesIn, replaced };
};

test('a backup holds what was stored while others write, nothing of networks, and overwrites nothing (behavior 8.3)', async () => {
  const { file, run, open, add, messagesIn } = makeInbox();
  add('one');
  add('two');
  using writer = open();
  writer.exec("INSERT INTO network_key VALUES (1, 'NETWORK-KEY')");
  writer.exec("BEGIN IMMEDIATE; UPDATE submission SET last_error = 'NOT-YET-WRITTEN'");
  const stdout = `Backed up to ${file}, and checked: 2.`;
  expect(await run(`backup ${file}`)).toEqual({ status: 0, stdout, stderr: '' });
  expect([fs.statSync(file).mode & 0o777, messagesIn('copy')]).toEqual([0o600, ['one', 'two']]);
  const bytes = fs.readFileSync(file);
  expect(bytes.toString('latin1')).not.toMatch(/NETWORK-KEY|NOT-YET-WRITTEN/);
  const stderr = `${file} is there already; name a file that is not`;
  expect(await run(`backup ${file}`)).toEqual({ status: 1, stdout: '', stderr });
  expect(fs.readFileSync(file).equals(bytes)).toBe(true);
});

test('a restored inbox is that of the backup, brought up to date; what it replaces stays, with larger counts (behavior 8.3)', async () => {
  const { folder, file, run, open, add, messagesIn, replaced } = makeInbox();
  using old = new DatabaseSync(file);
  for (const name of ['0001_submissions.sql', '0002_outbox.sql']) {
    old.exec(fs.readFileSync(`inbox/stores/migrations/${name}`, 'utf8'));
  }
  old.exec(`PRAGMA user_version = 2;
    INSERT INTO submission VALUES (7, 'enquiry', '2026-01-02', NULL, '{"message":"old"}', NULL, 0, NULL, NULL)`);
  add('one');
  using database = open();
  database.exec("INSERT INTO event_count VALUES ('2026-01-01', 'page_view', 'direct', 5)");
  expect((await run(`restore ${file}`)).stdout.split('\n')).toEqual([
    `Restored from ${file}: 1. To be delivered: 0.`,
    `What was in the inbox before is in ${join(folder, replaced()[0] ?? '')}: 1. Erasing does not reach it.`,
  ]);
  expect([messagesIn(), messagesIn(replaced()[0])]).toEqual([['old'], ['one']]);
  await run(`backup ${file}2`);
  database.exec('UPDATE event_count SET count = 9');
  await run(`restore ${file}2`);
  expect(database.prepare('SELECT count FROM event_count').get()).toEqual({ count: 9 });
  // No ID comes again.
  add('two');
  expect((await run('show 8')).status).toBe(0);
});

test('what is no backup is not restored', async () => {
  const { file, add, walk, messagesIn, replaced } = makeInbox();
  add('one');
  const wrong: [string, RegExp][] = [
    ['', /copy cannot be read as a backup: .*no table "submission"|is no backup of an inbox/],
    ['CREATE TABLE submission (y); PRAGMA user_version = 99', /by a newer version/],
  ];
  for (const [sql, message] of wrong) {
    new DatabaseSync(file).exec(sql);
    await walk([[`restore ${file}`, 1, message]]);
  }
  fs.writeFileSync(file, 'My shopping list');
  await walk([[`restore ${file}`, 1, /copy cannot be read as a backup: file is not a database/]]);
  expect([messagesIn(), replaced()]).toEqual([['one'], []]);
});

test('nothing that a running server acknowledges is lost to restores (behavior 8.3)', async () => {
  const { folder, file, run, add, messagesIn, replaced } = makeInbox();
  add('in the backup');
  await run(`backup ${file}`);
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
    expect(await run(`restore ${file}`)).toMatchObject({ status: 0 });
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
