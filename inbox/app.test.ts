// More than 300 lines, because all resources share the backend and its promises to people and programs.
import { describe, expect, test, vi } from 'vitest';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import {
  emailSubjects,
  failureMessages,
  failureOptionLabels as options,
  submissionMessages,
  validationMessages,
} from '#content/messages.ts';
import { enquiryPayload } from '#enquiry/form-services.ts';
import { caretScript } from '#headers/inline-scripts.ts';
import { fill } from '#model/fill.ts';
import { findPage } from '#model/pages.ts';
import { formatPhone, phoneDigits } from '#model/phone.ts';
import { backendNames, signUps } from '#model/vocabulary.ts';
import { typed } from '../tests/contact-form.ts';
import { hasRoute } from './app.ts';
import { asHtml, expectPage, expectParts, limitOf, setUpInbox } from './tests/backend.ts';

const { messages } = embedded;
const styles = 'p > a::before{content:"<&"}';
const { inbox, logged, backend, failing, postForm } = setUpInbox(styles);

const stored = { ...typed, message: '  Zwölf Zeichen\nund mehr \u0000 \ud800 <b>  ' };
const payload = enquiryPayload(stored, 'embedded');

const postJson = (body: unknown, headers: Record<string, string> = {}, app = backend()) =>
  app.request('/api/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof ArrayBuffer ? body : JSON.stringify(body),
  });

describe('an enquiry as JSON', () => {
  test('is stored as typed, once per id and content; a new one wakes the outbox and is logged with time, kind and ID (behavior 3.6)', async () => {
    const lines: string[] = [];
    let woken = 0;
    const app = backend({ log: (line) => lines.push(line), outbox: { wake: () => woken++ } });
    const plain = { 'Content-Type': 'application/JSON;charset="UTF-8"' };
    const send = async (id: string, company: string) => {
      const headers = { ...plain, 'Idempotency-Key': id };
      const response = await postJson({ ...payload, company }, headers, app);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ success: true, message: messages.received });
      return inbox.store.count({ isUndelivered: true });
    };
    for (const _ of [1, 2]) expect(await send('one', 'Engines')).toBe(1);
    expect(await send('two', 'Engines')).toBe(2);
    expect(await send('one', 'Other')).toBe(3);
    const [first] = await inbox.store.list({ id: 1 });
    expect(first?.fields).toEqual(stored);
    expect(first?.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await postForm('/newsletter', { email: 'ada@example.com' }, app);
    await postJson({ ...payload, email: 'ada' }, {}, app);
    const kinds = lines.map((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d {2}(\w+) \d+$/.exec(line)?.[1]);
    expect([kinds, woken]).toEqual([['enquiry', 'enquiry', 'enquiry', 'subscriber'], 4]);
  });

  const bytes = Uint8Array.from('{"message":"\xc3("}', (character) => character.charCodeAt(0));
  const { mediaType, unreadable } = messages;
  const type = (value: string) => ({ 'Content-Type': value });
  test.each<[string, number, string, unknown, Record<string, string>?]>([
    ['no JSON', 400, unreadable, '{'],
    ['no object', 400, unreadable, '[]'],
    ['null', 400, unreadable, 'null'],
    ['bytes that are no UTF-8', 400, unreadable, bytes.buffer],
    ['a field that is no text', 400, fill(messages.notText, { field: 'role' }), { role: {} }],
    ['a mistake', 400, validationMessages.company, { ...payload, company: ' ' }],
    ['a ticked honeypot', 400, messages.honeypot, { ...payload, botcheck: 'on' }],
    ['more than 64 KiB', 413, messages.tooLarge, { ...payload, message: 'x'.repeat(65_536) }],
    ['text', 415, mediaType, payload, type('text/plain')],
    ['no type', 415, mediaType, payload, type('')],
    ['a form in parts', 415, mediaType, payload, type('multipart/form-data; boundary=x')],
  ])('%s is refused in words: %i', async (_, status, message, body, headers) => {
    const response = await postJson(body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ success: false, message });
    expect(await inbox.store.list()).toEqual([]);
  });

  test('that never ends is refused after a while (behavior 9.1)', async () => {
    using timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const pull = (stream: ReadableStreamDefaultController) => stream.enqueue(new Uint8Array(9));
    const body = new ReadableStream({ pull });
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1000000000' };
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    expect((await backend().request('/api/submit', request)).status).toBe(413);
    expect(timeout).toHaveBeenCalledWith(10_000);
  });
});

