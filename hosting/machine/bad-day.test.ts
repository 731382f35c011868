import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { makeSite, type ServerProcess, startServerProcess } from '#hosting/tests/server-process.ts';
import { payload, postEnquiry } from '#hosting/tests/submission.ts';
import { inspectInbox } from '#hosting/tests/test-site.ts';
import { databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { startDrippingServer } from '#inbox/tests/mail-server.ts';
import { freePort } from '#tools/free-port.ts';
import { amount } from '../../tests/amount.ts';
import { askForPages as askForPagesOf, pageLimit } from '../../tests/page-waits.ts';

// Something fails: nothing acknowledged is lost, what is refused is a sentence, and no page waits.

let folder: string;
let server: ServerProcess;
const ends: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bad-day-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true });
});

const start = async (environment = {}): Promise<void> => {
  const place = { DATA_DIR: folder, SITE_DIR: makeSite(folder) };
  server = await startServerProcess({ ...place, ...environment });
  const { child, ended } = server;
  ends.push(() => child.kill('SIGTERM') && ended);
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
      return { message, status: response.status, said: (await response.json()).message };
    }),
  );

const storedMessages = (): (string | undefined)[] =>
  inspectInbox(databaseFile(folder))
    .stored()
    .map(({ fields }) => fields.message);

const health = async (): Promise<number> => (await fetch(new URL('/healthz', server.url))).status;

test('a server that is killed in the middle of burst after burst loses nothing that it acknowledged', async ({
  annotate,
}) => {
  const rounds = amount(20, 200);
  const acknowledged = new Set<string>();
  let unanswered: string[] = [];
  let count = 0;
  for (let round = 0; round < rounds; round++) {
    await start();
    ends.pop();
    const { url, child, ended } = server;
    const again = unanswered;
    unanswered = [];
    let beforeKill = Math.floor(Math.random() * 60);
    const kill = (): void => {
      beforeKill = -1;
      child.kill('SIGKILL');
    };
    const burst = async (): Promise<void> => {
      while (beforeKill >= 0) {
        const message = again.pop() ?? `Message number ${count++}`;
        try {
          const { status } = await postEnquiry(url, { message }, { 'Idempotency-Key': message });
          expect(status).toBe(200);
          acknowledged.add(message);
          if (--beforeKill < 0) kill();
        } catch (cause) {
          if (beforeKill >= 0) {
            kill();
            throw cause;
          }
          unanswered.push(message);
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, burst));
    unanswered.push(...again);
    await ended;
  }
  const stored = storedMessages();
  const unique = new Set(stored);
  const lost = [...acknowledged].filter((message) => !unique.has(message));
  const doubled = stored.length - unique.size;
  await annotate(`${rounds} kills: ${acknowledged.size} acknowledged, ${stored.length} stored`);
  expect({ lost, doubled }).toEqual({ lost: [], doubled: 0 });
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds);
}, 600_000);

test('a server that is stopped answers what has been sent, on old connections and new, and what is half sent; then it takes nothing, and ends well', async () => {
  await start();
  const { hostname, port } = new URL(server.url);
  const requestOf = (message: string): string => {
    const body = JSON.stringify({ ...payload, message });
    const head = `POST /api/submit HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json`;
    return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const open = async () => {
    const socket = connect(Number(port), hostname);
    let answers = '';
    socket.on('data', (chunk) => (answers += chunk)).on('error', () => {});
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    const accepted = (): number => answers.match(/HTTP\/1\.1 200/g)?.length ?? 0;
    const write = (text: string) => new Promise((resolve) => socket.write(text, resolve));
    return { write, closed, accepted };
  };
  const openMany = () => Promise.all(Array.from({ length: 20 }, open));
  const old = await openMany();
  for (const [n, { write }] of old.entries()) await write(requestOf(`First message ${n}`));
  for (const { accepted } of old) await expect.poll(accepted).toBe(1);
  const half = await open();
  const text = requestOf('In two halves');
  await half.write(text.slice(0, -20));
  await health();

  // It can read nothing until it goes on, with the signal.
  server.child.kill('SIGSTOP');
  const fresh = await openMany();
  for (const [n, { write }] of [...old, ...fresh].entries())
    await write(requestOf(`Last message ${n}`));
  server.child.kill('SIGTERM');
  server.child.kill('SIGCONT');
  const isRefused = () =>
    health().then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused).toBe(true);
  await half.write(text.slice(-20));
  expect(await server.ended).toBe(0);
  await Promise.all([half, ...old, ...fresh].map(({ closed }) => closed));
  expect(old.map(({ accepted }) => accepted())).toEqual(Array(20).fill(2));
  expect([half, ...fresh].map(({ accepted }) => accepted())).toEqual(Array(21).fill(1));
  expect(storedMessages()).toHaveLength(61);
}, 60_000);

/** Holds the database in another process. @returns how to let it go */
const hold = async (): Promise<() => Promise<unknown>> => {
  const program = `import { DatabaseSync } from 'node:sqlite';
    new DatabaseSync(process.argv[1]).exec('BEGIN EXCLUSIVE');
    console.log('held');
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '-e', program, databaseFile(folder)];
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(holder, 'exit');
  const release = async () => holder.kill('SIGKILL') && ended;
  ends.push(release);
  await once(holder.stdout, 'data');
  return release;
};

test('another program holds a large database: messages wait for it, are refused in words if that takes long, and no page waits (behavior 8.3)', {
  retry: 2,
}, async ({ annotate }) => {
  const database = openDatabase(databaseFile(folder));
  const rows = amount(20_000, 200_000);
  database.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ${rows})
    INSERT INTO submission (kind, received_at, fields)
    SELECT 'enquiry', strftime('%Y-%m-%dT%H:%M:%fZ'), '{"message":"${'words '.repeat(99)}"}' FROM number`);
  database.close();
  await start();
  const first = await send('Before the lock', 8);
  const release = await hold();
  const stopAsking = askForPages();
  for (const { status, said } of await send('Meanwhile', 8)) {
    expect([status, said]).toEqual([503, embedded.messages.storage]);
  }
  expect(await health()).toBe(503);
  const waiting = send('Waiting', 8);
  await fetch(server.url);
  await release();
  const kept = [...first, ...(await waiting)];
  const { longest, count } = await stopAsking();
  await annotate(`${count} pages, the longest ${longest.toFixed(0)} ms`);
  expect(kept.map(({ status }) => status)).toEqual(Array(16).fill(200));
  expect(await health()).toBe(200);
  expect(longest).toBeLessThan(pageLimit);
  const stored = storedMessages().slice(rows);
  expect(stored.sort()).toEqual(kept.map(({ message }) => message).sort());
});

test.for(['dead', 'dripping'])(
  'the mail server is %s: messages are kept, and wait for it',
  {
    retry: 2,
  },
  async (mood) => {
    const dripping = mood === 'dripping' ? await startDrippingServer() : null;
    if (dripping) ends.push(dripping.close);
    const port = dripping?.port ?? (await freePort());
    await start({ SMTP_URL: `smtp://127.0.0.1:${port}`, INBOX_TO: 'owner@example.com' });
    const stopAsking = askForPages();
    const sent: Awaited<ReturnType<typeof send>> = [];
    for (let round = 0; round < amount(5, 50); round++) sent.push(...(await send(`${round}`, 20)));
    const { longest } = await stopAsking();
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(longest).toBeLessThan(pageLimit);
    expect(await health()).toBe(200);
    expect(storedMessages().sort()).toEqual(sent.map(({ message }) => message).sort());
  },
);
