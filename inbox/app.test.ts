import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { html } from 'hono/html';
import { beforeEach, describe, expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import {
  emailSubjects,
  failureMessages,
  failureOptionLabels,
  submissionMessages,
  validationMessages,
} from '#content/messages.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { mailtoLimit } from '#enquiry/mailto.ts';
import { enquiryPayload } from '#enquiry/payload.ts';
import { caretScript } from '#headers/inline-scripts.ts';
import { fill } from '#model/fill.ts';
import { findPage } from '#model/pages.ts';
import { formatPhone } from '#model/phone.ts';
import { typed } from '../tests/contact-form.ts';
import { createFormBackend, type FormBackendOptions } from './app.ts';
import { bookingLengths } from './kinds/booking.ts';
import { createSqliteStore, openDatabase } from './stores/sqlite-store.ts';
import type { Store } from './stores/store.ts';

let store: Store;
let database: DatabaseSync;
const logged: string[] = [];
const styles = 'p > a::before{content:"<&"}';
beforeEach(() => {
  database = openDatabase(':memory:');
  store = createSqliteStore(database);
  logged.length = 0;
});

const asHtml = (text: string): string => String(html`${text}`);

const backend = (over: Partial<Store> = {}, options: Partial<FormBackendOptions> = {}) =>
  createFormBackend({
    store: { ...store, ...over },
    styles,
    logError: (message) => logged.push(message),
    ...options,
  });

const stored = { ...typed, message: '  Zwölf Zeichen\nund mehr \u0000 \ud800 <b>  ' };
const payload = enquiryPayload(stored, 'embedded');

const postJson = (body: unknown, headers: Record<string, string> = {}, app = backend()) =>
  app.request('/api/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof ArrayBuffer ? body : JSON.stringify(body),
  });

const postForm = (path: string, fields: Record<string, string>, app = backend()) =>
  app.request(path, {
    method: 'POST',
    headers: { Accept: 'text/html,*/*' },
    body: new URLSearchParams(fields),
  });

describe('an enquiry as JSON', () => {
  test('is stored as it was typed before it is acknowledged', async () => {
    const response = await postJson(payload);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ success: true, message: embedded.messages.received });
    const [submission] = await store.list();
    expect(submission?.fields).toEqual(stored);
    expect(submission?.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test('is told of in one line: time, kind and id, once, and nothing that was typed', async () => {
    const lines: string[] = [];
    const app = backend({}, { log: (line) => lines.push(line) });
    for (const _ of [1, 2]) await postJson(payload, { 'Idempotency-Key': 'one' }, app);
    await postForm('/newsletter', { email: 'ada@example.com' }, app);
    await postJson({ ...payload, email: 'ada' }, {}, app);
    expect(lines).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}enquiry 1$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}subscriber \d+$/),
    ]);
  });

  test.each([
    ['first_name', validationMessages.firstName],
    ['last_name', validationMessages.lastName],
    ['email', validationMessages.email],
    ['company', validationMessages.company],
    ['message', validationMessages.message],
  ])('without %s is refused by the form’s own rule', async (name, message) => {
    const response = await postJson({ ...payload, [name]: ' ' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, message });
    expect(await store.list()).toEqual([]);
  });

  test.each([
    ['no JSON', '{', embedded.messages.unreadable],
    ['no object', '[]', embedded.messages.unreadable],
    ['null', 'null', embedded.messages.unreadable],
    [
      'a field that is no text',
      JSON.stringify({ ...payload, message: { toString: 'x' } }),
      fill(embedded.messages.notText, { field: 'message' }),
    ],
  ])('that is %s is refused', async (_, body, message) => {
    const response = await postJson(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, message });
  });

  test('with the honeypot ticked is refused, and says how a person gets through', async () => {
    const response = await postJson({ ...payload, botcheck: 'on' });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toBe(embedded.messages.honeypot);
    expect(await store.list()).toEqual([]);
  });

  test('of more than 64 KiB is refused', async () => {
    const response = await postJson({ ...payload, message: 'x'.repeat(64 * 1024) });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      success: false,
      message: embedded.messages.tooLarge,
    });
  });

  test('with the same id twice is stored once and acknowledged twice (behavior 3.6)', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    expect((await postJson(payload, headers)).status).toBe(200);
    expect((await postJson(payload, headers)).status).toBe(200);
    expect((await postJson(payload, { 'Idempotency-Key': 'two' })).status).toBe(200);
    expect(await store.list()).toHaveLength(2);
  });

  test('with an id that came with other words is another enquiry', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    expect((await postJson(payload, headers)).status).toBe(200);
    expect((await postJson({ ...payload, company: 'Other' }, headers)).status).toBe(200);
    expect(await store.list()).toHaveLength(2);
  });

  test('in bytes that are no UTF-8 is refused, not fixed', async () => {
    const body = new Uint8Array([
      ...new TextEncoder().encode('{"message":"'),
      0xc3,
      0x28,
      0x22,
      0x7d,
    ]);
    expect((await postJson(body.buffer)).status).toBe(400);
  });

  test('wakes the outbox when it is new, and only then', async () => {
    let woken = 0;
    const app = backend({}, { outbox: { wake: () => woken++ } });
    for (const _ of [1, 2]) await postJson(payload, { 'Idempotency-Key': 'one' }, app);
    expect(woken).toBe(1);
    expect(await store.list({ isUndelivered: true })).toHaveLength(1);
  });

  test('that cannot be stored is not acknowledged', async () => {
    const app = backend({ add: () => Promise.reject(new Error('disk full')) });
    const response = await postJson(payload, {}, app);
    expect(response.status).toBe(503);
    expect((await response.json()).message).toBe(embedded.messages.storage);
    expect(logged).toEqual(['A submission to /api/submit could not be stored']);
  });
});

