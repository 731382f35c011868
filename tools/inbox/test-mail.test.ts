import { expect, onTestFinished, test } from 'vitest';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';
import { atTerminal } from '../tests/at-terminal.ts';
import { runInbox } from './command.ts';

const INBOX_TO = 'owner@example.com';

test('a test goes through the mail server, the mail service or the webhook, and their answer is shown', async () => {
  const [mails, api] = [await startMailServer(), await startMailApi()];
  onTestFinished(async () => {
    await mails.close();
    await api.close();
  });
  const run = (environment: Record<string, string>, ...args: string[]) =>
    atTerminal(runInbox, ['test-mail', ...args], { environment });
  const set = { SMTP_URL: mails.url, INBOX_TO };
  const stdout = `${new URL(mails.url).host} has taken a test mail to ${INBOX_TO}. If it does not arrive, look among the spam.`;
  expect(await run(set)).toEqual({ status: 0, stdout, stderr: '' });
  expect(mails.received).toMatchObject([{ to: [INBOX_TO] }]);
  mails.mood = 'refuses';
  const refused = await run(set);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(/451 Not now$/) });
  const workers = { ...set, RESEND_BASE_URL: api.url };
  expect((await run({ ...workers, RESEND_API_KEY: 're_1' }, '--host', 'workers')).status).toBe(0);
  const webhook = { INBOX_WEBHOOK_URL: `${api.url}/secret` };
  expect((await run(webhook)).stdout).toBe(`${new URL(api.url).host} has taken a test enquiry.`);
  expect(api.requests).toMatchObject([{ body: { to: [INBOX_TO] } }, { path: 'POST /secret' }]);
  const half = await run(workers, '--host', 'workers');
  expect(half).toMatchObject({ status: 1, stderr: expect.stringContaining('RESEND_API_KEY') });
  expect(await run({})).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('set SMTP_URL'),
  });
});