test('an address with a slash at its end redirects to the one without (behavior 1.2)', async () => {
  const { status, headers } = await backend().request('/book/?zone=UTC', { method: 'POST' });
  expect([status, headers.get('Location')]).toEqual([308, '/book?zone=UTC']);
  // With a booking page elsewhere, there is none without a slash either.
  const elsewhere = backend({ booking: { bookingUrl: 'https://cal.example/a' } });
  const missing = await elsewhere.request('/book/');
  expect([missing.status, await missing.json()]).toMatchObject([404, { success: false }]);
  expect(hasRoute(elsewhere, '/book/')).toBe(false);
  expect(hasRoute(backend(), '/book/')).toBe(true);
  for (const path of ['/book//', '/book/999/', '/*']) expect(hasRoute(backend(), path)).toBe(false);
  const { routes } = backend({ counts: { rateLimit: null } });
  const names = routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : path.split('/')[1]));
  expect(backendNames).toEqual(expect.arrayContaining(names));
});

test('an address refuses other methods, and links back to the form', async () => {
  for (const [path, method, allowed] of [
    ['/api/submit', 'GET', 'POST'],
    ['/api/submit', 'DELETE', 'POST'],
    ['/book', 'PUT', 'GET, HEAD, POST'],
  ] as const) {
    const response = await backend().request(path, { method, headers: { Accept: 'text/html' } });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed]);
    const [retry, { title }] =
      path === '/book' ? [path, embedded.booking] : ['/#contact', embedded.contact];
    expectParts(await response.text(), ...[title, messages.method].map(asHtml), `href="${retry}"`);
  }
});

describe('an enquiry from a browser without JavaScript', () => {
  test('is stored with its line breaks, and redirects to the receipt; bytes that are not UTF-8 are refused', async () => {
    const fields = { ...stored, message: 'Line one\r\nline two' };
    const { status, headers } = await postForm('/api/submit', fields);
    expect([status, headers.get('Location')]).toEqual([303, '/received#sent']);
    const [submission] = await inbox.store.list();
    expect(submission?.fields).toEqual({ ...stored, message: 'Line one\nline two' });
    await postJson({ ...payload, message: fields.message, role: 'Other' });
    expect((await inbox.store.list({ id: 2 }))[0]?.fields.message).toBe('Line one\nline two');
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await postJson(`${new URLSearchParams(fields)}&role=%C3%28`, type)).status).toBe(400);
  });

  test('with a mistake comes back with everything that was typed, as text (behavior 3.5)', async () => {
    const old = { service_type: 'a-service-of-last-year', urgency: 'urgent' };
    const message = '\n</textarea><script>alert(1)</script>';
    const answer = await postForm('/api/submit', { ...stored, ...old, company: '', message });
    const { text, submit } = embedded.contact;
    expectPage(answer, 400, asHtml(validationMessages.company), asHtml(text), 'value="Ada"');
    const chosen = Object.values(old).map((value) => `<option value="${value}" selected>`);
    expectParts(answer.page, ...chosen);
    expectParts(answer.page, '&lt;/textarea&gt;&lt;script&gt;', `>${asHtml(submit)}</button>`);
    expectParts(answer.page, 'name="botcheck"', `<script>${caretScript}</script>`);
    expect(answer.page.split('<script')).toHaveLength(2);
    expect(answer.page).not.toContain(asHtml(options.emailDirectly));
  });

  test.each([
    ['what was typed', typed.message, true],
    ['its beginning, which the page explains', 'Zwölf & mehr. '.repeat(500), false],
  ])(
    'that cannot be stored offers three ways on, the first with %s (behavior 3.8, 6.1)',
    async (_, message, isWhole) => {
      const app = backend({ store: failing('add') });
      const answer = await postForm('/api/submit', { ...typed, message }, app);
      const { page } = answer;
      const { emailDirectly, callDirectly, tryAgain } = options;
      const [href = ''] = page.match(/mailto:[^"]*/) ?? [];
      expectPage(answer, 503, ...[messages.storage, failureMessages.contact_form].map(asHtml));
      expectParts(page, `<button type="submit">${asHtml(tryAgain)}<`);
      expectParts(page, `href="tel:${phoneDigits(identity.phone)}">${asHtml(callDirectly)}<`);
      expectParts(page, `"${href}">${asHtml(emailDirectly)}<`, `>\n${asHtml(message)}</textarea>`);
      // A screen reader reads the address and number.
      expectParts(page, asHtml(`${emailDirectly}: ${identity.email}`));
      expectParts(page, asHtml(`${callDirectly}: ${formatPhone(identity.phone)}`));
      expect(decodeURIComponent(href).includes(message.replace('\n', '\r\n'))).toBe(isWhole);
      expect(page.includes(asHtml(submissionMessages.emailTooLong))).toBe(!isWhole);
      // Nothing is marked.
      expect(page).not.toContain(asHtml(embedded.contact.text));
      expect(logged).toEqual(['A submission to /api/submit could not be stored']);
    },
  );
});