test.each([
  'text/plain',
  'application/xml',
  '',
  'application/json; charset=latin1',
  'multipart/form-data; boundary=x',
])('content of type %j is refused', async (type) => {
  const response = await postJson(payload, { 'Content-Type': type });
  expect(response.status).toBe(415);
});

test('what is compressed is refused instead of misread, and what says that it is not is taken', async () => {
  for (const encoding of ['gzip', 'BR', 'identity, deflate']) {
    const response = await postJson(payload, { 'Content-Encoding': encoding });
    expect(response.status).toBe(415);
    expect((await response.json()).message).toBe(embedded.messages.mediaType);
  }
  expect((await postJson(payload, { 'Content-Encoding': 'Identity' })).status).toBe(200);
});

test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is not a way to send', async (method) => {
  const response = await backend().request('/api/submit', { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe('POST');
});

describe('an enquiry from a browser without JavaScript', () => {
  const fields = { ...stored, message: 'Line one\r\nline two' };

  test('is stored with the line breaks that were typed, and leads to the receipt', async () => {
    const response = await postForm('/api/submit', fields);
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe('/received#sent');
    const [submission] = await store.list();
    expect(submission?.fields).toEqual({ ...stored, message: 'Line one\nline two' });
  });

  test('with a mistake comes back with everything that was typed, as text (behavior 3.5)', async () => {
    const response = await postForm('/api/submit', {
      ...fields,
      company: '',
      message: '\n</textarea><script>alert(1)</script>',
      service_type: 'a-service-of-last-year',
      urgency: 'urgent',
    });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain(asHtml(validationMessages.company));
    expect(page).toContain('value="Ada"');
    expect(page).toContain('<option value="a-service-of-last-year" selected>');
    expect(page).toContain('<option value="urgent" selected>');
    expect(page).toContain('&lt;/textarea&gt;&lt;script&gt;');
    expect(page.split('<script')).toHaveLength(2);
    expect(page).toContain(`<script>${caretScript}</script>`);
    expect(await store.list()).toEqual([]);
  });
});

describe('a full or read-only disk', () => {
  const full = { add: () => Promise.reject(new Error('database or disk is full')) };

  test.each([
    ['/api/submit', stored],
    ['/book', { name: 'Ada', email: 'ada@example.com', times: 'Monday' }],
    ['/newsletter', { email: 'ada@example.com' }],
  ])('%s says so, and gives back what was typed', async (path, fields) => {
    const response = await postForm(path, fields, backend(full));
    expect(response.status).toBe(503);
    const page = await response.text();
    const isEnquiry = path === '/api/submit';
    expect(page).toContain(
      asHtml(isEnquiry ? embedded.messages.storage : failureMessages.unavailable),
    );
    for (const value of Object.values(fields).filter((text) => /^\w+$/.test(text))) {
      expect(page).toContain(value);
    }
    expect(logged.join()).not.toContain('ada@');
  });

  test('the health check says what a submission met, and otherwise tries twice a minute', async () => {
    let fault: Error | null = new Error('disk full');
    let asked = 0;
    let time = 0;
    const orFail = async <Result>(use: () => Promise<Result>): Promise<Result> => {
      asked++;
      if (fault) throw fault;
      return use();
    };
    const app = backend(
      {
        add: (submission) => orFail(() => store.add(submission)),
        checkWritable: (now) => orFail(() => store.checkWritable(now)),
      },
      // The clock of the machine may go back; this one does not.
      { elapsed: () => time, now: () => new Date(-time) },
    );
    const check = async () => (await app.request('/healthz')).status;
    expect([await check(), await check(), asked]).toEqual([503, 503, 1]);
    fault = null;
    time = 29_999;
    expect([await check(), asked]).toEqual([503, 1]);
    time = 30_000;
    expect([await check(), await check(), asked]).toEqual([200, 200, 2]);
    expect(logged).toEqual(['The store cannot be written']);

    fault = new Error('disk full');
    expect([(await postJson(payload, {}, app)).status, await check(), asked]).toEqual([
      503, 503, 3,
    ]);
    fault = null;
    expect([(await postJson(payload, {}, app)).status, await check(), asked]).toEqual([
      200, 200, 4,
    ]);

    time = 90_000;
    const statuses = await Promise.all(Array.from({ length: 20 }, check));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(asked).toBe(5);
  });
});

