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

const mail: Mail = {
  from: 'site@example.com',
  fromName: 'Zoë "Z" Byron, Inc.',
  to: 'owner@example.com',
  subject: 'Enquiry: Ada',
  replyTo: { name: 'Ada', address: 'ada@example.com' },
  date: new Date('2026-01-02T03:04:05.000Z'),
  messageId: '<enquiry-7-1767323045000@example.com>',
  text: 'Hello \ud800',
  headers: { 'Auto-Submitted': 'auto-replied' },
};

const refuse = (status: number, name: string, message: string): void => {
  api.answer = { status, body: { statusCode: status, name, message } };
};

test('a mail is posted in the words of the service, with a key by which it knows a copy', async () => {
  await createResend('re_secret', `${api.url}/`).send(mail);
  expect(api.requests).toMatchObject([
    {
      path: 'POST /emails',
      headers: {
        authorization: 'Bearer re_secret',
        'content-type': 'application/json',
        'idempotency-key': '<enquiry-7-1767323045000@example.com>',
        'user-agent': 'consultant-site',
      },
    },
  ]);
  expect(api.requests[0]?.body).toEqual({
    from: '"Zoë Z Byron, Inc." <site@example.com>',
    to: ['owner@example.com'],
    subject: 'Enquiry: Ada',
    reply_to: 'ada@example.com',
    text: 'Hello \ud800',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
});

test('a refusal has the words of the service, except in the log, since they can name a visitor', async () => {
  refuse(403, 'validation_error', 'You can only send testing emails to ada@example.com.');
  const cause = await createResend('re_secret', api.url)
    .send(mail)
    .catch((cause) => cause);
  expect([describeInWords(cause), describeFailure(cause)]).toEqual([
    'The mail service answered 403: You can only send testing emails to ada@example.com.',
    'The mail service answered 403',
  ]);
  api.answer = { status: 502, body: 'Bad gateway' };
  await expect(createResend('re_secret', api.url).send(mail)).rejects.toThrow(
    /^The mail service answered 502$/,
  );
});

test('where the visitor’s address is refused, the mail goes without it (behavior 9.4)', async () => {
  api.answer = ({ reply_to }) => ({ status: reply_to === undefined ? 200 : 422, body: null });
  const service = createResend('re_secret', api.url);
  await service.send(mail);
  const asked = () =>
    api.requests.map(({ headers, body }) => [headers['idempotency-key'], body.reply_to]);
  expect(asked()).toEqual([
    [mail.messageId, 'ada@example.com'],
    [`${mail.messageId} without reply_to`, undefined],
  ]);
  // Once, and not for other refusals.
  for (const [status, count] of [
    [422, 4],
    [403, 5],
  ] as const) {
    api.answer = { status, body: null };
    await expect(service.send(mail)).rejects.toThrow(`answered ${status}`);
    expect(asked()).toHaveLength(count);
  }
});

test('a service that does not answer in time is given up', async () => {
  api.answer = null;
  const service = createResend('re_secret', api.url, 50);
  await expect(service.send(mail)).rejects.toThrow(/timeout|aborted/i);
});

test('whether it answers is asked without a mail; a key that may only send is as good', async () => {
  const service = createResend('re_secret', api.url);
  await service.verify();
  refuse(401, 'restricted_api_key', 'This API key is restricted to only send emails');
  await service.verify();
  await expect(service.send(mail)).rejects.toThrow('401');
  refuse(403, 'invalid_api_key', 'API key is invalid');
  await expect(service.verify()).rejects.toThrow(
    'The mail service answered 403: API key is invalid',
  );
  expect(api.requests.map(({ path }) => path)).toEqual([
    'GET /domains',
    'GET /domains',
    'POST /emails',
    'GET /domains',
  ]);
});
