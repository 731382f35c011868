import type { Environment } from '#hosting/variables.ts';
import { createDelivery, deliveryHost } from '#inbox/delivery/delivery.ts';
import { openMailService } from '#inbox/delivery/mail-services.ts';
import { describeInWords } from '#inbox/delivery/refusal.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { readDeliveryOf } from './place.ts';
import type { WranglerPlace } from './wrangler-store.ts';

interface Outcome {
  isSent: boolean;
  sentence: string;
}

const testSubmission = (): Submission => ({
  id: 0,
  kind: 'enquiry',
  receivedAt: new Date().toISOString(),
  idempotencyKey: null,
  fields: {
    firstName: 'Test',
    lastName: 'Mail',
    company: 'npm run inbox -- --test-mail',
    message:
      'This is a test of how you are told of submissions. No visitor wrote it, and it is not in the inbox.',
  },
  delivery: { nextAttemptAt: null, attempts: 0, lastError: null, deliveredAt: null },
  seenAt: null,
  answeredAt: null,
  time: null,
});

/**
 * Sends one enquiry of nobody's through the delivery that is configured here, or that Workers would be
 * given. @throws ConfigError
 */
export const sendTestMail = async (
  environment: Environment,
  place: WranglerPlace | null,
): Promise<Outcome> => {
  const delivery = readDeliveryOf(place, environment);
  if (delivery === null) {
    const variable = place ? 'RESEND_API_KEY' : 'SMTP_URL or RESEND_API_KEY';
    const sentence = `Nothing was sent, because nothing is configured: set ${variable}, and INBOX_TO. Submissions are kept in the inbox.`;
    return { isSent: false, sentence };
  }
  const host = deliveryHost(delivery);
  try {
    await createDelivery(delivery, openMailService, null).deliver(testSubmission());
  } catch (cause) {
    const sentence = `${host} did not take the test mail: ${describeInWords(cause)}`;
    return { isSent: false, sentence };
  }
  const sentence =
    'webhookUrl' in delivery
      ? `${host} has taken a test enquiry.`
      : `${host} has taken a test mail to ${delivery.to}. If it does not arrive, look among the spam.`;
  return { isSent: true, sentence };
};
