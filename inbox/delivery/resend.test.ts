import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailApi, startMailApi } from '../tests/mail-api.ts';
import type { Mail } from './mail.ts';
import { describeFailure, describeInWords } from './refusal.ts';
import { createResend } from './resend.ts';

let api: MailApi;
beforeEach(async () => {
  api = await startMailApi();
});
afterEach(() => api.close());

const words = { subject: 'Enquiry: Ada', text: 'Hello \ud800' };
const headers = { 'Auto-Submitted': 'auto-replied' };
const mail: Mail = {
  ...{ from: 'site@example.com', fromName: 'Zoë "Z" Byron, Inc.', to: 'owner@example.com' },
  replyTo: { name: 'Ada', address: 'ada@example.com' },
  date: new Date('2026-01-02T03:04:05.000Z'),
  messageId: '<enquiry-7-1767323045000@example.com>',
  calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR' },
  ...{ ...words, headers },
};

/** The service with an answer (status, name and message), or without any. */
const answering = (status: number | null, name = '', message = '') => {
  api.answer = status === null ? null : { status, body: { statusCode: status, name, message } };
  return createResend('re_secret', api.url, status === null ? 50 : undefined);
};

test('a mail is posted in the service’s format, with a part that calendar programs process, and a key for recognizing duplicates', async () => {
  await createResend('re_secret', `${api.url}/`).send(mail);
  const sent = {
    ...{ authorization: 'Bearer re_secret', 'content-type': 'application/json' },
    ...{ 'idempotency-key': mail.messageId, 'user-agent': 'consultant-site' },
  };
  expect(api.requests).toMatchObject([{ path: 'POST /emails', headers: sent }]);
  const content_type = 'text/calendar; charset=utf-8; method=REQUEST';
  expect(api.requests[0]?.body).toEqual({
    from: '"Zoë Z Byron, Inc." <site@example.com>',
    ...{ ...words, headers, to: ['owner@example.com'], reply_to: 'ada@example.com' },
    attachments: [{ filename: 'invite.ics', content: btoa('BEGIN:VCALENDAR'), content_type }],
  });
});

test('a refusal has the service’s words, except in the log, because they can name a visitor; an attempt without an answer ends in time', async () => {
  const inShort = 'The mail service answered 403';
  const refused = 'fetch failed (ECONNREFUSED)';
  const late = expect.stringMatching(/timeout|aborted/i);
  const only = 'Only to ada@a.example.';
  for (const [service, words, logged] of [
    [() => answering(403, '', only), `${inShort}: ${only}`, inShort],
    [() => answering(403), inShort, inShort],
    [() => answering(null), late, late],
    [() => createResend('re_secret', 'http://127.0.0.1:2'), refused, refused],
  ] as const) {
    const cause = await service()
      .send(mail)
      .catch((cause) => cause);
    expect([describeInWords(cause), describeFailure(cause)]).toEqual([words, logged]);
  }
});

test('a web page with status 200, such as a proxy’s, counts as a failure: no mail was taken (behavior 9.4)', async () => {
  api.answer = { status: 200, body: null, headers: { 'Content-Type': 'text/html; charset=utf-8' } };
  const sent = createResend('re_secret', api.url).send(mail);
  await expect(sent).rejects.toThrow('The mail service answered with a web page');
});

test('if the service refuses the visitor’s address, the mail is sent without it (behavior 9.4)', async () => {
  api.answer = ({ reply_to }) => ({ status: reply_to === undefined ? 200 : 422, body: null });
  const service = createResend('re_secret', api.url);
  await service.send(mail);
  const asked = () =>
    api.requests.map(({ headers, body }) => [headers['idempotency-key'], body.reply_to]);
  expect(asked()).toEqual([
    [mail.messageId, 'ada@example.com'],
    [`${mail.messageId} without reply_to`, undefined],
  ]);
  // The retry happens once, and not after other refusals.
  for (const [status, count] of Object.entries({ 400: 2, 403: 1, 422: 2 })) {
    api.requests = [];
    api.answer = { status: Number(status), body: null };
    await expect(service.send(mail)).rejects.toThrow(`answered ${status}`);
    expect(asked()).toHaveLength(count);
  }
});

test('a mail waits while there are too many requests a second, but not for the next day (behavior 9.4)', async () => {
  const refuse = (time: string) => ({ status: 429, body: null, headers: { 'Retry-After': time } });
  const service = createResend('re_secret', api.url);
  api.answer = () => (api.requests.length < 3 ? refuse('0') : { status: 200, body: null });
  await service.send(mail);
  expect(new Set(api.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  for (const [n, after] of ['3600', 'Fri, 31 Dec 1999 23:59:59 GMT'].entries()) {
    api.answer = refuse(after);
    await expect(service.send(mail)).rejects.toThrow('answered 429');
    expect(api.requests).toHaveLength(4 + n);
  }
  api.answer = refuse('1');
  await expect(createResend('re_secret', api.url, 500).send(mail)).rejects.toThrow('answered 429');
});

test('the check whether the service answers sends no mail, and accepts a key that may only send', async () => {
  await answering(200).verify();
  const restricted = answering(401, 'restricted_api_key', 'This API key can only send emails');
  await restricted.verify();
  await expect(restricted.send(mail)).rejects.toThrow('401');
  const invalid = answering(403, 'invalid_api_key', 'API key is invalid').verify();
  await expect(invalid).rejects.toThrow('The mail service answered 403');
  const [domains, emails] = ['GET /domains', 'POST /emails'];
  expect(api.requests.map(({ path }) => path)).toEqual([domains, domains, emails, domains]);
});
