// More than 300 lines, since all resources share the backend and its promises to people and programs.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
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
import { bookingLengths } from './kinds/booking.ts';
import { asHtml, setUpInbox } from './tests/backend.ts';

const { messages } = embedded;
const { inbox, logged, backend, full, limited, postForm } = setUpInbox(
  'p > a::before{content:"<&"}',
);

const stored = { ...typed, message: '  Zwölf Zeichen\nund mehr \u0000 \ud800 <b>  ' };
const payload = enquiryPayload(stored, 'embedded');

const postJson = (body: unknown, headers: Record<string, string> = {}, app = backend()) =>
  app.request('/api/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof ArrayBuffer ? body : JSON.stringify(body),
  });

describe('an enquiry as JSON', () => {
  test('is stored as it was typed before it is acknowledged', async () => {
    const response = await postJson(payload);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ success: true, message: messages.received });
    const [submission] = await inbox.store.list();
    expect(submission?.fields).toEqual(stored);
    expect(submission?.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test('that is new wakes the outbox, and is one line of the log: time, kind and id, and nothing that was typed', async () => {
    const lines: string[] = [];
    let woken = 0;
    const app = backend({ log: (line) => lines.push(line), outbox: { wake: () => woken++ } });
    for (const _ of [1, 2]) await postJson(payload, { 'Idempotency-Key': 'one' }, app);
    await postForm('/newsletter', { email: 'ada@example.com' }, app);
    await postJson({ ...payload, email: 'ada' }, {}, app);
    expect(lines).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}enquiry 1$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}subscriber \d+$/),
    ]);
    expect(woken).toBe(2);
    expect(await inbox.store.list({ isUndelivered: true })).toHaveLength(2);
  });

  const bytes = Uint8Array.from('{"message":"\xc3("}', (character) => character.charCodeAt(0));
  test.each<[string, unknown, number, string]>([
    ['is no JSON', '{', 400, messages.unreadable],
    ['is no object', '[]', 400, messages.unreadable],
    ['is null', 'null', 400, messages.unreadable],
    ['is in bytes that are no UTF-8', bytes.buffer, 400, messages.unreadable],
    [
      'has a field that is no text',
      { ...payload, message: { toString: 'x' } },
      400,
      fill(messages.notText, { field: 'message' }),
    ],
    ['breaks a rule of the form', { ...payload, company: ' ' }, 400, validationMessages.company],
    ['has ticked the honeypot', { ...payload, botcheck: 'on' }, 400, messages.honeypot],
    ['has more than 64 KiB', { ...payload, message: 'x'.repeat(65_536) }, 413, messages.tooLarge],
  ])('that %s is refused in words', async (_, body, status, message) => {
    const response = await postJson(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ success: false, message });
    expect(await inbox.store.list()).toEqual([]);
  });

  test('that never ends is refused after a while (behavior 9.1)', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    onTestFinished(() => timeout.mockRestore());
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(9)),
    });
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1000000000' };
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    expect((await backend().request('/api/submit', request)).status).toBe(413);
    expect(timeout).toHaveBeenCalledWith(10_000);
  });

  test('with the same id and words twice is stored once and acknowledged twice (behavior 3.6)', async () => {
    for (const [id, company, count] of [
      ['one', 'Engines', 1],
      ['one', 'Engines', 1],
      ['two', 'Engines', 2],
      ['one', 'Other', 3],
    ] as const) {
      const response = await postJson({ ...payload, company }, { 'Idempotency-Key': id });
      expect(response.status).toBe(200);
      expect(await inbox.store.count({})).toBe(count);
    }
  });
});

test.each([
  [{ 'Content-Type': 'text/plain' }, 415],
  [{ 'Content-Type': '' }, 415],
  [{ 'Content-Type': 'application/json; charset=latin1' }, 415],
  [{ 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
  [{ 'Content-Type': 'application/JSON;charset="UTF-8"' }, 200],
  [{ 'Content-Encoding': 'gzip' }, 415],
  [{ 'Content-Encoding': 'identity, deflate' }, 415],
  [{ 'Content-Encoding': 'Identity' }, 200],
])('content of %j is read as it was sent, or refused: %i', async (headers, status) => {
  const response = await postJson(payload, headers as Record<string, string>);
  expect(response.status).toBe(status);
  if (status === 415) expect((await response.json()).message).toBe(messages.mediaType);
});

test('a form has one way to send it', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const request = { method, headers: { Accept: 'text/html' } };
    const response = await backend().request('/api/submit', request);
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
    const page = await response.text();
    expect(page).toContain(asHtml(messages.method));
    expect(page).toContain('href="/#contact"');
  }
  const { headers } = await backend().request('/book', { method: 'PUT' });
  expect(headers.get('Allow')).toBe('GET, HEAD, POST');
});

