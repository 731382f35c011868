import { expect, test } from 'vitest';
import { countPath } from '#enquiry/counts.ts';
import type { FormBackendOptions } from './backend.ts';
import { setUpInbox } from './tests/backend.ts';

const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const { inbox, logged, failing, backend: create } = setUpInbox();
const backend = (options: Partial<FormBackendOptions> = {}) =>
  create({ counts: { rateLimit: null }, log: (line) => logged.push(line), ...options });

/** Posts a count like `sendBeacon`. */
const post = (body: BodyInit | null, headers: Record<string, string> = {}, app = backend()) =>
  app.request(`https://firm.com${countPath}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'User-Agent': person, Origin: 'https://firm.com', ...headers },
    body,
  });

test('a count is a number per day, event and label, and nothing else is stored or logged, even on a failure (behavior 7.3)', async () => {
  const referrer = 'https://firm.com/terms?email=ada@example.com';
  const personal = { Referer: referrer, 'X-Forwarded-For': '192.0.2.7', Cookie: 'visitor=1' };
  const send = (over: Partial<FormBackendOptions>) =>
    post('page_view www.example.com', personal, backend(over));
  for (const _ of [1, 2]) {
    const response = await send({ now: () => new Date('2026-01-02T03:04:05.678Z') });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('Set-Cookie')).toBeNull();
  }
  const count = { week: '2025-12-29', event: 'page_view', label: 'www.example.com', count: 2 };
  expect(await inbox.store.weekCounts('')).toEqual([count]);
  expect([await inbox.store.list(), logged]).toEqual([[], []]);
  expect((await send({ store: failing('addCount') })).status).toBe(500);
  expect(logged).toEqual([`POST ${countPath} failed`]);
});

const direct = 'page_view direct';
test.each<[string, BodyInit | null, Record<string, string>, number, Partial<FormBackendOptions>?]>([
  ['with Do Not Track', direct, { DNT: '1' }, 204],
  ['with Global Privacy Control', direct, { 'Sec-GPC': '1' }, 204],
  ['of a crawler', direct, { 'User-Agent': 'Mozilla/5.0 (Googlebot/2.1)' }, 204],
  ['without a name of a browser', direct, { 'User-Agent': '' }, 204],
  ['that is no event', 'visitor 192.0.2.7', {}, 400],
  ['that is empty', '', {}, 400],
  ['in bytes that are not UTF-8', Buffer.from('page_view caf\xe9', 'latin1'), {}, 400],
  ['that is long', `page_view ${'a'.repeat(300)}`, {}, 413],
  ['from another site', direct, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://x.org' }, 403],
  ['by a method that does not send', null, {}, 405],
  ['where nobody asked for it', direct, {}, 404, { counts: null }],
])('nothing is counted %s', async (_, body, headers, status, options) => {
  expect((await post(body, headers, backend(options))).status).toBe(status);
  expect(await inbox.store.weekCounts('')).toEqual([]);
});

test('nothing is counted beyond the limit, which is separate from that of submissions', async () => {
  const asked: string[] = [];
  const limit = (name: string) => ({
    allows: async (address: string) => asked.push(`${name} ${address}`) === 0,
    addressOf: () => '192.0.2.7',
  });
  const app = backend({ rateLimit: limit('submissions'), counts: { rateLimit: limit('counts') } });
  expect((await post('nothing', {}, app)).status).toBe(400);
  expect((await post(direct, {}, app)).status).toBe(429);
  expect(asked).toEqual(['counts 192.0.2.7']);
  expect(await inbox.store.weekCounts('')).toEqual([]);
});
