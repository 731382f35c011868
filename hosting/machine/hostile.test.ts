import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fields as formFields } from '#enquiry/fields.ts';
import { makeSite } from '#hosting/tests/server-process.ts';
import { payload } from '#hosting/tests/submission.ts';
import { createSqliteStore, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import type { Store } from '#inbox/stores/store.ts';
import { naughtyStrings } from '../../tests/naughty-strings.ts';
import { readServerConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

const runs = 200;
const requestsPerRun = 50;

interface Hostile {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** What is stored if this is accepted. */
  fields: Record<string, string> | null;
}

let folder: string;
let server: RunningServer;
let store: Store;
let closeStore: () => void;
const agent = new Agent({ keepAlive: true, maxSockets: requestsPerRun });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const config = readServerConfig({
    PORT: '0',
    RATE_LIMIT: '0',
    DATA_DIR: folder,
    SITE_DIR: makeSite(folder),
  });
  server = await startServer(config);
  // A connection of its own sees only what is committed.
  const database = openDatabase(databaseFile(folder));
  store = createSqliteStore(database);
  closeStore = () => database.close();
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
  closeStore();
  rmSync(folder, { recursive: true });
});

const send = ({ method, path, headers, body }: Hostile): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const outgoing = request({ hostname, port, agent, method, path, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    outgoing.once('error', (cause: NodeJS.ErrnoException) => {
      // A refusal can close the connection before the whole body is sent.
      if (cause.code === 'EPIPE' || cause.code === 'ECONNRESET') resolve(0);
      else reject(cause);
    });
    outgoing.end(body);
  });

/** @returns the status, 0 without one */
const sendBytes = (bytes: Uint8Array): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  });

const names = Object.fromEntries(formFields.map(({ name, wireName }) => [wireName, name]));

const fieldsOf = (sent: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).map(([name, field]) => {
      const value = sent[name];
      return [field, typeof value === 'string' ? value : ''];
    }),
  );

const text = fc.oneof(
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const typed = fc
  .record({ first: text, last: text, before: text, after: text, company: text, rest: text })
  .map(({ first, last, before, after, company, rest }) => ({
    ...payload,
    first_name: first,
    last_name: last,
    email: `${before}@${after}`,
    company,
    role: rest,
    interested_in: rest,
    urgency: rest,
    message: `${rest} long enough`,
  }));

const post = (type: string, body: string | Buffer, fields: Hostile['fields']): Hostile => ({
  method: 'POST',
  path: '/api/submit',
  headers: { 'Content-Type': type, Accept: 'application/json' },
  body: Buffer.from(body as string),
  fields,
});

const jsonType = fc.constantFrom(
  'application/json',
  'Application/JSON; charset=UTF-8',
  'application/json;charset="utf-8"',
);
const anyType = fc.oneof(
  jsonType,
  fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/x'),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }).filter((type) => /^[ -~]*$/.test(type)),
);

const asJson = fc
  .tuple(jsonType, typed)
  .map(([type, sent]) => post(type, JSON.stringify(sent), fieldsOf(sent)));

const asForm = typed.map((sent) => {
  const wellFormed = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, value.toWellFormed()]),
  );
  const body = Object.entries(wellFormed)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
  const fields = Object.fromEntries(
    Object.entries(fieldsOf(wellFormed)).map(([n, v]) => [n, v.replaceAll('\r\n', '\n')]),
  );
  return post('application/x-www-form-urlencoded', body, fields);
});

const withNamesTwice = fc.tuple(typed, typed, text).map(([first, second, name]) => {
  const inside = (value: object): string => JSON.stringify(value).slice(1, -1);
  const extra = inside({ [name]: name, __proto__x: 'x' });
  const body = `{${inside(first)},${extra},"__proto__":"x",${inside(second)}}`;
  return post('application/json', body, fieldsOf(JSON.parse(body)));
});

const deep = fc
  .tuple(fc.integer({ min: 1, max: 30_000 }), fc.constantFrom('[', '{"a":', '[{"message":'))
  .map(([depth, open]) => post('application/json', open.repeat(depth), null));

const otherJson = fc
  .tuple(
    jsonType,
    fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.jsonValue().map((value) => JSON.stringify({ ...payload, role: value })),
    ),
  )
  .map(([type, body]) => {
    const sent: unknown = JSON.parse(body);
    const isRecord = typeof sent === 'object' && sent !== null;
    return post(type, body, isRecord ? fieldsOf(sent as Record<string, unknown>) : null);
  });

