import { hash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ExplainedError } from '#model/mistake.ts';
import { makeFolder } from '#model/tests/folder.ts';
import { newEnquiry } from '../tests/submissions.ts';
import { createSqliteStore, openDatabase } from './sqlite-store.ts';

const large = (size: number) => newEnquiry({ fields: { message: 'x'.repeat(size) } });

test('opening creates missing files, keeps existing data, syncs every commit to disk, and makes all files private, even those that others could read (behavior 8.3)', async () => {
  const file = join(makeFolder(), 'a', 'b', 'inbox.sqlite');
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  for (const count of [1, 2]) {
    using database = openDatabase(file);
    const store = createSqliteStore(database);
    await store.add(newEnquiry());
    expect(await store.list()).toHaveLength(count);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    const paths = [dirname(file), file, `${file}-wal`, `${file}-shm`];
    const rights = paths.map((path) => fs.statSync(path).mode & 0o777);
    expect(rights).toEqual([0o700, 0o600, 0o600, 0o600]);
    if (count === 1) fs.chmodSync(file, 0o644);
  }
});

test('a file that is not a database, is damaged, or has a newer version, and a folder that is a file, are named and not changed (behavior 8.3)', async () => {
  const folder = makeFolder();
  const [list, newer, damaged] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'c')];
  fs.writeFileSync(list, 'My shopping list. '.repeat(100));
  const later = openDatabase(newer);
  later.exec('PRAGMA user_version = 99');
  later.close();
  const whole = openDatabase(damaged);
  for (let n = 0; n < 20; n++) await createSqliteStore(whole).add(large(5000));
  whole.close();
  fs.writeFileSync(damaged, fs.readFileSync(damaged).fill(0xff, 5 * 4096, 9 * 4096));
  for (const [file, why] of [
    [list, /is not an SQLite database; nothing was changed. Move it away, or set DATA_DIR to /],
    [newer, /is of a newer version of this site; update the site/],
    [damaged, /is damaged: .*npm run inbox -- restore FILE/],
    [join(list, 'x'), /cannot be written. Check the owner of the folder, or set DATA_DIR to /],
  ] as const) {
    const before = fs.existsSync(file) && fs.readFileSync(file);
    expect(() => openDatabase(file)).toThrow(ExplainedError);
    expect(() => openDatabase(file)).toThrow(RegExp(`^The database ${file} ${why.source}`));
    expect(fs.existsSync(file) && fs.readFileSync(file)).toEqual(before);
  }
});

describe('migrations', () => {
  const migrations = new URL('./migrations/', import.meta.url);
  const names = fs.readdirSync(migrations).sort();
  const textOf = (name: string) => fs.readFileSync(new URL(name, migrations), 'utf8');

  /** An early version of 0011 had the index that 0013 creates. */
  const early =
    'CREATE INDEX submission_to_confirm ON submission (received_at) WHERE confirmation IS NOT NULL';

  test('a database of any older version is migrated with its data, and never reuses an ID', async () => {
    const schemaOf = (database: DatabaseSync) =>
      database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    const schema = schemaOf(openDatabase(':memory:'));
    const published = [...names.keys()].map((version) => [version, ''] as const);
    for (const [version, more] of [...published, [11, early], [12, early]] as const) {
      const file = join(makeFolder(), 'inbox.sqlite');
      const old = new DatabaseSync(file);
      const statements = names.slice(0, version).map(textOf).concat(more);
      old.exec(`BEGIN; ${statements.join('')}; PRAGMA user_version = ${version}; COMMIT`);
      if (version > 0) {
        const rows = `VALUES ('booking', '2026-01-02', '{"a":"b"}'), ('enquiry', '2026-01-03', '{}')`;
        old.exec(`INSERT INTO submission (kind, received_at, fields) ${rows};
          DELETE FROM submission WHERE kind = 'enquiry'`);
      }
      old.close();
      using database = openDatabase(file);
      expect(schemaOf(database), `${version}`).toEqual(schema);
      const store = createSqliteStore(database);
      expect(await store.add(newEnquiry()), `${version}`).toBe(version > 0 ? 3 : 1);
      const publicId = `1-${Date.parse('2026-01-02')}`;
      const held = { id: 1, publicId, kind: 'booking', fields: { a: 'b' }, seenAt: null };
      const kept = version > 0 ? [held] : [];
      expect(await store.list({ before: '2026-01-02T01' })).toMatchObject(kept);
    }
  });

  test('a database that another program is migrating can be opened', async () => {
    const file = join(makeFolder(), 'inbox.sqlite');
    const before = openDatabase(file);
    const newest = before.prepare('PRAGMA user_version').get()?.user_version;
    before.exec('PRAGMA user_version = 0');
    before.close();
    const other = new Worker(
      `const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync('${file}');
      database.exec('BEGIN IMMEDIATE; PRAGMA user_version = ${newest}');
      require('node:worker_threads').parentPort.postMessage('begun');
      setTimeout(() => database.exec('COMMIT'), 200);`,
      { eval: true },
    );
    await once(other, 'message');
    openDatabase(file).close();
  });

  test('a published migration never changes, because databases have applied it', () => {
    const sumOf = (name: string) => hash('sha256', textOf(name)).slice(0, 16);
    // A new migration gets a new row; a row never changes.
    expect(Object.fromEntries(names.map((name) => [name, sumOf(name)]))).toEqual({
      '0001_submissions.sql': 'a1e05d79de8b9cba',
      '0002_outbox.sql': '3ea276227e3f0928',
      '0003_acknowledgements.sql': '9075d69206eafeec',
      '0004_owner.sql': 'd8cea25e959f593c',
      '0005_counts.sql': '1cdac7afe415d870',
      '0006_booked_times.sql': '3a15deee7dc79941',
      '0007_invitations.sql': '023bbe132679a369',
      '0008_networks.sql': 'b509f8475e097960',
      '0009_clock.sql': '8b8c8730a7da4125',
      '0010_networks_of_bookings.sql': '9538e5e5c92cbbb3',
      '0011_confirmations.sql': '43b5bb6bec2fed82',
      '0012_any_kind.sql': '6cf1fab03614e2e7',
      '0013_confirmations_by_time.sql': '2c5102f28cd6baaa',
      '0014_public_ids.sql': '896ff3a9e2f2590e',
    });
  });
});

