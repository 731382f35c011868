import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFormBackend } from './app.ts';
import { createSqliteStore, openDatabase } from './sqlite-store.ts';
import type { Store } from './store.ts';

let store: Store;
let database: DatabaseSync;
const logged: string[] = [];
beforeEach(() => {
  database = openDatabase(':memory:');
  store = createSqliteStore(database);
  logged.length = 0;
});

const backend = (over: Partial<Store> = {}) =>
  createFormBackend({ store: { ...store, ...over }, logError: (message) => logged.push(message) });

const payload = {
  access_key: 'embedded',
  name: 'Ada Byron',
  email: 'ada@example.com',
  subject: 'New Contact Request - general',
  message: '  Zwölf Zeichen\nund mehr \u0000 \ud800 <b>  ',
  first_name: 'Ada',
  last_name: 'Byron',
  company: 'Engines',
  role: '',
  interested_in: 'general',
  service_type: '',
  urgency: 'normal',
};

const stored = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  company: 'Engines',
  role: '',
  interestedIn: 'general',
  serviceType: '',
  urgency: 'normal',
  message: payload.message,
};

const postJson = (body: unknown, headers: Record<string, string> = {}) =>
  backend().request('/api/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const postForm = (path: string, fields: Record<string, string>) =>
  backend().request(path, {
    method: 'POST',
    headers: { Accept: 'text/html,*/*' },
    body: new URLSearchParams(fields),
  });

describe('an enquiry as JSON', () => {
  test('is stored as it was typed before it is acknowledged', async () => {
    const response = await postJson(payload);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ success: true, message: 'Message received.' });
    const [submission] = await store.list();
    expect(submission?.fields).toEqual(stored);
    expect(submission?.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test.each([
    ['first_name', 'First name is required'],
    ['last_name', 'Last name is required'],
    ['email', 'Email is required'],
    ['company', 'Company name is required'],
    ['message', 'Message is required'],
  ])('without %s is refused by the form’s own rule', async (name, message) => {
    const response = await postJson({ ...payload, [name]: ' ' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, message });
    expect(await store.list()).toEqual([]);
  });

  test.each([
    ['no JSON', '{', 'The message could not be read. Please send it again.'],
    ['no object', '[]', 'The message could not be read. Please send it again.'],
    ['null', 'null', 'The message could not be read. Please send it again.'],
    [
      'a field that is no text',
      JSON.stringify({ ...payload, message: { toString: 'x' } }),
      'The field “message” must be text.',
    ],
  ])('that is %s is refused', async (_, body, message) => {
    const response = await postJson(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, message });
  });

  test('with the honeypot ticked is refused, and says how a person gets through', async () => {
    const response = await postJson({ ...payload, botcheck: 'on' });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(/please send it by email/);
    expect(await store.list()).toEqual([]);
  });

  test('of more than 64 KiB is refused', async () => {
    const response = await postJson({ ...payload, message: 'x'.repeat(64 * 1024) });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      success: false,
      message: 'The message is too long. Please shorten it, or send it by email.',
    });
  });

  test('with the same id twice is stored once and acknowledged twice', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    expect((await postJson(payload, headers)).status).toBe(200);
    expect((await postJson(payload, headers)).status).toBe(200);
    expect((await postJson(payload, { 'Idempotency-Key': 'two' })).status).toBe(200);
    expect(await store.list()).toHaveLength(2);
  });

  test('that cannot be stored is not acknowledged', async () => {
    const app = backend({ add: () => Promise.reject(new Error('disk full')) });
    const response = await app.request('/api/submit', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    });
    expect(response.status).toBe(503);
    expect((await response.json()).message).toMatch(/could not be stored just now/);
    expect(logged).toEqual(['POST /api/submit failed']);
  });
});

test.each(['text/plain', 'application/xml', ''])('content of type %j is refused', async (type) => {
  const response = await postJson(payload, { 'Content-Type': type });
  expect(response.status).toBe(415);
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
    expect(response.headers.get('Location')).toBe('/received');
    const [submission] = await store.list();
    expect(submission?.fields).toEqual({ ...stored, message: 'Line one\nline two' });
  });

  test('with a mistake comes back with everything that was typed, as text', async () => {
    const response = await postForm('/api/submit', {
      ...fields,
      company: '',
      message: '\n</textarea><script>alert(1)</script>',
      urgency: 'urgent',
    });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('Company name is required');
    expect(page).toContain('value="Ada"');
    expect(page).toContain('name="urgency" value="urgent"');
    expect(page).toContain('&lt;/textarea&gt;&lt;script&gt;');
    expect(page).not.toContain('<script');
    expect(await store.list()).toEqual([]);
  });
});

describe('a booking request', () => {
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
      '/book/45?name=Ada%22%3E%3Cb%3E&email=a@b.example&a1=Engines&a2=Hello',
    );
    const page = await response.text();
    expect(page).toContain('45 minutes');
    expect(page).toContain('value="Ada&quot;&gt;&lt;b&gt;"');
    expect(page).toContain('value="a@b.example"');
    expect(page).toContain('value="Engines"');
    expect(page).toContain('Hello</textarea>');
  });

  test('is kept once, with its length, also when the page is reloaded', async () => {
    for (const _ of [1, 2]) {
      const response = await postForm('/book/45', booking);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('Request received');
    }
    const submissions = await store.list();
    expect(submissions).toHaveLength(1);
    expect(submissions[0]?.fields).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      company: 'Engines',
      message: 'Fraud',
      times: 'Monday',
      minutes: '45',
    });
  });

  test.each([
    [{ name: '' }, 'Name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada' }, 'Please enter a valid email address'],
  ])('with a mistake %j comes back filled in', async (change, message) => {
    const response = await postForm('/book', { ...booking, ...change });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain(message);
    expect(page).toContain('Monday');
    expect(await store.list()).toEqual([]);
  });

  test('has no page for other lengths', async () => {
    expect((await backend().request('/book/90')).status).toBe(404);
  });
});

describe('a subscription', () => {
  test('is kept once for an address', async () => {
    await postForm('/newsletter', { email: 'Ada@example.com' });
    const response = await postForm('/newsletter', { email: 'ada@example.com ' });
    expect(await response.text()).toContain('You are subscribed');
    expect(await store.list({ kind: 'subscriber' })).toHaveLength(1);
  });

  test('without an address is refused', async () => {
    const response = await postForm('/newsletter', { email: 'nobody' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Please enter a valid email address');
  });
});
