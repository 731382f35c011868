import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { makeSite, type ServerProcess, startServerProcess } from '#hosting/tests/server-process.ts';
import { payload, postEnquiry } from '#hosting/tests/submission.ts';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { amount } from '../../tests/amount.ts';

let folder: string;
let server: ServerProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durability-'));
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  server = null;
  rmSync(folder, { recursive: true });
});

const start = async (fileSizeLimit: number | null = null): Promise<ServerProcess> => {
  server = await startServerProcess(
    { DATA_DIR: join(folder, 'data'), SITE_DIR: makeSite(folder) },
    fileSizeLimit,
  );
  return server;
};

const storedMessages = async (): Promise<(string | undefined)[]> => {
  const database = openDatabase(join(folder, 'data', 'inbox.sqlite'));
  const submissions = await createSqliteStore(database).list();
  database.close();
  return submissions.map(({ fields }) => fields.message);
};

test('a server killed in the middle of burst after burst loses nothing that it acknowledged', async ({
  annotate,
}) => {
  const rounds = amount(20, 200);
  const acknowledged = new Set<string>();
  let unanswered: string[] = [];
  let count = 0;
  for (let round = 0; round < rounds; round++) {
    const { url, child, ended } = await start();
    const again = unanswered;
    unanswered = [];
    let beforeKill = Math.floor(Math.random() * 60);
    const kill = (): void => {
      beforeKill = -1;
      child.kill('SIGKILL');
    };
    const send = async (): Promise<void> => {
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
    await Promise.all(Array.from({ length: 16 }, send));
    unanswered.push(...again);
    await ended;
  }
  const stored = await storedMessages();
  const unique = new Set(stored);
  const lost = [...acknowledged].filter((message) => !unique.has(message));
  const doubled = stored.length - unique.size;
  await annotate(
    `${rounds} kills: ${acknowledged.size} acknowledged, ${stored.length} stored, ${lost.length} lost, ${doubled} doubled`,
  );
  expect({ lost, doubled }).toEqual({ lost: [], doubled: 0 });
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds);
}, 600_000);

test('a stopped server finishes what is under way, takes nothing new, and ends well', async () => {
  const { url, child, ended } = await start();
  const { hostname, port } = new URL(url);
  const body = JSON.stringify(payload);
  const half = Math.floor(body.length / 2);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /api/submit HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await expect.poll(() => answer).toContain('100 Continue');
  socket.write(body.slice(0, half));
  child.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    .toBe('refused');
  socket.write(body.slice(half));
  await closed;
  expect(answer).toMatch(/HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(await ended).toBe(0);
  expect(await storedMessages()).toEqual([payload.message]);
}, 60_000);

test('what had been sent to a server before it was stopped is answered, on old connections and new', async () => {
  const { url, child, ended } = await start();
  const { hostname, port } = new URL(url);
  const half = 20;
  const requestOf = (n: number): string => {
    const body = JSON.stringify({ ...payload, message: `Message number ${n}` });
    return (
      `POST /api/submit HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    );
  };
  const open = async () => {
    const socket = connect(Number(port), hostname);
    const heard = { answers: '' };
    socket.on('data', (chunk) => {
      heard.answers += chunk;
    });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('connect', resolve));
    return { socket, closed, accepted: () => heard.answers.match(/HTTP\/1\.1 200/g)?.length ?? 0 };
  };
  const old = await Promise.all(Array.from({ length: half }, open));
  for (const [n, { socket }] of old.entries()) socket.write(requestOf(n));
  for (const { accepted } of old) await expect.poll(accepted).toBe(1);

  // It can read nothing until it goes on, with the signal.
  child.kill('SIGSTOP');
  const fresh = await Promise.all(Array.from({ length: half }, open));
  for (const [n, { socket }] of [...old, ...fresh].entries()) {
    await new Promise<void>((resolve) => socket.write(requestOf(half + n), () => resolve()));
  }
  child.kill('SIGTERM');
  child.kill('SIGCONT');
  expect(await ended).toBe(0);
  await Promise.all([...old, ...fresh].map(({ closed }) => closed));
  expect(old.map(({ accepted }) => accepted())).toEqual(Array(half).fill(2));
  expect(fresh.map(({ accepted }) => accepted())).toEqual(Array(half).fill(1));
  expect(await storedMessages()).toHaveLength(3 * half);
}, 60_000);

test('on a full disk the server says so, stores nothing by half, and goes on answering', async ({
  annotate,
}) => {
  // Blocks of 512 bytes: more than an empty database has, less than what is sent.
  const { url, said } = await start(256);
  const kept: string[] = [];
  let refused: Response | null = null;
  for (let n = 0; n < 500 && !refused; n++) {
    const message = `Message ${n}, secret ${'x'.repeat(2000)}`;
    const response = await postEnquiry(url, { message });
    if (response.status === 200) kept.push(message);
    else refused = response;
  }
  expect(refused?.status).toBe(503);
  expect(await refused?.json()).toEqual({
    success: false,
    message: embedded.messages.storage,
  });
  expect(kept.length).toBeGreaterThan(0);
  // What the check writes is smaller than a submission, and may fit a few times more.
  await expect
    .poll(async () => (await fetch(new URL('/healthz', url))).status, { timeout: 20_000 })
    .toBe(503);
  expect((await fetch(url)).status).toBe(200);
  expect((await storedMessages()).reverse()).toEqual(kept);
  await annotate(`${kept.length} acknowledged and kept`);
  const flood = Array.from({ length: 40 }, () => postEnquiry(url, { message: 'x'.repeat(9000) }));
  expect((await Promise.all(flood)).every(({ status }) => status === 503)).toBe(true);
  const lines = said().match(/A submission to \/api\/submit could not be stored/g) ?? [];
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(said()).not.toContain('secret');
}, 60_000);
