import { once } from 'node:events';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { fields } from '#enquiry/fields.ts';
import { makePlace, serve } from '#hosting/tests/serve.ts';
import { payload, postEnquiry } from '#hosting/tests/submission.ts';
import { databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { startDrippingServer } from '#inbox/tests/mail-server.ts';
import { amount } from '../../tests/amount.ts';
import { naughtyStrings } from '../../tests/naughty-strings.ts';
import { askForPages, pageLimit } from '../../tests/page-waits.ts';

// Something fails: nothing acknowledged is lost, what is refused is a sentence, and no page waits. Kills
// and restarts are in proxies.test.ts.

/** Sends text as it is. @returns what sends more, and the answer when the connection ends */
const open = async (url: string, start: string) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const write = (more: string) => new Promise((resolve) => socket.write(more, resolve));
  await write(start);
  return { write, answer: text(socket) };
};

test('a server that is stopped answers what has been sent, read or not, and what is half sent; then it takes nothing, and ends well', async () => {
  const { url, child, ended, stored } = await serve();
  const body = (message: string) => JSON.stringify({ ...payload, message: `Message ${message}` });
  const begin = async (message: string) => {
    const head = `POST /api/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json`;
    const length = `Content-Length: ${body(message).length}`;
    return open(url, `${head}\r\n${length}\r\n\r\n${body(message).slice(0, 9)}`);
  };
  const half = await begin('half');
  await fetch(url);
  // The server reads nothing until it goes on, with the signal.
  child.kill('SIGSTOP');
  const unread = await Promise.all(Array.from({ length: 20 }, (_, n) => begin(`${n + 10}`)));
  for (const [n, { write }] of unread.entries()) await write(body(`${n + 10}`).slice(9));
  child.kill('SIGTERM');
  child.kill('SIGCONT');
  await expect.poll(() => fetch(url).catch(() => null)).toBeNull();
  await half.write(body('half').slice(9));
  expect(await ended).toBe(0);
  const answers = await Promise.all([half, ...unread].map(({ answer }) => answer));
  expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 200 '))).toEqual([]);
  expect(stored()).toHaveLength(21);
}, 60_000);

test('while the mail server drips and another program holds a large database, messages wait, are refused in words if that takes long, and no page waits (behavior 8.3)', {
  retry: 2,
  timeout: 120_000,
}, async ({ annotate }) => {
  const place = makePlace();
  const file = databaseFile(place.DATA_DIR);
  const rows = amount(20_000, 200_000);
  const filled = openDatabase(file);
  filled.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ${rows})
    INSERT INTO submission (kind, received_at, fields)
    SELECT 'enquiry', strftime('%Y-%m-%dT%H:%M:%fZ'), '{"message":"${'words '.repeat(99)}"}' FROM number`);
  filled.close();
  const mails = await startDrippingServer();
  onTestFinished(mails.close);
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, INBOX_TO: 'owner@example.com' };
  const server = await serve(mail, place);
  const sent: string[] = [];
  const send = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const message = `Message number ${sent.length}`;
        sent.push(message);
        const response = await postEnquiry(server.url, { message });
        return `${response.status} ${(await response.json()).message}`;
      }),
    );
  const health = async () => (await fetch(`${server.url}/healthz`)).status;

  const stopAsking = askForPages(server);
  const { received, storage } = embedded.messages;
  for (let round = 0; round < amount(5, 50); round++) {
    expect(new Set(await send(20))).toEqual(new Set([`200 ${received}`]));
  }
  using holder = new DatabaseSync(file);
  holder.exec('BEGIN EXCLUSIVE');
  expect(new Set(await send(8))).toEqual(new Set([`503 ${storage}`]));
  sent.splice(-8);
  expect(await health()).toBe(503);
  const waiting = send(8);
  await fetch(server.url);
  holder.exec('ROLLBACK');
  expect(new Set(await waiting)).toEqual(new Set([`200 ${received}`]));
  const { longest, count } = await stopAsking();
  await annotate(`${count} pages, the longest ${longest.toFixed(0)} ms`);
  expect(longest).toBeLessThan(pageLimit);
  expect(await health()).toBe(200);
  const stored = server.stored().slice(rows);
  expect(stored.map((row) => row.fields.message).sort()).toEqual(sent.sort());
});

test('no hostile submission fails the server, and what is accepted reads back exactly', async () => {
  const { url, stored } = await serve();
  const typed = fc.oneof(
    fc.constantFrom(...naughtyStrings),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  );
  const filledIn = fc.record(
    Object.fromEntries(fields.map(({ wireName }) => [wireName, typed.map((it) => `${it}@x.long`)])),
  );
  const submission = fc.oneof(
    filledIn.map((values) => ({ ...payload, ...values })).map((it) => JSON.stringify(it)),
    fc.json(),
    fc.nat(30_000).map((depth) => '[{"a":'.repeat(depth)),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  let before = 0;
  const many = fc.array(submission, { minLength: 50, maxLength: 50 });
  const check = fc.asyncProperty(many, async (bodies) => {
    const answers = bodies.map(async (body) => {
      const answer = fetch(`${url}/api/submit`, { method: 'POST', headers, body });
      // A connection that ends early is how a long body is refused.
      const { status } = await answer.catch(() => ({ status: 413 }));
      expect(status).toBeLessThan(500);
      return status === 200 ? [JSON.parse(String(body))] : [];
    });
    const kept = (await Promise.all(answers)).flat();
    const sent = kept.map((values) => fields.map(({ wireName }) => values[wireName] ?? ''));
    const rows = stored().slice(before);
    const read = rows.map((row) => fields.map(({ name }) => row.fields[name]));
    expect(read.map(String).sort()).toEqual(sent.map(String).sort());
    before += kept.length;
  });
  await fc.assert(check, { numRuns: amount(20, 100), seed: 20_261_121, endOnFailure: true });
  // If all were refused, the test would show nothing.
  expect(before).toBeGreaterThan(100);
}, 400_000);

test('what is no request, or an odd one, is refused or not found', async () => {
  const { url } = await serve();
  for (const [request, status] of [
    ['\x16\x03\x01 hello', 400],
    ['GET / HTTP/1.1', 400],
    ['CONNECT a.test:443 HTTP/1.1\r\nHost: a.test', null],
    ...['http://x/', 'http://[', '*', '//x'].map((path) => [
      `GET ${path} HTTP/1.1\r\nHost: x`,
      404,
    ]),
    ...['[', ']:x', 'a b'].map((host) => [`GET /healthz HTTP/1.1\r\nHost: ${host}`, 400]),
    ['GET /?%ff=%00 HTTP/1.1\r\nHost: x', 200],
  ] as const) {
    const { answer } = await open(url, `${request}\r\nConnection: close\r\n\r\n`);
    const expected = status ? `HTTP/1.1 ${status}` : '';
    expect((await answer).slice(0, 12), String(request)).toBe(expected);
  }
});
