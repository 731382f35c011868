import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSqliteStore, DatabaseError, openDatabase, openForServer } from './sqlite-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const enquiry = {
  kind: 'enquiry',
  receivedAt: '2026-01-02T03:04:05.000Z',
  idempotencyKey: null,
  fields: { message: 'Hello' },
  isToDeliver: false,
} as const;

describe('opening', () => {
  test('makes folders that are missing, keeps what is there, and has every commit on disk', async () => {
    const file = join(folder, 'a', 'b', 'inbox.sqlite');
    for (const count of [1, 2]) {
      const database = openDatabase(file);
      const store = createSqliteStore(database);
      await store.add(enquiry);
      expect(await store.list()).toHaveLength(count);
      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
      database.close();
    }
  });

  test('a file that is no database is named and left as it is', () => {
    const file = join(folder, 'inbox.sqlite');
    const content = 'My shopping list. '.repeat(100);
    writeFileSync(file, content);
    expect(() => openDatabase(file)).toThrow(DatabaseError);
    expect(() => openDatabase(file)).toThrow(
      `The database ${file} is not an SQLite database; nothing was changed. Move it away, or set DATA_DIR to another folder.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('a folder that is a file is named', () => {
    const file = join(folder, 'data');
    writeFileSync(file, '');
    expect(() => openDatabase(join(file, 'inbox.sqlite'))).toThrow(
      `The database ${join(file, 'inbox.sqlite')} cannot be written. Check the owner of the folder, or set DATA_DIR to another one.`,
    );
  });

  test('a database of an older version is brought up to date, with what it holds', async () => {
    const file = join(folder, 'inbox.sqlite');
    const migrations = new URL('./migrations/', import.meta.url);
    const old = new DatabaseSync(file);
    for (const name of ['0001_submissions.sql', '0002_outbox.sql']) {
      old.exec(readFileSync(new URL(name, migrations), 'utf8'));
    }
    old.exec(`PRAGMA user_version = 2;
      INSERT INTO submission (kind, received_at, fields) VALUES ('booking', '2026-01-02', '{"a":"b"}')`);
    old.close();
    const database = openDatabase(file);
    expect(await createSqliteStore(database).list()).toMatchObject([
      { kind: 'booking', fields: { a: 'b' }, seenAt: null, answeredAt: null },
    ]);
    database.close();
  });

  test('a database that another program brings up to date at this moment is opened', async () => {
    const file = join(folder, 'inbox.sqlite');
    const other = openDatabase(file);
    const newest = Number(other.prepare('PRAGMA user_version').get()?.user_version);
    other.exec(`PRAGMA user_version = ${newest - 1}`);
    other.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${newest}`);
    const store = new URL('sqlite-store.ts', import.meta.url);
    const open = `import('${store}').then((store) => store.openDatabase('${file}').close())`;
    const ended = once(new Worker(open, { eval: true }), 'exit');
    await setTimeout(1000);
    other.exec('COMMIT');
    expect(await ended).toEqual([0]);
    other.close();
  });

  test('a migration that was published stays as it is, since databases have applied it', () => {
    const folder = new URL('./migrations/', import.meta.url);
    const sums = readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(new URL(name, folder)))
        .digest('hex')
        .slice(0, 16),
    ]);
    // A new migration gets a new row; a row never changes.
    expect(Object.fromEntries(sums)).toEqual({
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
    });
  });

  test('a database of a newer version is left as it is', () => {
    const file = join(folder, 'inbox.sqlite');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => openDatabase(file)).toThrow(/written by a newer version of this site/);
  });
});

test('while another program writes, each submission waits as long as the others', async () => {
  const file = join(folder, 'inbox.sqlite');
  const store = createSqliteStore(openForServer(file));
  using other = openDatabase(file);
  other.exec('BEGIN IMMEDIATE');
  const time = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => time.mockRestore());
  const first = store.add(enquiry);
  time.mockReturnValue(4000);
  const second = store.add({ ...enquiry, idempotencyKey: 'two' });
  time.mockReturnValue(6000);
  await expect(first).rejects.toThrow('database is locked');
  other.exec('COMMIT');
  expect(await second).toBe(1);
});

