import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailApi, startMailApi } from '#inbox/tests/mail-api.ts';
import { type MailServer, startMailServer } from '#inbox/tests/mail-server.ts';
import { runInbox } from './command.ts';

let mails: MailServer;
let api: MailApi;
beforeEach(async () => {
  mails = await startMailServer();
  api = await startMailApi();
});
afterEach(async () => {
  await mails.close();
  await api.close();
});

const testMail = async (environment: Record<string, string>, ...args: string[]) => {
  const said: string[] = [];
  const status = await runInbox(['--test-mail', ...args], environment, {
    write: async (text) => void said.push(text),
    writeError: (text) => said.push(text),
    ask: null,
    columns: null,
  });
  // On a terminal, the prompt comes after it.
  if (status === 0) expect(said.join('')).toMatch(/\.\n$/);
  return { status, said: said.join('').trimEnd() };
};

const INBOX_TO = 'owner@example.com';
const RESEND_API_KEY = 're_secret';

test('one mail is sent through the mail server, and said to be taken', async () => {
  const { host } = new URL(mails.url);
  expect(await testMail({ SMTP_URL: mails.url, INBOX_TO })).toEqual({
    status: 0,
    said: `${host} has taken a test mail to owner@example.com. If it does not arrive, look among the spam.`,
  });
  expect(mails.received).toMatchObject([{ to: [INBOX_TO] }]);
});

test('what the mail server answers is told', async () => {
  mails.mood = 'refuses';
  const { status, said } = await testMail({ SMTP_URL: mails.url, INBOX_TO });
  expect(status).toBe(1);
  expect(said).toMatch(/^127\.0\.0\.1:\d+ did not take the test mail: .*451 Not now$/);
});

test('for Workers it goes by the mail service, whatever mail server is set', async () => {
  const set = { SMTP_URL: mails.url, RESEND_BASE_URL: api.url, INBOX_TO };
  expect(await testMail({ ...set, RESEND_API_KEY }, '--host', 'workers')).toMatchObject({
    status: 0,
  });
  expect(api.requests.map(({ body }) => body.to)).toEqual([[INBOX_TO]]);
  expect(await testMail(set, '--host', 'workers')).toEqual({
    status: 1,
    said: 'RESEND_API_KEY must be set when INBOX_TO is: what to send mail with',
  });
  expect(mails.received).toEqual([]);
});

test('a webhook gets a test enquiry', async () => {
  expect(await testMail({ INBOX_WEBHOOK_URL: `${api.url}/secret` })).toEqual({
    status: 0,
    said: `${new URL(api.url).host} has taken a test enquiry.`,
  });
  expect(api.requests).toMatchObject([{ path: 'POST /secret', body: { kind: 'enquiry' } }]);
});

test('where nothing is configured, it says what to set', async () => {
  expect(await testMail({})).toEqual({
    status: 1,
    said: 'Nothing was sent, because nothing is configured: set SMTP_URL or RESEND_API_KEY, and INBOX_TO. Submissions are kept in the inbox.',
  });
});
