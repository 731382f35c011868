import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { minute } from '#booking/interval.ts';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { bookingForm, freeTimes, postAtOnce } from '#hosting/tests/booking-requests.ts';
import { makePlace, serve } from '#hosting/tests/serve.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';
import { fillPlaceFiles } from '../place.ts';
import worker from '../workers/worker.ts';
import { readServerConfig } from './config.ts';
import { inTurn, startServer } from './server.ts';

const INBOX_TO = 'owner@example.com';

// Status, type and headers of each kind of file are in tests/hosts/hosts.spec.ts.
test('the server sends the requested range and encoding of a file, only for GET and HEAD, and no file outside the site', async () => {
  const place = makePlace();
  const pdf = '0123456789'.repeat(100);
  writeFileSync(join(place.SITE_DIR, '../secret.txt'), 'secret');
  writeFileSync(join(place.SITE_DIR, 'paper.pdf'), pdf);
  for (const name of ['404.html', 'index.html', 'index.html.br', 'index.html.gz', 'a.tar.gz']) {
    writeFileSync(join(place.SITE_DIR, name), name);
  }
  // An owner may write the folder like this.
  const SITE_DIR = `${place.SITE_DIR}/../site`;
  const { hostname, port } = new URL((await serve({ SITE_DIR }, place)).url);
  /** Sends a path unchanged, unlike fetch. */
  const ask = async (path: string, sentHeaders = {}, method = 'GET') => {
    const sent = request({ hostname, port, path, method, headers: sentHeaders }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { date: _, ...headers } = response.headers;
    return { status: response.statusCode, headers, body: await text(response) };
  };
  const { etag } = (await ask('/paper.pdf')).headers;
  for (const [path, sent, status, body, more] of [
    ['/paper.pdf', { range: 'bytes=0-9', 'if-range': etag }, 206, pdf.slice(0, 10)],
    ['/paper.pdf', { range: 'bytes=0-9', 'if-range': '"other"' }, 200, pdf],
    ['/a.tar.gz', {}, 200, 'a.tar.gz'],
    ...[
      ...['/%', '/%ff', '/x%00', '/constructor', '/__proto__', '//a.example/', '/..\\secret.txt'],
      ...['/index.html.gz', '/index.html.br', '*', 'http://x/', 'http://['],
      ...['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', `/${'/'.repeat(9999)}x`],
    ].map((path) => [path, {}, 404, '404.html']),
    ...[
      ['bytes=0-9', 206, pdf.slice(0, 10), '0-9'],
      ['bytes=-10', 206, pdf.slice(-10), '990-999'],
      ['bytes=-5000', 206, pdf, '0-999'],
      ['bytes=-0', 416, '', '*'],
      ['bytes=900-5000', 206, pdf.slice(900), '900-999'],
      ['bytes=1000-', 416, '', '*'],
    ].map(([range, status, body, place]) => {
      return ['/paper.pdf', { range }, status, body, { 'content-range': `bytes ${place}/1000` }];
    }),
    ...['bytes=0-1,5-6', 'lines=1-2'].map((range) => ['/paper.pdf', { range }, 200, pdf]),
    ...[
      ['gzip, deflate, br, zstd', 'index.html.br'],
      ['GZIP;q=0.5', 'index.html.gz'],
      ['br;q=0, gzip', 'index.html.gz'],
      ['br; q=0.0, gzip;q=0', 'index.html'],
    ].map(([accepted, body]) => ['/', { 'accept-encoding': accepted }, 200, body]),
  ] as [string, Record<string, string>, number, string, object?][]) {
    const answer = await ask(path, sent);
    const length = { 'content-length': `${body.length}`, vary: 'Accept-Encoding', ...more };
    expect(answer, JSON.stringify([path, sent])).toMatchObject({ status, body, headers: length });
    const { range, ...others } = sent;
    const whole = range ? await ask(path, others) : answer;
    expect(await ask(path, sent, 'HEAD')).toEqual({ ...whole, body: '' });
  }
  expect((await ask('/healthz', { host: 'a b' })).status).toBe(400);
  const refused = { status: 405, body: embedded.messages.readOnly };
  expect(await ask('/', {}, 'PUT')).toMatchObject({ ...refused, headers: { allow: 'GET, HEAD' } });

  // Each encoding has its own ETag.
  const encoded = (accepted: string, tag?: string) =>
    ask('/', { 'accept-encoding': accepted, ...(tag && { 'if-none-match': tag }) });
  const [br, gzip] = [(await encoded('br')).headers.etag, (await encoded('gzip')).headers.etag];
  expect(await encoded('br', `"other", W/${br}`)).toHaveProperty('status', 304);
  expect(await encoded('br', gzip)).toHaveProperty('status', 200);
});

test('a server that cannot start names the cause and the remedy and exits with code 1; the checks of systemd and HAProxy find out whether a server answers', async () => {
  const HOST = '127.0.0.1';
  const { url, child } = await serve({ HOST });
  const taken = Number(new URL(url).port);
  // As HAProxy asks.
  const answer = text(connect(taken, HOST).end('GET /healthz HTTP/1.0\r\n\r\n'));
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
  const { DATA_DIR: nothing, SITE_DIR } = makePlace();
  const file = join(SITE_DIR, 'index.html');
  for (const [environment, words] of [
    [{ HOST, PORT: `${taken}` }, 'Stop that program, or write another PORT into .env.\n'],
    [{ HOST: '192.0.2.1' }, 'cannot listen at port 0 of 192.0.2.1 (EADDRNOTAVAIL). Choose a '],
    [{ SITE_DIR: nothing }, `There is no built site in ${nothing}. Run "npm run build" first.\n`],
    [{ DATA_DIR: file }, `The database ${file}/inbox.sqlite cannot be written. Check the `],
  ] as [Record<string, string>, string][]) {
    const failure = await serve(environment).catch(String);
    expect(failure).toContain(words);
    // The message has no stack trace.
    expect(failure).toMatch(/^Error: The server ended with 1: .*\n$/);
  }
  const unit = fillPlaceFiles({ PORT: `${taken}` }, SITE_DIR).get('site.service') ?? '';
  const [, question = ''] = /^ExecStartPost=:(.*)$/m.exec(unit) ?? [];
  const succeeds = (pid = 0) => {
    const env = { ...process.env, MAINPID: `${pid}` };
    return spawnSync(question, { shell: true, env, timeout: 20_000 }).status === 0;
  };
  expect(succeeds(child.pid)).toBe(true);
  // The same happens if systemd holds the port of a program that has ended.
  child.kill('SIGSTOP');
  expect(succeeds(spawnSync('true').pid)).toBe(false);
  child.kill('SIGCONT');
});

test('the terminal shows the mail service without its password and whether it answers, or else the folder of submissions, and logs each submission without typed text', async () => {
  const mails = await startMailServer();
  onTestFinished(mails.close);
  const { host } = new URL(mails.url);
  const open = await serve({ INBOX_TO, SMTP_URL: mails.url.replace('//', '//user:secret@') });
  await expect.poll(open.output).toContain(`The mail service ${host} answers.\n`);
  expect(open.output()).toContain(`  Mail          to ${INBOX_TO}, by ${host}\n`);
  expect(open.output()).not.toContain('secret');
  const closed = await serve({ INBOX_TO, SMTP_URL: 'smtp://127.0.0.1:1' });
  await expect.poll(closed.output).toMatch(/service 127\.0\.0\.1:1 cannot be used: .*ECONN/);
  const { url, output, DATA_DIR } = await serve();
  await postEnquiry(url, { first_name: 'Adelheid', email: 'ada@example.com' });
  await expect.poll(output).toMatch(/ enquiry 1\n$/);
  const kept = `  Mail          not configured; submissions are kept in ${DATA_DIR}/inbox`;
  expect(output()).toContain(kept);
  expect(output()).not.toMatch(/Adelheid|ada@/);
});

test('if bookings are made elsewhere, the site’s own booking addresses are unknown, also on Workers (behavior 1.2); the printed IPv6 address opens in a browser', async () => {
  const addresses = Object.values(networkInterfaces()).flat();
  const HOST = addresses.some((each) => each?.address === '::1') ? '::1' : '127.0.0.1';
  const elsewhere = { PUBLIC_BOOKING_URL: 'https://b.example/robin', CALENDAR_KEY: 'k'.repeat(20) };
  const { url } = await serve({ HOST, ...elsewhere });
  const ASSETS = { fetch: async () => new Response('<title>No such page</title>') };
  const bindings = { ASSETS, INBOX: {} as never, ...elsewhere };
  const askWorker = (address: string) => worker.fetch(new Request(address), bindings, {} as never);
  for (const path of ['/x', '/book', '/book?zone=UTC', `/calendar.ics?key=${'k'.repeat(20)}`]) {
    for (const answer of [await fetch(url + path), await askWorker(url + path)]) {
      expect([answer.status, await answer.text()]).toEqual([404, '<title>No such page</title>']);
    }
  }
  const booked = await (await fetch(`${url}/booking?key=x`)).text();
  expect(booked).toContain(embedded.calendar.unknown.title);
});

test('the rate limit applies to the last address in the proxy’s header, or to the proxy, which is logged once without the header’s value; without a trusted proxy, the header is ignored', async () => {
  const { url, output } = await serve({ RATE_LIMIT: '1', TRUSTED_PROXY_HEADER: 'X-Forwarded-For' });
  const direct = await serve({ RATE_LIMIT: '1' });
  const rows: readonly [string, string, number][] = [
    [url, '203.0.113.1, 192.0.2.1', 200],
    [url, '203.0.113.2, 192.0.2.1:50314', 429],
    [url, '192.0.2.1, 192.0.2.2', 200],
    [url, '2001:db8::1', 200],
    [url, '[2001:db8::1]', 429],
    [url, '[2001:db8::1]:50314', 429],
    [url, 'for=192.0.2.8, for="[2001:db8::1]:50314";proto=https', 429],
    [url, 'proto=https;For=192.0.2.1', 429],
    [url, 'someone secret', 200],
    [url, '192.0.2.9:x', 429],
    [url, '', 429],
    [direct.url, '192.0.2.1', 200],
    [direct.url, '192.0.2.2', 429],
  ];
  for (const [url, address, status] of rows) {
    const answer = await postEnquiry(url, {}, { 'X-Forwarded-For': address });
    expect(answer.status, address).toBe(status);
  }
  expect(output().match(/.*TRUSTED_PROXY_HEADER.*/g)).toHaveLength(1);
  expect(output()).not.toContain('secret');
});

test('the mail about a booking links to the site’s own address, whatever host the request named, even if the server stops meanwhile', async (context) => {
  context.skip(!availability, 'There is nothing to book.');
  const mails = await startMailServer();
  onTestFinished(mails.close);
  const mail = { SMTP_URL: mails.url, INBOX_TO };
  const { url, child, ended } = await serve({ ...mail, SITE_URL: 'https://firm.example' });
  const [time = ''] = await freeTimes(url);
  mails.mood = 'queues';
  expect(await postAtOnce(`${url}/book`, [bookingForm(time)])).toEqual([303]);
  child.kill();
  await ended;
  expect(mails.received).toHaveLength(2);
  const contents = mails.received.map(({ content }) => content.replace(/=\r?\n/g, '')).join();
  expect(contents).toContain('https://firm.example/booking?key');
  expect(contents).not.toContain('localhost');
  const nameless = await serve(mail);
  await postAtOnce(`${nameless.url}/book`, [bookingForm(time)]);
  await expect.poll(() => mails.received[2]?.to).toEqual([INBOX_TO]);
  expect(nameless.output()).toContain('SITE_URL is not set');
});

test('booking pages are made one after the other, so that a message does not wait for all of them (behavior 9.2)', async () => {
  let events = '';
  const fetch = inTurn(async ({ url }) => {
    events += url.at(-1);
    await new Promise(setImmediate);
    events += url.at(-1);
    return url.endsWith('2') ? Promise.reject(new Error('broken')) : new Response(url);
  });
  const gone = new Request('http://site/4', { signal: AbortSignal.abort() });
  const requests = [gone, ...[1, 2, 3].map((n) => new Request(`http://site/${n}`))];
  await Promise.allSettled(requests.map((request) => fetch(request, {})));
  expect(events).toBe('112233');
});

test('the owner’s calendar is read every five minutes without visitors, a failure is reported, and a silent calendar does not keep the server from stopping', async (context) => {
  context.skip(!availability, 'There is nothing to book.');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const report = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
  let asked = 0;
  const calendar = createServer((_, response) => {
    if (++asked === 1) response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(calendar, 'listening');
  onTestFinished(() => void calendar.close());
  const CALENDAR_URLS = `http://127.0.0.1:${(calendar.address() as AddressInfo).port}/secret.ics`;
  const environment = { PORT: '0', CALENDAR_URLS, ...makePlace() };
  const { stop } = await startServer(readServerConfig(environment));
  await expect.poll(() => report.mock.calls).toHaveLength(1);
  vi.advanceTimersByTime(5 * minute);
  await expect.poll(() => asked).toBe(2);
  const stoppedAt = performance.now();
  await stop();
  expect(performance.now() - stoppedAt).toBeLessThan(4000);
  expect(String(report.mock.calls)).toMatch(/^Calendar 1 \(127\.0\.0\.1:\d+\) answered 500\./);
}, 20_000);