test('while another program writes, each submission waits as long as the others', async () => {
  const file = join(makeFolder(), 'inbox.sqlite');
  const store = createSqliteStore(openDatabase(file));
  using other = openDatabase(file);
  other.exec('BEGIN IMMEDIATE');
  using time = vi.spyOn(performance, 'now').mockReturnValue(0);
  const first = store.add(newEnquiry());
  await setImmediate();
  time.mockReturnValue(4000);
  const second = store.add(newEnquiry());
  time.mockReturnValue(6000);
  await expect(first).rejects.toThrow('database is locked');
  await setTimeout(50);
  other.exec('COMMIT');
  expect(await second).toBe(1);
});

test('a full disk refuses what does not fit, keeps the rest, and recovers', async () => {
  using database = openDatabase(join(makeFolder(), 'inbox.sqlite'));
  const store = createSqliteStore(database);
  await store.add(newEnquiry());
  const pages = database.prepare('PRAGMA page_count').get()?.page_count;
  database.exec(`PRAGMA max_page_count = ${pages}`);
  await expect(store.add(large(100_000))).rejects.toThrow('database or disk is full');
  await expect(store.checkWritable('2026-01-02')).rejects.toThrow('database or disk is full');
  expect(await store.list()).toHaveLength(1);
  database.exec('PRAGMA max_page_count = 100000');
  await store.checkWritable('2026-01-02');
  await store.add(large(100_000));
  expect(await store.list()).toHaveLength(2);
});

test('the log is empty after an erasure, or the store reports that another program reads it', async () => {
  const file = join(makeFolder(), 'inbox.sqlite');
  using database = openDatabase(file);
  const store = createSqliteStore(database);
  for (const _ of [1, 2]) await store.add(newEnquiry());
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM submission');
  expect(await store.erase({ before: '2026-01-02' })).toEqual({ count: 0, isGone: true });
  expect((await store.erase({ id: 1 })).isGone).toBe(false);
  reader.close();
  expect(await store.erase({ before: '9999' })).toEqual({ count: 1, isGone: true });
  expect(fs.statSync(`${file}-wal`).size).toBe(0);
});

test.each<[string, (file: string) => void]>([
  ['is removed', (file) => fs.rmSync(file)],
  ['is moved, until it is put back,', (file) => fs.renameSync(file, `${file}.old`)],
  ['is replaced', (file) => fs.renameSync(`${file}.new`, file)],
  ['loses its log', (file) => fs.rmSync(`${file}-wal`)],
  ['goes with its folder', (file) => fs.rmSync(join(file, '..'), { recursive: true })],
])('a database that %s acknowledges nothing into nowhere (behavior 8.3)', async (_, harm) => {
  const file = join(makeFolder(), 'data', 'inbox.sqlite');
  using database = openDatabase(file);
  openDatabase(`${file}.new`).close();
  const store = createSqliteStore(database);
  await store.add(newEnquiry());
  harm(file);
  await expect(store.add(newEnquiry())).rejects.toThrow(/was removed or replaced/);
  await expect(store.checkWritable('2026-01-02')).rejects.toThrow(ExplainedError);
  if (fs.existsSync(`${file}.old`)) {
    fs.renameSync(`${file}.old`, file);
    await store.add(newEnquiry());
    expect(await store.list()).toHaveLength(2);
  }
});
