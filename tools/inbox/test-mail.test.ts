import { expect, onTestFinished, test } from 'vitest';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';
import { makePlace } from '../tests/at-terminal.ts';
import { runInbox } from './command.ts';

test('a test goes through the mail server, the mail service or the webhook, and their answer is shown', async () => {
  const [mails, api] = [await startMailServer(), await startMailApi()];
  onTestFinished(() => Promise.all([mails.close(), api.close()]).then(() => {}));
  const { walk } = makePlace(runInbox);
  const smtp = { SMTP_URL: mails.url, INBOX_TO: 'owner@firm.com', RESEND_BASE_URL: api.url };
  const resend = { ...smtp, RESEND_API_KEY: 're_1' };
  await walk([
    ['test-mail', 0, /^127.* accepted a test\. If owner@firm\.com gets/, { environment: smtp }],
    ['test-mail --host workers', 0, /^127.* accepted a test\./, { environment: resend }],
    ['test-mail --host workers', 1, /RESEND_API_KEY/, { environment: smtp }],
    ['test-mail', 0, /a test\.$/, { environment: { INBOX_WEBHOOK_URL: `${api.url}/x` } }],
    ['test-mail', 1, /set SMTP_URL/],
  ]);
  mails.mood = 'refuses';
  await walk([['test-mail', 1, /refused the test mail: .*451 Not now$/, { environment: smtp }]]);
  expect([mails.received.length, api.requests.length]).toEqual([1, 2]);
});
