import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { createSqliteStore, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { makeSite, type ServerProcess, startServerProcess } from '#tools/server-process.ts';
import { postEnquiry } from '#tools/submission.ts';

let folder: string;
let server: ServerProcess;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  server = await startServerProcess({ DATA_DIR: folder, SITE_DIR: makeSite(folder) });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true });
});

/** Holds the database in another process. @returns how to let it go */
const hold = async (): Promise<() => Promise<unknown>> => {
  const program = `import { DatabaseSync } from 'node:sqlite';
    new DatabaseSync(process.argv[1]).exec('BEGIN EXCLUSIVE');
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, databaseFile(folder)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(holder, 'exit');
  const release = async (): Promise<unknown> => {
    holder.kill('SIGKILL');
    return ended;
  };
  ends.push(release);
  await once(holder.stdout, 'data');
  return release;
};

/** Asks for a page again and again. @returns how to end it, with the longest wait in milliseconds */
const askForPages = () => {
  let isAsking = true;
  const waits: number[] = [];
  const asked = (async () => {
    while (isAsking) {
      const startedAt = performance.now();
      const isFound = await fetch(server.url).then(
        async (response) => (await response.text()) !== '' && response.ok,
        () => false,
      );
      waits.push(isFound ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
      await new Promise(setImmediate);
    }
  })();
  const stop = async (): Promise<void> => {
    isAsking = false;
    await asked;
  };
  ends.push(stop);
  return async () => {
    await stop();
    return { longest: Math.max(...waits), count: waits.length };
  };
};

const storedMessages = async (): Promise<string[]> => {
  const database = openDatabase(databaseFile(folder));
  const all = await createSqliteStore(database).list();
  database.close();
  return all.map(({ fields }) => fields.message ?? '').sort();
};

test('a page does not wait while another program holds the database, and a message is kept or refused', async () => {
  await postEnquiry(server.url, { message: 'before the lock' });
  const release = await hold();
  const stopAsking = askForPages();
  const refused = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      postEnquiry(server.url, { message: `refused, number ${n}` }),
    ),
  );
  for (const response of refused) {
    expect(response.status).toBe(503);
    expect((await response.json()).message).toBe(embedded.messages.storage);
  }
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(503);
  const waiting = Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      postEnquiry(server.url, { message: `waited, number ${n}` }),
    ),
  );
  await fetch(server.url);
  await release();
  expect((await waiting).map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { longest, count } = await stopAsking();
  expect(count).toBeGreaterThan(100);
  expect(longest).toBeLessThan(100);
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
  expect(await storedMessages()).toEqual(
    ['before the lock', ...Array.from({ length: 8 }, (_, n) => `waited, number ${n}`)].sort(),
  );
}, 60_000);