const anyBytes = fc
  .tuple(anyType, fc.uint8Array({ maxLength: 3000 }))
  .map(([type, bytes]) => post(type, Buffer.from(bytes), null));

const tooLong = fc.integer({ min: 60_000, max: 80_000 }).map((length) => {
  const sent = { ...payload, message: 'x'.repeat(length) };
  return post('application/json', JSON.stringify(sent), fieldsOf(sent));
});

const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/);
const headerValue = fc.stringMatching(/^[!-~\xa0-\xff]{0,40}$/);
const ownHeaders =
  /^(?:content-length|transfer-encoding|connection|host|expect|upgrade|trailer|te|keep-alive)$/i;
const elsewhere = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
    path: fc.oneof(
      fc.constantFrom(
        '/book',
        '/book/45',
        '/newsletter',
        '/api/',
        '/healthz',
        '/',
        '/%',
        '//',
        '/..',
      ),
      fc.webPath().map((path) => path || '/'),
      fc.stringMatching(/^\/[!-~]{0,60}$/),
    ),
    headers: fc.dictionary(
      token.filter((name) => !ownHeaders.test(name)),
      headerValue,
      {
        maxKeys: 8,
        noNullPrototype: true,
      },
    ),
    bytes: fc.uint8Array({ maxLength: 200 }),
  })
  .map(({ method, path, headers, bytes }): Hostile => {
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    return { method, path, headers, body: Buffer.from(hasBody ? bytes : []), fields: null };
  });

const hostile = fc.oneof(
  { weight: 8, arbitrary: asJson },
  { weight: 4, arbitrary: asForm },
  { weight: 2, arbitrary: withNamesTwice },
  { weight: 1, arbitrary: deep },
  { weight: 2, arbitrary: otherJson },
  { weight: 3, arbitrary: anyBytes },
  { weight: 1, arbitrary: tooLong },
  { weight: 4, arbitrary: elsewhere },
);

const sorted = (all: unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();

test('no hostile request fails the server, and what is accepted reads back exactly', async ({
  annotate,
}) => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostile, { minLength: requestsPerRun, maxLength: requestsPerRun }),
      async (requests) => {
        const statuses = await Promise.all(requests.map(send));
        const expected: unknown[] = [];
        for (const [index, status] of statuses.entries()) {
          expect(status, JSON.stringify(requests[index]?.headers)).toBeLessThan(500);
          const { path, method, fields } = requests[index] as Hostile;
          if (path === '/api/submit' && method === 'POST' && (status === 200 || status === 303)) {
            expected.push(fields);
          }
        }
        accepted += expected.length;
        const kept = await store.list({ kind: 'enquiry' });
        const inOrder = kept.map(({ fields }) =>
          Object.fromEntries(Object.values(names).map((name) => [name, fields[name]])),
        );
        expect(sorted(inOrder)).toEqual(sorted(expected));
        await store.erase({ before: '9999' });
      },
    ),
    { numRuns: runs, seed: 20_261_121, endOnFailure: true },
  );
  await annotate(`${runs * requestsPerRun} requests, ${accepted} accepted`);
  // If all were refused, the test would show nothing.
  expect(accepted).toBeGreaterThan((runs * requestsPerRun) / 10);
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
}, 400_000);

test('bytes that are no HTTP do not fail the server', async () => {
  const head = fc.constantFrom(
    '',
    'POST /api/submit HTTP/1.1\r\nHost: x\r\n',
    'POST /api/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\n',
    'GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST //api/submit HTTP/1.1\r\nHost: [\r\nContent-Length: 2\r\n\r\n{}',
    'POST /api/submit HTTP/1.1\r\nHost: ]:x\r\nContent-Length: 2\r\n\r\n{}',
    'GET /book?%ff=%00 HTTP/1.1\r\nHost: a b\r\n\r\n',
    'GET /book HTTP/1.1\r\nHost: \r\n\r\n',
    'GET /book HTTP/1.0\r\n\r\n',
  );
  await fc.assert(
    fc.asyncProperty(head, fc.uint8Array({ maxLength: 300 }), async (start, bytes) => {
      const status = await sendBytes(Buffer.concat([Buffer.from(start), bytes]));
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 500, seed: 20_261_121, endOnFailure: true },
  );
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
}, 120_000);