describe('many submissions of one address', () => {
  const limited = () => {
    let left = 2;
    return backend(
      {},
      { rateLimit: { allows: async () => left-- > 0, addressOf: () => '192.0.2.1' } },
    );
  };

  test('are refused with a message and when to come again', async () => {
    const app = limited();
    for (const status of [200, 200, 429]) {
      const response = await postJson(payload, {}, app);
      expect(response.status).toBe(status);
      expect(response.headers.get('Retry-After')).toBe(status === 429 ? '60' : null);
    }
    expect(await store.list()).toHaveLength(2);
  });

  test('count also when they are refused for a mistake', async () => {
    const app = limited();
    for (const status of [400, 400, 429]) {
      expect((await postJson({ ...payload, email: '' }, {}, app)).status).toBe(status);
    }
  });

  test('give back what was typed where there is no JavaScript', async () => {
    const app = limited();
    for (const _ of [1, 2]) await postForm('/api/submit', stored, app);
    const response = await postForm('/api/submit', stored, app);
    expect(response.status).toBe(429);
    const page = await response.text();
    expect(page).toContain(asHtml(embedded.messages.tooMany));
    expect(page).toContain('value="Engines"');
  });
});

describe('another site', () => {
  const other = 'https://other.example';
  const send = (
    headers: Record<string, string>,
    method = 'POST',
    allowedOrigins: string[] = [],
    path = '/api/submit',
  ) =>
    backend({}, { allowedOrigins }).request(`https://site.example${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(method === 'POST' ? { body: JSON.stringify(payload) } : {}),
    });

  test('cannot send, and learns nothing from CORS', async () => {
    const response = await send({ Origin: other });
    expect(response.status).toBe(403);
    expect((await response.json()).message).toBe(embedded.messages.origin);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const preflight = await send(
      { Origin: other, 'Access-Control-Request-Method': 'POST' },
      'OPTIONS',
    );
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(await store.list()).toEqual([]);
  });

  test.each([
    ['in a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['on a neighbouring host', { Origin: 'null', 'Sec-Fetch-Site': 'same-site' }],
  ])('cannot send from a page %s, to any form', async (_, headers) => {
    for (const path of ['/api/submit', '/book', '/newsletter']) {
      const response = await send(headers as Record<string, string>, 'POST', [], path);
      expect(response.status, path).toBe(403);
    }
    expect(await store.list()).toEqual([]);
  });

  test('can send when it is on the list', async () => {
    const preflight = await send({ Origin: other }, 'OPTIONS', [other]);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe(other);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(/Idempotency-Key/);
    const fromThere = { Origin: other, 'Sec-Fetch-Site': 'cross-site' };
    const response = await send(fromThere, 'POST', [other]);
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(other);
  });

  test.each([
    ['the site itself', { Origin: 'https://site.example' }],
    ['the site behind a proxy that speaks TLS', { Origin: 'http://site.example' }],
    [
      'the site behind a proxy that hides its name',
      { Origin: other, 'Sec-Fetch-Site': 'same-origin' },
    ],
    ['a browser that hides its origin', { Origin: 'null' }],
    ['the site without a referrer', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['a form sent again by the reader', { 'Sec-Fetch-Site': 'none' }],
    ['no browser', {}],
  ])('is not %s', async (_, headers) => {
    expect((await send(headers as Record<string, string>)).status).toBe(200);
  });
});

test('what was typed is in no cache, and the newsletter’s frame does not hold its page back', async () => {
  const cached = async (path: string) =>
    (await backend().request(path)).headers.get('Cache-Control');
  expect(await cached('/book?name=Ada')).toBe('no-store');
  expect(await cached('/newsletter')).toBeNull();
  for (const email of ['ada', 'ada@example.com']) {
    const answer = await postForm('/newsletter', { email });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.text()).toContain(email);
  }
});

test('the styles of a page are in it, and no others are let in but the site’s own', async () => {
  const response = await backend().request('/book');
  expect(await response.text()).toContain(`<style>${styles}</style>`);
  const hash = createHash('sha256').update(styles).digest('base64');
  expect(response.headers.get('Content-Security-Policy')).toContain(
    `style-src 'sha256-${hash}' 'self';`,
  );
});

test('the newsletter has a way back, except in its frame', async () => {
  const pageFor = async (destination: string) => {
    const headers = { 'Sec-Fetch-Dest': destination };
    const response = await backend().request('/newsletter', { headers });
    expect(response.headers.get('Vary')).toContain('Sec-Fetch-Dest');
    return response.text();
  };
  expect(await pageFor('document')).toContain(asHtml(embedded.backHome));
  expect(await pageFor('iframe')).not.toContain(asHtml(embedded.backHome));
});

describe.each([...bookingLengths])('a booking request for %i minutes', (length) => {
  const booking = {
    name: 'Ada',
    email: 'ada@example.com',
    company: 'Engines',
    message: 'Fraud',
    times: 'Monday',
    submission_id: 'one',
  };

  test('shows what is known of the visitor, as text', async () => {
    const response = await backend().request(
      `${bookingPath(length)}?name=Ada%22%3E%3Cb%3E&email=a@b.example&a1=Engines&a2=Hello`,
    );
    const page = await response.text();
    expect(page).toContain(asHtml(fill(embedded.booking.intro, { minutes: String(length) })));
    expect(page).toContain('value="Ada&quot;&gt;&lt;b&gt;"');
    expect(page).toContain('value="a@b.example"');
    expect(page).toContain('value="Engines"');
    expect(page).toContain('Hello</textarea>');
  });

  test('is kept once, with its length, also when the page is reloaded', async () => {
    for (const _ of [1, 2]) {
      const response = await postForm(bookingPath(length), booking);
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(page).toContain(asHtml(embedded.booking.done.title));
      expect(page).toContain(asHtml(fill(embedded.mail.length, { minutes: String(length) })));
    }
    const submissions = await store.list();
    expect(submissions).toHaveLength(1);
    expect(submissions[0]?.fields).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      company: 'Engines',
      message: 'Fraud',
      times: 'Monday',
      minutes: String(length),
      zone: '',
    });
  });

  test.each([
    [{ name: '' }, embedded.messages.name],
    [{ email: '' }, embedded.messages.email],
    [{ email: 'ada' }, embedded.messages.emailFormat],
  ])('with a mistake %j comes back filled in', async (change, message) => {
    const response = await postForm(bookingPath(length), { ...booking, ...change });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain(asHtml(message));
    expect(page).toContain('Monday');
    expect(await store.list()).toEqual([]);
  });
});

test('an enquiry without JavaScript that cannot be stored offers three ways on, the first with what was typed (behavior 6.1)', async () => {
  const app = backend({ add: () => Promise.reject(new Error('disk full')) });
  const response = await postForm('/api/submit', typed, app);
  expect(response.status).toBe(503);
  const page = await response.text();
  expect(page).toContain(asHtml(failureMessages.contact_form));
  const { emailDirectly, callDirectly, tryAgain } = failureOptionLabels;
  expect(page).toContain(`<button type="submit">${asHtml(tryAgain)}<`);
  expect(page).toContain(`href="tel:${identity.phone}">${asHtml(callDirectly)}<`);
  const [href = ''] = page.match(/mailto:[^"]*/) ?? [];
  expect(page).toContain(`"${href}">${asHtml(emailDirectly)}<`);
  // Whom they reach is heard.
  expect(page).toContain(asHtml(`${emailDirectly}: ${identity.email}`));
  expect(page).toContain(asHtml(`${callDirectly}: ${formatPhone(identity.phone)}`));
  expect(decodeURIComponent(href)).toContain(typed.message.replace('\n', '\r\n'));
  expect(page).not.toContain(asHtml(submissionMessages.emailTooLong));
  const refused = await (await postForm('/api/submit', { ...typed, message: '' })).text();
  expect(refused).not.toContain(asHtml(emailDirectly));
  expect(refused).toContain(`>${asHtml(embedded.contact.submit)}</button>`);
});

test('a message that no email draft holds is whole on the page that says so', async () => {
  const message = 'Zwölf & mehr. '.repeat(500);
  const app = backend({ add: () => Promise.reject(new Error('disk full')) });
  const page = await (await postForm('/api/submit', { ...typed, message }, app)).text();
  const [href = ''] = page.match(/mailto:[^"]*/) ?? [];
  expect(href.replaceAll('&amp;', '&').length).toBeLessThanOrEqual(mailtoLimit);
  expect(page).toContain(`>\n${asHtml(message)}</textarea>`);
  expect(page).toContain(asHtml(submissionMessages.emailTooLong));
});

describe.each([
  ['/book', { name: 'Ada', email: 'ada@example.com', times: 'Monday' }, embedded.booking],
  ['/newsletter', { email: 'ada@example.com' }, embedded.newsletter],
])('%s', (path, fields, { submit, notDone }) => {
  const support = `subject=${encodeURIComponent(emailSubjects.support)}`;

  test.each([
    [429, failureMessages.rateLimited],
    [503, failureMessages.unavailable],
  ])(
    'that fails with %s says what did not happen and why, and offers to try again and to ask for help',
    async (status, why) => {
      const text = `${notDone} ${why}`;
      const app =
        status === 429
          ? backend({}, { rateLimit: { allows: async () => false, addressOf: () => '' } })
          : backend({ add: () => Promise.reject(new Error('disk full')) });
      const response = await postForm(path, fields, app);
      expect(response.status).toBe(status);
      const page = await response.text();
      expect(page).toContain(
        `role="group" aria-label="${asHtml(text)}" tabindex="-1" autofocus><p>${asHtml(text)}</p>`,
      );
      expect(page).toContain(`<button type="submit">${asHtml(failureOptionLabels.tryAgain)}<`);
      expect(page).toContain(support);
      expect(page).toContain(asHtml(failureOptionLabels.contactSupport));
      expect(page).not.toContain(`>${asHtml(submit)}</button>`);
    },
  );

  test('the privacy policy is linked below the button (behavior 3.1)', async () => {
    const page = await (await backend().request(path)).text();
    const [, below = ''] = page.split('</button>');
    expect(below).toContain(
      `<a href="/privacy" target="_blank" rel="noopener">${asHtml(findPage('privacy').title)}<`,
    );
  });

  test('a mistake of the visitor offers no support', async () => {
    const page = await (await postForm(path, { ...fields, email: '' })).text();
    expect(page).toContain(`>${asHtml(submit)}</button>`);
    expect(page).not.toContain(support);
  });

  test.each(['text/html,*/*', 'application/json'])(
    'that breaks says so where %s is wanted, and leads back to where it was',
    async (accept) => {
      const app = backend(
        {},
        {
          rateLimit: {
            allows: () => Promise.reject(new Error('broken')),
            addressOf: () => '',
          },
        },
      );
      const response = await app.request(path, {
        method: 'POST',
        headers: { Accept: accept },
        body: new URLSearchParams(fields),
      });
      expect(response.status).toBe(500);
      expect(logged).toEqual([`POST ${path} failed`]);
      const answer = await response.text();
      expect(answer).toContain(
        accept === 'application/json' ? failureMessages.server : asHtml(failureMessages.server),
      );
      if (accept === 'application/json') return;
      expect(answer).toContain(`href="${path}">${asHtml(failureOptionLabels.tryAgain)}<`);
      expect(answer).toContain(support);
    },
  );
});

test('whoever opens the address that the form posts to is led to the form', async () => {
  const response = await backend().request('/api/submit', { headers: { Accept: 'text/html' } });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
  const page = await response.text();
  expect(page).toContain(asHtml(embedded.messages.method));
  expect(page).toContain('href="/#contact"');
});

describe('a subscription', () => {
  test('is kept once for an address', async () => {
    await postForm('/newsletter', { email: 'Ada@example.com' });
    const response = await postForm('/newsletter', { email: 'ada@example.com ' });
    expect(await response.text()).toContain(asHtml(embedded.newsletter.done.title));
    expect(await store.list({ kind: 'subscriber' })).toHaveLength(1);
  });

  test('without an address is refused', async () => {
    const response = await postForm('/newsletter', { email: 'nobody' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(asHtml(embedded.messages.emailFormat));
  });
});

test('a page is sent compressed to whom that can read it', async () => {
  const app = backend();
  const ask = (encoding: string) =>
    app.request('/newsletter', { headers: { 'Accept-Encoding': encoding } });
  const plain = await ask('identity');
  const compressed = await ask('gzip, br');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  for (const { headers } of [plain, compressed]) {
    expect(headers.get('vary')).toContain('Accept-Encoding');
  }
  const bytes = await compressed.arrayBuffer();
  const text = await plain.text();
  expect(bytes.byteLength).toBeLessThan(text.length);
  expect(gunzipSync(bytes).toString()).toBe(text);
});
