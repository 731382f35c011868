import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { minute } from '#booking/interval.ts';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { makeSite } from '#hosting/tests/server-process.ts';
import { payload } from '#hosting/tests/submission.ts';
import { bookingLengths } from '#inbox/kinds/booking.ts';
import { readServerConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'server-'));
  server = await startServer(
    readServerConfig({ PORT: '0', DATA_DIR: folder, SITE_DIR: makeSite(folder) }),
  );
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Sends what no client of ours would. @returns status and body */
const send = (head: string, body = ''): Promise<[status: number, body: string]> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(`${head}\r\n\r\n${body}`));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.once('close', () => {
      const [start = '', text = ''] = answer.split('\r\n\r\n');
      resolve([Number(/^HTTP\/1\.1 (\d+)/.exec(start)?.[1]), text]);
    });
  });

const body = JSON.stringify(payload);
const post = (target: string, ...headers: string[]) =>
  send(
    [
      `POST ${target}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
    ].join('\r\n'),
    body,
  );

test('a client of HTTP/1.0 that names no host reads and sends', async () => {
  expect(await send('GET / HTTP/1.0')).toEqual([200, '<title>Home</title>']);
  expect((await send('GET /book HTTP/1.0'))[0]).toBe(200);
  expect((await post('/api/submit HTTP/1.0'))[0]).toBe(200);
});

test('a whole address in place of a path leads to the same, and its host counts', async () => {
  const get = (url: string) =>
    send(`GET ${url} HTTP/1.1\r\nHost: other.example\r\nConnection: close`);
  expect(await get('http://site.example')).toEqual([200, '<title>Home</title>']);
  expect(await get('HTTP://site.example/?query')).toEqual([200, '<title>Home</title>']);
  expect((await get('http://site.example/book?name=Ada'))[1]).toContain('value="Ada"');
  expect((await get('http://site.example/nowhere'))[0]).toBe(404);
  expect((await get('http://['))[0]).toBe(400);
  const from = (origin: string) =>
    post('http://site.example/api/submit HTTP/1.1', 'Host: other.example', `Origin: ${origin}`);
  expect((await from('http://site.example'))[0]).toBe(200);
  expect((await from('http://other.example'))[0]).toBe(403);
});

test('where bookings are made elsewhere, the addresses for them here are like any unknown one (behavior 1.2)', async () => {
  const elsewhere = await startServer(
    readServerConfig({
      PORT: '0',
      DATA_DIR: join(folder, 'elsewhere'),
      SITE_DIR: makeSite(folder),
      PUBLIC_BOOKING_URL: 'https://booking.example/robin',
      CALENDAR_KEY: 'k'.repeat(20),
    }),
  );
  const get = async (path: string): Promise<[number, string]> => {
    const answer = await fetch(elsewhere.url + path);
    return [answer.status, await answer.text()];
  };
  const unknown = await get('/nowhere');
  expect(unknown).toEqual([404, '<title>No such page</title>']);
  const paths = ['/book?zone=UTC', `/calendar.ics?key=${'k'.repeat(20)}`];
  for (const path of [...paths, ...Array.from(bookingLengths, bookingPath)]) {
    expect(await get(path), path).toEqual(unknown);
  }
  expect((await get('/booking?key=x'))[1]).toContain(embedded.calendar.unknown.title);
  expect((await get('/newsletter'))[0]).toBe(200);
  await elsewhere.stop();
});

test.each([
  ['two hosts', 'Host: site.example', 'Host: other.example'],
  ['a host that is none', 'Host: a b'],
  ['an empty host', 'Host: '],
])('%s: refused with a sentence, on pages and forms', async (_, ...headers) => {
  const refusal = [400, embedded.messages.unreadable];
  expect(await send(['GET / HTTP/1.1', ...headers, 'Connection: close'].join('\r\n'))).toEqual(
    refusal,
  );
  expect(await post('/api/submit HTTP/1.1', ...headers)).toEqual(refusal);
});

test('the site that a link leads to is served whole, the one before while there is none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const place = join(folder, 'linked');
  const link = join(place, 'dist');
  const leadTo = (name: string): void => {
    const site = join(place, name);
    if (name !== 'missing') {
      const made = makeSite(site);
      writeFileSync(join(made, 'index.html'), name);
      writeFileSync(join(made, 'embedded.css'), `.${name}{}`);
    }
    symlinkSync(join(name, 'site'), `${link}.new`);
    renameSync(`${link}.new`, link);
  };
  mkdirSync(place);
  leadTo('old');
  const config = { PORT: '0', DATA_DIR: place, SITE_DIR: link };
  const running = await startServer(readServerConfig(config));
  const shown = async () => {
    vi.advanceTimersByTime(1000);
    const [page, form] = await Promise.all(
      ['/', '/newsletter'].map(async (path) => (await fetch(running.url + path)).text()),
    );
    return [page, /<style>(.*?)<\/style>/.exec(form ?? '')?.[1]];
  };
  expect(await shown()).toEqual(['old', '.old{}']);
  leadTo('new');
  expect(await shown()).toEqual(['new', '.new{}']);
  leadTo('missing');
  expect(await shown()).toEqual(['new', '.new{}']);
  expect(await shown()).toEqual(['new', '.new{}']);
  expect(said).toHaveBeenCalledTimes(1);
  leadTo('newest');
  expect(await shown()).toEqual(['newest', '.newest{}']);
  await running.stop();
});

describe.skipIf(!availability)('the owner’s own calendar', () => {
  let feed: Server;
  let asked: number;
  let answer: (response: ServerResponse) => void;
  let reports: string[];
  const start = () =>
    startServer(
      readServerConfig({
        PORT: '0',
        DATA_DIR: join(folder, 'calendar'),
        SITE_DIR: makeSite(folder),
        CALENDAR_URLS: `http://127.0.0.1:${(feed.address() as AddressInfo).port}/secret.ics`,
      }),
    );
  beforeEach(async () => {
    asked = 0;
    reports = [];
    feed = createServer((_, response) => {
      asked++;
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(feed, 'listening');
    vi.spyOn(console, 'error').mockImplementation((message) => void reports.push(message));
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    feed.closeAllConnections();
    feed.close();
    rmSync(join(folder, 'calendar'), { recursive: true });
  });

  test('is read every five minutes while nobody visits, and one that fails is reported', async () => {
    answer = (response) => response.end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
    const running = await start();
    await expect.poll(() => asked).toBe(1);
    vi.advanceTimersByTime(4 * minute);
    answer = (response) => response.writeHead(500).end();
    vi.advanceTimersByTime(minute);
    await expect
      .poll(() => reports.join())
      .toMatch(/^Calendar 1 \(127\.0\.0\.1:\d+\) answered 500\./);
    expect(asked).toBe(2);
    await running.stop();
    vi.advanceTimersByTime(60 * minute);
    expect(asked).toBe(2);
  });

  test('keeps the server from ending no longer than others, though it says nothing', async () => {
    answer = () => {};
    const running = await start();
    await expect.poll(() => asked).toBe(1);
    await running.stop();
    expect(reports).toEqual([]);
  });
});
