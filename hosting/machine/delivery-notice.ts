import { type DeliveryConfig, deliveryHost } from '#inbox/delivery/delivery.ts';
import { openMailService } from '#inbox/delivery/mail-services.ts';
import { describeInWords } from '#inbox/delivery/refusal.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import type { ServerConfig } from './config.ts';

/** Milliseconds. */
const timeLimit = 10_000;

/** Who is told of submissions, and by whom. */
export const deliveryNotice = ({ delivery, dataDir }: ServerConfig): string => {
  if (delivery === null) {
    return `not configured; submissions are kept in ${databaseFile(dataDir)}`;
  }
  const host = deliveryHost(delivery);
  return 'webhookUrl' in delivery
    ? `posted to ${host} in its place`
    : `to ${delivery.to}, by ${host}`;
};

/** Whether the mail service answers, in a sentence; null where a webhook would have to be posted to. */
export const askMailService = async (delivery: DeliveryConfig): Promise<string | null> => {
  if ('webhookUrl' in delivery) return null;
  const host = deliveryHost(delivery);
  try {
    await openMailService(delivery.service, timeLimit).verify();
    return `The mail service ${host} answers.`;
  } catch (cause) {
    return `The mail service ${host} cannot be used: ${describeInWords(cause)}. Submissions are kept, and mailed when it can.`;
  }
};