describe('an enquiry from a browser without JavaScript', () => {
  test('is stored with the line breaks that were typed, and leads to the receipt', async () => {
    const fields = { ...stored, message: 'Line one\r\nline two' };
    const { status, headers } = await postForm('/api/submit', fields);
    expect([status, headers.get('Location')]).toEqual([303, '/received#sent']);
    const [submission] = await inbox.store.list();
    expect(submission?.fields).toEqual({ ...stored, message: 'Line one\nline two' });
  });

  test('with a mistake comes back with everything that was typed, as text (behavior 3.5)', async () => {
    const { status, page } = await postForm('/api/submit', {
      ...stored,
      company: '',
      message: '\n</textarea><script>alert(1)</script>',
      service_type: 'a-service-of-last-year',
      urgency: 'urgent',
    });
    expect(status).toBe(400);
    expect(page).toContain(asHtml(validationMessages.company));
    expect(page).toContain('value="Ada"');
    expect(page).toContain('<option value="a-service-of-last-year" selected>');
    expect(page).toContain('<option value="urgent" selected>');
    expect(page).toContain('&lt;/textarea&gt;&lt;script&gt;');
    expect(page.split('<script')).toHaveLength(2);
    expect(page).toContain(`<script>${caretScript}</script>`);
    expect(page).toContain(`>${asHtml(embedded.contact.submit)}</button>`);
    expect(page).not.toContain(asHtml(failureOptionLabels.emailDirectly));
    expect(await inbox.store.list()).toEqual([]);
  });

  test('that cannot be stored offers three ways on, the first with what was typed (behavior 6.1)', async () => {
    const { status, page } = await postForm('/api/submit', typed, full());
    expect(status).toBe(503);
    expect(page).toContain(asHtml(messages.storage));
    expect(page).toContain(asHtml(failureMessages.contact_form));
    const { emailDirectly, callDirectly, tryAgain } = failureOptionLabels;
    expect(page).toContain(`<button type="submit">${asHtml(tryAgain)}<`);
    expect(page).toContain(`href="tel:${identity.phone}">${asHtml(callDirectly)}<`);
    const [href = ''] = page.match(/mailto:[^"]*/) ?? [];
    expect(page).toContain(`"${href}">${asHtml(emailDirectly)}<`);
    // A screen reader hears the address and number.
    expect(page).toContain(asHtml(`${emailDirectly}: ${identity.email}`));
    expect(page).toContain(asHtml(`${callDirectly}: ${formatPhone(identity.phone)}`));
    expect(decodeURIComponent(href)).toContain(typed.message.replace('\n', '\r\n'));
    expect(page).not.toContain(asHtml(submissionMessages.emailTooLong));
    expect(logged).toEqual(['A submission to /api/submit could not be stored']);
  });

  test('that no email draft holds is whole on the page, which explains that', async () => {
    const message = 'Zwölf & mehr. '.repeat(500);
    const { page } = await postForm('/api/submit', { ...typed, message }, full());
    const [href = ''] = page.match(/mailto:[^"]*/) ?? [];
    expect(href.replaceAll('&amp;', '&').length).toBeLessThanOrEqual(mailtoLimit);
    expect(page).toContain(`>\n${asHtml(message)}</textarea>`);
    expect(page).toContain(asHtml(submissionMessages.emailTooLong));
  });
});

test('the health check reports the outcome of the last submission, and otherwise tries twice a minute', async () => {
  let fault: Error | null = new Error('disk full');
  let asked = 0;
  let time = 0;
  const orFail = async <Result>(use: () => Promise<Result>): Promise<Result> => {
    asked++;
    if (fault) throw fault;
    return use();
  };
  const app = backend({
    store: {
      ...inbox.store,
      add: (submission) => orFail(() => inbox.store.add(submission)),
      checkWritable: (now) => orFail(() => inbox.store.checkWritable(now)),
    },
    // The clock of the machine may go back; this one does not.
    elapsed: () => time,
    now: () => new Date(-time),
  });
  const check = async () => (await app.request('/healthz')).status;
  const submit = async () => (await postJson(payload, {}, app)).status;
  expect([await check(), await check(), asked]).toEqual([503, 503, 1]);
  fault = null;
  time = 29_999;
  expect([await check(), asked]).toEqual([503, 1]);
  time = 30_000;
  expect([await check(), await check(), asked]).toEqual([200, 200, 2]);
  expect(logged).toEqual(['The store cannot be written']);
  fault = new Error('disk full');
  expect([await submit(), await check(), asked]).toEqual([503, 503, 3]);
  fault = null;
  expect([await submit(), await check(), asked]).toEqual([200, 200, 4]);
  time = 90_000;
  const statuses = await Promise.all(Array.from({ length: 20 }, check));
  expect([new Set(statuses), asked]).toEqual([new Set([200]), 5]);
});

test('too many submissions of a network are refused, mistakes among them, with a message and when to come again', async () => {
  const app = limited(2);
  for (const [body, status] of [
    [payload, 200],
    [{ ...payload, email: '' }, 400],
    [payload, 429],
  ] as const) {
    const response = await postJson(body, {}, app);
    expect(response.status).toBe(status);
    expect(response.headers.get('Retry-After')).toBe(status === 429 ? '60' : null);
  }
  expect(await inbox.store.list()).toHaveLength(1);
  const { status, page } = await postForm('/api/submit', stored, app);
  expect(status).toBe(429);
  expect(page).toContain(asHtml(messages.tooMany));
  expect(page).toContain('value="Engines"');
});

describe('another site', () => {
  const other = 'https://other.example';
  const send = (
    headers: Record<string, string>,
    allowedOrigins: string[] = [],
    path = '/api/submit',
  ) =>
    backend({ allowedOrigins }).request(`https://site.example${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    });
  const preflight = async (allowedOrigins: string[]) => {
    const headers = { Origin: other, 'Access-Control-Request-Method': 'POST' };
    const request = { method: 'OPTIONS', headers };
    return (await backend({ allowedOrigins }).request('/api/submit', request)).headers;
  };

  test.each([
    ['by its origin', { Origin: other }],
    ['in a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['on a neighbouring host', { Origin: 'null', 'Sec-Fetch-Site': 'same-site' }],
  ])('%s cannot send to any form, and learns nothing from CORS', async (_, headers) => {
    for (const path of ['/api/submit', '/book', '/newsletter']) {
      const response = await send(headers as Record<string, string>, [], path);
      expect(response.status, path).toBe(403);
      expect((await response.json()).message).toBe(messages.origin);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    expect((await preflight([])).get('Access-Control-Allow-Origin')).toBeNull();
    expect(await inbox.store.list()).toEqual([]);
  });

  test('can send when it is on the list', async () => {
    const allowed = await preflight([other]);
    expect(allowed.get('Access-Control-Allow-Origin')).toBe(other);
    expect(allowed.get('Access-Control-Allow-Headers')).toMatch(/Idempotency-Key/);
    const response = await send({ Origin: other, 'Sec-Fetch-Site': 'cross-site' }, [other]);
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(other);
  });

  test.each([
    ['the site itself', { Origin: 'https://site.example' }],
    ['the site behind a proxy that speaks TLS', { Origin: 'http://site.example' }],
    ['the site by another name', { Origin: other, 'Sec-Fetch-Site': 'same-origin' }],
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
    const { headers, page } = await postForm('/newsletter', { email });
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(page).toContain(email);
  }
});

describe('a booking request', () => {
  const form = { name: 'Ada', email: 'ada@example.com', company: 'Engines', message: 'Fraud' };
  const request = { ...form, times: 'Monday', submission_id: 'one' };

  test('shows what is known of the visitor, as text', async () => {
    const query = 'name=Ada%22%3E%3Cb%3E&email=a@b.example&a1=Engines&a2=Hello';
    const page = await (await backend().request(`/book?${query}`)).text();
    expect(page).toContain('value="Ada&quot;&gt;&lt;b&gt;"');
    expect(page).toContain('value="a@b.example"');
    expect(page).toContain('value="Engines"');
    expect(page).toContain('Hello</textarea>');
  });

  test.each([...bookingLengths])('for %i minutes is kept once, with its length', async (length) => {
    const minutes = String(length);
    const path = bookingPath(length);
    expect(await (await backend().request(path)).text()).toContain(
      asHtml(fill(embedded.booking.intro, { minutes })),
    );
    for (const _ of [1, 2]) {
      const { status, page } = await postForm(path, request);
      expect(status).toBe(200);
      expect(page).toContain(asHtml(embedded.booking.done.title));
      expect(page).toContain(asHtml(fill(embedded.mail.length, { minutes })));
    }
    const fields = { ...form, times: 'Monday', minutes };
    expect(await inbox.store.list()).toMatchObject([{ fields }]);
  });

  test('with a mistake comes back filled in', async () => {
    for (const [change, message] of [
      [{ name: '' }, messages.name],
      [{ email: '' }, messages.email],
      [{ email: 'ada' }, messages.emailFormat],
    ] as const) {
      const { status, page } = await postForm('/book', { ...request, ...change });
      expect(status).toBe(400);
      expect(page).toContain(asHtml(message));
      expect(page).toContain('Monday');
    }
    expect(await inbox.store.list()).toEqual([]);
  });
});

describe.each([
  ['/book', { name: 'Ada', email: 'ada@example.com', times: 'Monday' }, embedded.booking],
  ['/newsletter', { email: 'ada@example.com' }, embedded.newsletter],
])('%s', (path, fields, { submit, notDone }) => {
  const support = `subject=${encodeURIComponent(emailSubjects.support)}`;

  test.each([
    [429, failureMessages.rateLimited, () => limited(0)],
    [503, failureMessages.unavailable, full],
  ])(
    'that fails with %s shows what did not happen and why, keeps what was typed, and offers to try again and to ask for help',
    async (status, why, app) => {
      const text = asHtml(`${notDone} ${why}`);
      const response = await postForm(path, fields, app());
      const { page } = response;
      expect(response.status).toBe(status);
      expect(page).toContain(
        `role="group" aria-label="${text}" tabindex="-1" autofocus><p>${text}</p>`,
      );
      for (const value of Object.values(fields)) expect(page).toContain(value);
      expect(page).toContain(`<button type="submit">${asHtml(failureOptionLabels.tryAgain)}<`);
      expect(page).toContain(support);
      expect(page).toContain(asHtml(failureOptionLabels.contactSupport));
      expect(page).not.toContain(`>${asHtml(submit)}</button>`);
      expect(logged.join()).not.toContain('ada@');
    },
  );

  test('with a mistake of the visitor offers no support; the privacy policy is linked below the button (behavior 3.1)', async () => {
    const { page } = await postForm(path, { ...fields, email: '' });
    expect(page).toContain(`>${asHtml(submit)}</button>`);
    expect(page).not.toContain(support);
    const [, below = ''] = page.split('</button>');
    expect(below).toContain(
      `<a href="/privacy" target="_blank" rel="noopener">${asHtml(findPage('privacy').title)}<`,
    );
  });

  test('that breaks reports it to people and programs, and leads back to where it was', async () => {
    const broken = { allows: () => Promise.reject(new Error('broken')), addressOf: () => '' };
    const app = backend({ rateLimit: broken });
    const address = `${path}?key=ring&zone=UTC`;
    const { status, page } = await postForm(address, fields, app);
    expect(status).toBe(500);
    expect(logged).toEqual([`POST ${path} failed`]);
    expect(page).toContain(asHtml(failureMessages.server));
    expect(page).toContain(`href="${asHtml(address)}">${asHtml(failureOptionLabels.tryAgain)}<`);
    expect(page).toContain(support);
    const request = { method: 'POST', body: new URLSearchParams(fields) };
    const answer = await (await app.request(path, request)).json();
    expect(answer).toEqual({ success: false, message: failureMessages.server });
  });
});