test('a full disk refuses what does not fit, keeps the rest, and recovers', async () => {
  const database = openDatabase(join(folder, 'inbox.sqlite'));
  const store = createSqliteStore(database);
  await store.add(enquiry);
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as {
    page_count: number;
  };
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const large = { ...enquiry, fields: { message: 'x'.repeat(100_000) } };
  await expect(store.add(large)).rejects.toThrow('database or disk is full');
  await expect(store.checkWritable('2026-01-02')).rejects.toThrow('database or disk is full');
  expect(await store.list()).toHaveLength(1);
  database.exec('PRAGMA max_page_count = 100000');
  await store.checkWritable('2026-01-02');
  await store.add(large);
  expect(await store.list()).toHaveLength(2);
  database.close();
});

test('a log that grew while somebody read is small again, and empty after an erasure', async () => {
  const file = join(folder, 'inbox.sqlite');
  const database = openForServer(file);
  const store = createSqliteStore(database);
  await store.add(enquiry);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM submission');
  const large = { ...enquiry, fields: { message: 'x'.repeat(1e6) } };
  for (let n = 0; n < 7; n++) await store.add(large);
  const logSize = () => statSync(`${file}-wal`).size;
  expect(logSize()).toBeGreaterThan(7e6);
  expect(await store.erase({ before: '2026-01-02' })).toEqual({ count: 0, isGone: true });
  reader.exec('COMMIT');
  for (let n = 0; n < 3; n++) await store.add(enquiry);
  expect(logSize()).toBeLessThan(5e6);
  reader.exec('BEGIN; SELECT count(*) FROM submission');
  expect((await store.erase({ id: 1 })).isGone).toBe(false);
  reader.close();
  expect(await store.erase({ before: '9999' })).toEqual({ count: 10, isGone: true });
  expect(logSize()).toBe(0);
  database.close();
});

describe('a server', () => {
  test.each<[string, (file: string) => void]>([
    ['is removed', (file) => rmSync(file)],
    ['is replaced', (file) => renameSync(`${file}.new`, file)],
    ['loses its log', (file) => rmSync(`${file}-wal`)],
    ['goes with its folder', (file) => rmSync(join(file, '..'), { recursive: true })],
  ])('whose database %s acknowledges nothing into nowhere (behavior 8.3)', async (_, harm) => {
    const file = join(folder, 'data', 'inbox.sqlite');
    const database = openForServer(file);
    openDatabase(`${file}.new`).close();
    const store = createSqliteStore(database);
    await store.add(enquiry);
    harm(file);
    await expect(store.add(enquiry)).rejects.toThrow(/was removed or replaced/);
    await expect(store.checkWritable('2026-01-02')).rejects.toThrow(DatabaseError);
    database.close();
  });

  test('whose database is put back goes on, with what it held', async () => {
    const file = join(folder, 'inbox.sqlite');
    const database = openForServer(file);
    const store = createSqliteStore(database);
    await store.add(enquiry);
    renameSync(file, `${file}.old`);
    await expect(store.add(enquiry)).rejects.toThrow(DatabaseError);
    renameSync(`${file}.old`, file);
    await store.add(enquiry);
    expect(await store.list()).toHaveLength(2);
    database.close();
  });

  test('names a damaged database at the start, and leaves it as it is (behavior 8.3)', async () => {
    const file = join(folder, 'inbox.sqlite');
    const first = openDatabase(file);
    const large = { ...enquiry, fields: { message: 'x'.repeat(5000) } };
    for (let n = 0; n < 20; n++) await createSqliteStore(first).add(large);
    first.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 5 * 4096, 9 * 4096);
    writeFileSync(file, bytes);
    expect(() => openForServer(file)).toThrow(
      new RegExp(`^The database ${file} is damaged: .*npm run inbox -- restore`),
    );
    expect(readFileSync(file)).toEqual(bytes);
  });
});

test('nobody else on the machine can read the inbox, also one that others could (behavior 8.3)', async () => {
  const file = join(folder, 'data', 'inbox.sqlite');
  const rights = () =>
    [join(folder, 'data'), file, `${file}-wal`, `${file}-shm`].map(
      (path) => statSync(path).mode & 0o777,
    );
  const umask = process.umask(0o022);
  const first = openDatabase(file);
  await createSqliteStore(first).add(enquiry);
  expect(rights()).toEqual([0o700, 0o600, 0o600, 0o600]);
  first.close();
  chmodSync(file, 0o644);
  const second = openDatabase(file);
  await createSqliteStore(second).add(enquiry);
  expect(rights()).toEqual([0o700, 0o600, 0o600, 0o600]);
  second.close();
  process.umask(umask);
});
