import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSite, type ServerProcess, startServerProcess } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { amount } from '../../tests/amount.ts';
import { askForPages, pageLimit } from '../../tests/page-waits.ts';

let folder: string;
let server: ServerProcess;
const sockets: Socket[] = [];
const connections = amount(40, 100);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flood-'));
  const site = makeSite(folder);
  writeFileSync(join(site, 'large.pdf'), Buffer.alloc(1e6));
  server = await startServerProcess({
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: site,
    RATE_LIMIT: '20',
    TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true });
});

test('a thousand refused messages from four networks keep nobody else’s first message out', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const post = (n: number) =>
    fetch(`${server.url}/api/submit`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...from(`2001:db8:${n % 4}:${n.toString(16)}::1`),
      },
      body: '{}',
    });
  const statuses: number[] = [];
  for (let n = 0; n < 1000; n += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => post(n + index)));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect((await postEnquiry(server.url, {}, from('192.0.2.7'))).status).toBe(200);
});

/** Of the server, in MiB: the most that it had. */
const mostMemory = (): number => {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
};

/** Of many times what a connection may ask at once. */
const full = (request: string): Buffer => Buffer.from(request.repeat(1500));

const open = async (): Promise<Socket> => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
};

test.skipIf(process.platform !== 'linux').for<[string, string]>([
  ['large files', 'GET /large.pdf HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['pages of forms', 'GET /book HTTP/1.1\r\nHost: x\r\n\r\n'],
])(
  'clients that ask for %s and read nothing take no more than 200 MB',
  { timeout: 180_000 },
  async ([, request], { annotate }) => {
    const requests = full(request);
    for (let n = 0; n < connections; n++) (await open()).pause().write(requests);
    expect((await fetch(server.url)).status).toBe(200);
    expect((await postEnquiry(server.url, { message: 'After the flood' })).status).toBe(200);
    await annotate(`${connections} connections: ${mostMemory().toFixed(0)} MB`);
    expect(mostMemory()).toBeLessThan(200);
  },
);

test.skipIf(process.platform !== 'linux').for<[string, string]>([
  ['pages', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['pages of forms', 'GET /book HTTP/1.1\r\nHost: x\r\n\r\n'],
])(
  'connections full of requests for %s, one after the other, keep no page waiting and take no more than 200 MB',
  { timeout: 180_000, retry: 2 },
  async ([, request], { annotate }) => {
    const requests = full(request);
    let left = amount(200, 1000);
    const stopAsking = askForPages(server);
    const attack = async (): Promise<void> => {
      while (left-- > 0) {
        const socket = await open();
        socket.resume().write(requests);
        await new Promise((resolve) => socket.once('close', resolve));
      }
    };
    await Promise.all(Array.from({ length: 25 }, attack));
    const { longest, count } = await stopAsking();
    await annotate(
      `${amount(200, 1000)} connections: ${mostMemory().toFixed(0)} MB; ${count} pages, the longest ${longest.toFixed(0)} ms`,
    );
    expect(longest).toBeLessThan(pageLimit);
    expect(mostMemory()).toBeLessThan(200);
  },
);
