import type { DeliveryConfig, MailServiceConfig } from '#inbox/delivery/delivery.ts';
import { resendBaseUrl, resendTestSender } from '#inbox/delivery/resend.ts';
import type { Mistake } from '#model/mistake.ts';
import type { variables } from './variables.ts';

// Does not import zod, which a Worker does not need.

/** Returns a mistake in a variable. The message begins with the variable's name. */
export const mistakeIn = (name: string, what: string): Mistake => ({
  file: 'environment',
  field: name,
  message: `${name} ${what}`,
});

type DeliveryName = Extract<
  keyof typeof variables,
  `INBOX_${string}` | `RESEND_${string}` | 'SMTP_URL'
>;
/** The owner's variables about the delivery of submissions. Workers have no SMTP_URL. */
type DeliveryVariables = Readonly<Partial<Record<DeliveryName, string | undefined>>>;

/** Reads the delivery from variables that `findDeliveryMistake` has checked. */
export const readDelivery = (set: DeliveryVariables): DeliveryConfig | null => {
  const { SMTP_URL, RESEND_API_KEY, INBOX_TO, INBOX_FROM, INBOX_WEBHOOK_URL } = set;
  if (INBOX_TO && (SMTP_URL || RESEND_API_KEY)) {
    const service: MailServiceConfig = SMTP_URL
      ? { by: 'smtp', url: SMTP_URL }
      : { by: 'resend', key: RESEND_API_KEY ?? '', url: set.RESEND_BASE_URL || resendBaseUrl };
    const from = INBOX_FROM || (SMTP_URL ? INBOX_TO : resendTestSender);
    return { service, to: INBOX_TO, from, isAcknowledged: set.INBOX_ACKNOWLEDGE === 'yes' };
  }
  return INBOX_WEBHOOK_URL ? { webhookUrl: INBOX_WEBHOOK_URL } : null;
};

/** Finds a mistake that would prevent deliveries, in variables that are each valid. */
export const findDeliveryMistake = (
  set: DeliveryVariables,
  reader: 'server' | 'worker',
): Mistake | null => {
  const own = reader === 'server' ? (['SMTP_URL'] as const) : [];
  const read = [...own, 'RESEND_API_KEY' as const];
  const ways = [...read, 'INBOX_WEBHOOK_URL' as const].filter((name) => set[name]);
  const mail = read.find((name) => set[name]);
  const isAcknowledged = set.INBOX_ACKNOWLEDGE === 'yes';
  if (ways[0] && ways[1]) {
    const what = `and ${ways[1]} are both set; set only one, because each submission is delivered once`;
    return mistakeIn(ways[0], what);
  }
  if (mail && !set.INBOX_TO) {
    return mistakeIn('INBOX_TO', `must be set when ${mail} is: the address that gets the mail`);
  }
  if (!mail && (set.INBOX_TO || isAcknowledged)) {
    const reason = set.INBOX_TO ? 'INBOX_TO is' : 'INBOX_ACKNOWLEDGE is yes';
    const what = `must be set when ${reason}: it sends the mail`;
    return mistakeIn(read.join(' or '), what);
  }
  if (mail !== 'RESEND_API_KEY' || !isAcknowledged || set.INBOX_FROM) return null;
  // Resend's test sender reaches only the owner of the account.
  const what = 'an address of a domain that you have verified with Resend';
  return mistakeIn('INBOX_FROM', `must be set when INBOX_ACKNOWLEDGE is yes: ${what}`);
};