test('the health check writes at most twice a minute, and reports the outcome', async () => {
  let [isFull, asked, time] = [true, 0, 0];
  using _clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  const checkWritable = async () => {
    asked++;
    if (isFull) throw new Error('disk full');
  };
  const app = backend({ store: { ...inbox.store, checkWritable } });
  const check = async () => (await app.request('/healthz')).status;
  expect([await check(), await check(), asked]).toEqual([503, 503, 1]);
  expect(logged).toEqual(['The store cannot be written']);
  isFull = false;
  time = 29_999;
  expect([await check(), asked]).toEqual([503, 1]);
  time = 30_000;
  const statuses = await Promise.all(Array.from({ length: 20 }, check));
  // Requests during a check get the result of the previous check.
  expect([statuses, await check(), asked]).toEqual([[200, ...Array(19).fill(503)], 200, 2]);
});

test('too many submissions are refused with a message, and invalid ones do not count', async () => {
  const app = backend({ rateLimit: limitOf(1) });
  expect((await postJson({ ...payload, email: '' }, {}, app)).status).toBe(400);
  expect((await postJson(payload, {}, app)).status).toBe(200);
  const answer = await postForm('/api/submit', stored, app);
  expectPage(answer, 429, asHtml(messages.tooMany), 'value="Engines"');
  expect(await inbox.store.list()).toHaveLength(1);
});

