import { createDelivery, deliveryHost } from '#inbox/delivery/delivery.ts';
import { describeInWords } from '#inbox/delivery/refusal.ts';
import { openMailService } from '#inbox/delivery/smtp.ts';
import { ExplainedError } from '#model/mistake.ts';
import { subcommand } from '../subcommands.ts';
import { host, readDelivery } from './place.ts';

const message =
  'A test by npm run inbox -- test-mail: no visitor wrote it, and it is not in the inbox.';

export const testMail = subcommand({
  help: 'sends you one mail, and reports the result',
  options: { host },
  run: async (values, _, { environment, now }) => {
    const config = readDelivery(values.host, environment);
    if (config === null) {
      throw new ExplainedError(
        'Nothing was sent, because nothing is configured: set SMTP_URL (not on Workers) or RESEND_API_KEY, and INBOX_TO. Submissions are kept in the inbox.',
      );
    }
    const receiver = deliveryHost(config);
    try {
      await createDelivery(config, openMailService, null).deliver({
        ...{ id: 0, publicId: crypto.randomUUID(), kind: 'enquiry' },
        receivedAt: now.toISOString(),
        fields: { firstName: 'Test', lastName: 'Mail', email: 'test@example.com', message },
        delivery: { nextAttemptAt: null, attempts: 0, lastError: null, deliveredAt: null },
        ...{ seenAt: null, time: null },
      });
    } catch (cause) {
      throw new ExplainedError(`${receiver} refused the test mail: ${describeInWords(cause)}`);
    }
    const spam = 'to' in config ? ` If ${config.to} gets no mail, look among the spam.` : '';
    return `${receiver} has accepted a test.${spam}`;
  },
});
