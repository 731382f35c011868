import fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeSite, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { runInbox } from '../inbox.ts';
import { makePlace } from '../tests/at-terminal.ts';

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

test('a backup is complete while others write, omits networks and overwrites nothing; a restore migrates it, keeps the replaced inbox, and takes the larger counts (behavior 8.3)', async () => {
  const { file, walk, open, add, messagesIn, replaced } = makeInbox();
  add('one');
  using database = open();
  database.exec(`INSERT INTO network_key VALUES (1, 'NETWORK-KEY');
    INSERT INTO event_count VALUES ('2026-01-01', 'page_view', 'direct', 5);
    BEGIN IMMEDIATE; UPDATE submission SET last_error = 'NOT-YET-WRITTEN'`);
  await walk([[`backup ${file}`, 0, /^Messages backed up to .*copy: 1\.$/]]);
  expect([fs.statSync(file).mode & 0o777, messagesIn('copy')]).toEqual([0o600, ['one']]);
  const bytes = fs.readFileSync(file);
  expect(bytes.toString('latin1')).not.toMatch(/NETWORK-KEY|NOT-YET-WRITTEN/);
  database.exec('COMMIT; UPDATE event_count SET count = 9');
  fs.writeFileSync(`${file}0`, 'My shopping list');
  using old = new DatabaseSync(`${file}1`);
  await walk([
    [`backup ${file}`, 1, /^EEXIST: file already exists, .*copy'$/],
    [`restore ${file}0`, 1, /copy0 could not be copied: file is not a database$/],
    [`restore ${file}1`, 1, /copy1 could not be copied: no such table: submission$/],
  ]);
  expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  expect(replaced()).toEqual([]);
  old.exec(fs.readFileSync('inbox/stores/migrations/0001_submissions.sql', 'utf8'));
  old.exec(`PRAGMA user_version = 1; INSERT INTO submission (id, kind, received_at, fields)
    VALUES (7, 'enquiry', '2026-01-02', '{"message":"old"}')`);
  await walk([[`restore ${file}1`, 0, /restored from .*copy1: 1\. .*: 1\) is in .*Z\.sqlite:/]]);
  expect([messagesIn(), messagesIn(replaced()[0])]).toEqual([['old'], ['one']]);
  // No ID is reused.
  add('two');
  await walk([['show 8', 0, /two/]]);
  await walk([[`restore ${file}`, 0, /copy: 1\. .* \(messages: 2\)/]]);
  expect(database.prepare('SELECT count FROM event_count').get()).toEqual({ count: 9 });
  // As on a new machine.
  database.exec('DELETE FROM submission');
  await walk([[`restore ${file}`, 0, /^Messages restored from .*copy: 1\.$/]]);
  expect(replaced()).toHaveLength(2);
});

test('nothing that a running server acknowledges is lost to restores (behavior 8.3)', async () => {
  const { folder, file, run, add, messagesIn, replaced } = makeInbox();
  add('in the backup');
  await run(`backup ${file}`);
  const server = await startServerProcess({ DATA_DIR: folder, SITE_DIR: makeSite(folder) });
  const acknowledged: string[] = [];
  const send = async (sender: number): Promise<void> => {
    for (let n = 0; replaced().length < 10; n++) {
      const message = `message ${n} of ${sender}`;
      const { status } = await postEnquiry(server.url, { message }, { 'Idempotency-Key': message });
      if (status === 200) acknowledged.push(message);
    }
  };
  const senders = Promise.all([1, 2, 3, 4].map(send));
  for (let round = 1; round <= 10; round++) {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(round * 10);
    expect(await run(`restore ${file}`)).toMatchObject({ status: 0 });
  }
  await senders;
  server.child.kill('SIGTERM');
  await server.ended;
  const kept = new Set([...messagesIn(), ...replaced().flatMap(messagesIn)]);
  expect([...acknowledged, 'in the backup'].filter((message) => !kept.has(message))).toEqual([]);
});
