import { createDelivery, deliveryHost } from '#inbox/delivery/delivery.ts';
import { openMailService } from '#inbox/delivery/mail-services.ts';
import { describeInWords } from '#inbox/delivery/refusal.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { CommandError } from '../options.ts';
import type { Context } from '../subcommands.ts';
import { readDelivery } from './place.ts';

const submission = (now: Date): Submission => ({
  id: 0,
  kind: 'enquiry',
  receivedAt: now.toISOString(),
  idempotencyKey: null,
  fields: {
    firstName: 'Test',
    lastName: 'Mail',
    email: 'test@example.com',
    company: 'npm run inbox -- test-mail',
    message: 'This is a test. No visitor wrote it, and it is not in the inbox.',
  },
  delivery: { nextAttemptAt: null, attempts: 0, lastError: null, deliveredAt: null },
  seenAt: null,
  answeredAt: null,
  time: null,
});

/** Sends one enquiry of nobody's through the delivery that is configured here. @throws CommandError */
export const sendTestMail = async (
  host: string | undefined,
  { environment, terminal, now }: Context,
): Promise<void> => {
  const delivery = readDelivery(host, environment);
  if (delivery === null) {
    throw new CommandError(
      'Nothing was sent, because nothing is configured: set SMTP_URL (not on Workers) or RESEND_API_KEY, and INBOX_TO. Submissions are kept in the inbox.',
    );
  }
  const receiver = deliveryHost(delivery);
  try {
    await createDelivery(delivery, openMailService, null).deliver(submission(now));
  } catch (cause) {
    throw new CommandError(`${receiver} did not take the test mail: ${describeInWords(cause)}`);
  }
  await terminal.write(
    'webhookUrl' in delivery
      ? `${receiver} has taken a test enquiry.\n`
      : `${receiver} has taken a test mail to ${delivery.to}. If it does not arrive, look among the spam.\n`,
  );
};