describe('a request', () => {
  const forms = ['/api/submit', '/book', ...signUps.map(({ name }) => `/${name}`)];
  const other = 'https://other.example';
  test.each<[string, Record<string, string>, boolean, string[]?]>([
    ['from another site, by its origin', { Origin: other }, false],
    ['in a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, false],
    ['that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }, false],
    ['on a neighboring host', { Origin: 'null', 'Sec-Fetch-Site': 'same-site' }, false],
    ['on the list', { Origin: other, 'Sec-Fetch-Site': 'cross-site' }, true, [other]],
    ['of the site itself', { Origin: 'https://site.example' }, true],
    ['behind a proxy that speaks TLS', { Origin: 'http://site.example' }, true],
    ['by another name of the site', { Origin: other, 'Sec-Fetch-Site': 'same-origin' }, true],
    ['of a browser that hides its origin', { Origin: 'null' }, true],
    ['without a referrer', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, true],
    ['sent again by the reader', { 'Sec-Fetch-Site': 'none' }, true],
    ['of no browser', {}, true],
  ])(
    '%s is accepted by every form, or refused by every form and by CORS',
    async (_, headers, isTaken, allowedOrigins = []) => {
      const app = backend({ allowedOrigins });
      const isListed = allowedOrigins.length > 0;
      for (const path of forms) {
        const response = await app.request(`https://site.example${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ ...payload, times: 'Monday' }),
        });
        expect(response.status, path).toBe(isTaken ? 200 : 403);
        if (!isTaken) expect((await response.json()).message).toBe(messages.origin);
        const isToRead = isListed && path === '/api/submit';
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe(isToRead ? other : null);
      }
      const preflight = { Origin: other, 'Access-Control-Request-Method': 'POST' };
      const request = { method: 'OPTIONS', headers: preflight };
      const allowed = (await app.request('/api/submit', request)).headers;
      expect(allowed.get('Access-Control-Allow-Origin')).toBe(isListed ? other : null);
      if (isListed) expect(allowed.get('Access-Control-Allow-Headers')).toMatch(/Idempotency-Key/);
      expect(await inbox.store.count({})).toBe(isTaken ? forms.length : 0);
    },
  );
});

test('typed text is not cached; a sign-up stores an address once, and its frame neither blocks the page’s cache nor leaves the page', async () => {
  const typed = ['/book?name=Ada', 'document'] as const;
  const pages = signUps.flatMap(({ name }) => ['document', 'iframe'].map((to) => [`/${name}`, to]));
  for (const [path = '', destination = ''] of [typed, ...pages]) {
    // A link on another site leads to the page.
    const headers = { 'Sec-Fetch-Dest': destination, 'Sec-Fetch-Site': 'cross-site' };
    const response = await backend().request(path, { headers });
    const isKept = !path.startsWith('/book');
    expect(response.headers.get('Cache-Control')).toBe(isKept ? null : 'no-store');
    if (isKept) expect(response.headers.get('Vary')).toContain('Sec-Fetch-Dest');
    const hasWayBack = (await response.text()).includes(asHtml(embedded.backHome));
    expect(hasWayBack).toBe(destination === 'document');
  }
  for (const { name, kind } of signUps) {
    const { title } = embedded[name].done;
    for (const [email, status, words] of [
      ['ada', 400, messages.emailFormat],
      ['Ada@example.com', 200, title],
      ['ada@example.com ', 200, title],
    ] as const) {
      const answer = await postForm(`/${name}`, { email });
      expectPage(answer, status, email, asHtml(words));
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
    expect(await inbox.store.count({ kind })).toBe(1);
  }
});

describe.each([
  ['/book', { name: 'Ada', email: 'ada@example.com', times: 'Monday' }, embedded.booking] as const,
  ...signUps.map(({ name }) => [`/${name}`, { email: 'ada@example.com' }, embedded[name]] as const),
])('%s', (path, fields, { title, submit, notDone }) => {
  const support = `subject=${encodeURIComponent(emailSubjects.support)}`;

  test('a ticked honeypot is refused in words, with an address to write to', async () => {
    const answer = await postForm(path, { ...fields, botcheck: 'on' });
    expectPage(answer, 400, asHtml(messages.honeypot), support, ...Object.values(fields));
    const hidden = /<p hidden><label><input [^>]*name="botcheck"[^>]*> (.*?)</.exec(answer.page);
    expect(hidden?.[1]).toContain(asHtml(contact.form.honeypot));
    expect(await inbox.store.list()).toEqual([]);
  });

  test.each([
    [429, failureMessages.rateLimited, () => ({ rateLimit: limitOf(0) })],
    [503, failureMessages.unavailable, () => ({ store: failing('add') })],
  ])(
    'that fails with %s shows what did not happen and why, keeps what was typed, and offers to try again and to ask for help',
    async (status, why, cause) => {
      const text = asHtml(`${notDone} ${why}`);
      const answer = await postForm(path, fields, backend(cause()));
      const panel = `role="group" aria-label="${text}" tabindex="-1" autofocus><p>${text}</p>`;
      const retry = `<button type="submit">${asHtml(options.tryAgain)}<`;
      expectPage(answer, status, panel, retry, support, asHtml(options.contactSupport));
      expectParts(answer.page, ...Object.values(fields));
      expect(answer.page).not.toContain(`>${asHtml(submit)}</button>`);
      expect(logged.join()).not.toContain('ada@');
    },
  );

  test('with a mistake of the visitor comes back filled in, without support; the privacy policy is linked below the button (behavior 3.1, 3.5)', async () => {
    for (const name of ['name', 'email'] as const) {
      if (!(name in fields)) continue;
      const typed = { ...fields, [name]: '' };
      const answer = await postForm(path, typed);
      expectPage(answer, 400, asHtml(messages[name]), ...Object.values(typed));
      const [form = '', below = ''] = answer.page.split(`>${asHtml(submit)}</button>`);
      expect(form).not.toContain(support);
      const policy = asHtml(findPage('privacy').title);
      expect(below).toContain(`<a href="/privacy" target="_blank" rel="noopener">${policy}<`);
    }
    expect(await inbox.store.list()).toEqual([]);
  });

  test('that fails unexpectedly gets an error page or JSON, with a link back', async () => {
    const broken = { allows: () => Promise.reject(new Error('broken')), addressOf: () => '' };
    const app = backend({ rateLimit: broken });
    const address = `${path}?key=ring&zone=UTC`;
    const retry = `href="${asHtml(address)}">${asHtml(options.tryAgain)}<`;
    const answer = await postForm(address, fields, app);
    expectPage(answer, 500, asHtml(title), asHtml(failureMessages.server), retry, support);
    expect(logged).toEqual([`POST ${path} failed`]);
    const request = { method: 'POST', body: new URLSearchParams(fields) };
    const forProgram = await (await app.request(path, request)).json();
    expect(forProgram).toEqual({ success: false, message: failureMessages.server });
  });
});
