import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { makeSite, type ServerProcess, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { startDrippingServer } from '#inbox/tests/mail-server.ts';
import { freePort } from '#tools/free-port.ts';
import { amount } from '../../tests/amount.ts';
import { askForPages as askForPagesOf, pageLimit } from '../../tests/page-waits.ts';

// A server with a large inbox, while something fails: no page waits, and nothing acknowledged is lost.

const rows = amount(20_000, 200_000);
const message = 'These are words. '.repeat(40);

let folder: string;
let server: ServerProcess;
const ends: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bad-day-'));
  const database = openDatabase(databaseFile(folder));
  const fields = JSON.stringify({ firstName: 'Ada', message });
  database.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ${rows})
    INSERT INTO submission (kind, received_at, fields)
    SELECT 'enquiry', strftime('%Y-%m-%dT%H:%M:%fZ'), '${fields}' FROM number`);
  database.close();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true });
});

const start = async (environment: Record<string, string> = {}): Promise<void> => {
  const site = makeSite(mkdtempSync(join(folder, 'site-')));
  server = await startServerProcess({ DATA_DIR: folder, SITE_DIR: site, ...environment });
  ends.push(() => {
    server.child.kill('SIGTERM');
    return server.ended;
  });
};

const askForPages = () => {
  const stop = askForPagesOf(server);
  ends.push(stop);
  return stop;
};

const send = (what: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const message = `${what}, number ${n}`;
      const response = await postEnquiry(server.url, { message });
      const { message: sentence } = await response.json();
      return { message, status: response.status, sentence };
    }),
  );
type Sent = Awaited<ReturnType<typeof send>>;

const accepted = (sent: Sent): string[] =>
  sent.filter(({ status }) => status === 200).map(({ message }) => message);

const expectRefused = (sent: Sent): void => {
  for (const { status, sentence } of sent) {
    expect([status, sentence]).toEqual([503, embedded.messages.storage]);
  }
};

/** Of all databases in the folder, what is not among the rows of the beginning. */
const storedMessages = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .flatMap((name) => {
      const database = openDatabase(join(folder, name));
      const found = database
        .prepare("SELECT fields ->> 'message' AS message FROM submission WHERE message <> ?")
        .all(message);
      database.close();
      return found.map((row) => String(row.message));
    })
    .sort();

const health = async (): Promise<number> => (await fetch(new URL('/healthz', server.url))).status;

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

test('another program holds the database: messages wait for it, and are refused in words if that takes long (behavior 8.3)', {
  retry: 2,
}, async ({ annotate }) => {
  await start();
  const first = await send('Before the lock', 8);
  const release = await hold();
  const heldAt = performance.now();
  const stopAsking = askForPages();
  for (let round = 0; round < amount(1, 2); round++) {
    expectRefused(await send(`Round ${round}`, 8));
  }
  expect(await health()).toBe(503);
  const waiting = send('Waiting', 8);
  if (amount(0, 1)) await new Promise((resolve) => setTimeout(resolve, 2000));
  await fetch(server.url);
  const held = performance.now() - heldAt;
  await release();
  const last = await waiting;
  const { longest, count } = await stopAsking();
  await annotate(
    `held for ${(held / 1000).toFixed(1)} s; ${count} pages, the longest ${longest.toFixed(0)} ms`,
  );
  expect(accepted([...first, ...last])).toHaveLength(16);
  expect(await health()).toBe(200);
  expect(longest).toBeLessThan(pageLimit);
  expect(storedMessages()).toEqual(accepted([...first, ...last]).sort());
});

test('the database is taken away: what it held is kept, and messages are refused until it is', {
  retry: 2,
}, async ({ annotate }) => {
  await start();
  const stopAsking = askForPages();
  const sent = await send('Before', 8);
  for (const name of ['', '-wal', '-shm']) rmSync(databaseFile(folder) + name);
  let refusals = 0;
  for (let n = 0; !server.said().includes('What it held is in'); n++) {
    const more = await send(`Meanwhile ${n}`, 4);
    const refused = more.filter(({ status }) => status !== 200);
    expectRefused(refused);
    refusals += refused.length;
    sent.push(...more);
  }
  sent.push(...(await send('Afterwards', 8)));
  const { longest, count } = await stopAsking();
  await annotate(
    `${accepted(sent).length} acknowledged and kept, ${refusals} refused; ${count} pages, the longest ${longest.toFixed(0)} ms`,
  );
  expect(refusals).toBeGreaterThan(0);
  expect(accepted(sent).length).toBeGreaterThanOrEqual(16);
  expect(longest).toBeLessThan(pageLimit);
  await ends.pop()?.();
  await ends.pop()?.();
  expect(storedMessages()).toEqual(accepted(sent).sort());
});

test.for(['dead', 'dripping'])(
  'the mail server is %s: messages are kept, and wait for it',
  {
    retry: 2,
  },
  async (mood, { annotate }) => {
    const dripping = mood === 'dripping' ? await startDrippingServer() : null;
    if (dripping) ends.push(dripping.close);
    const port = dripping?.port ?? (await freePort());
    await start({ SMTP_URL: `smtp://127.0.0.1:${port}`, INBOX_TO: 'owner@example.com' });
    const stopAsking = askForPages();
    const sent: Sent = [];
    for (let round = 0; round < amount(5, 50); round++) sent.push(...(await send(`${round}`, 20)));
    const { longest, count } = await stopAsking();
    await annotate(
      `${accepted(sent).length} acknowledged and kept; ${count} pages, the longest ${longest.toFixed(0)} ms`,
    );
    expect(accepted(sent)).toHaveLength(sent.length);
    expect(longest).toBeLessThan(pageLimit);
    expect(await health()).toBe(200);
    expect(storedMessages()).toEqual(accepted(sent).sort());
  },
);
