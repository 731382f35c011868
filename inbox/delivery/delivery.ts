import { ask } from './http.ts';
import { type Addresses, composeMail, type MailService } from './mail.ts';
import type { Deliver } from './outbox.ts';
import { resendTestSender } from './resend.ts';
import { createVisitorMail, type VisitorMailOptions } from './visitor-mail.ts';

export type MailServiceConfig =
  | { by: 'smtp'; url: string }
  | { by: 'resend'; url: string; key: string };

export interface MailConfig extends Addresses {
  service: MailServiceConfig;
  /** Whether visitors get an acknowledgement by mail. */
  isAcknowledged: boolean;
}

export type DeliveryConfig = MailConfig | { webhookUrl: string };

/** Whether visitors can get mail. */
export const reachesVisitors = (config: DeliveryConfig | null): config is MailConfig =>
  config !== null && !('webhookUrl' in config) && config.from !== resendTestSender;

/** Posts submissions as JSON to the owner's webhook, which can recognize a repeated delivery by its Idempotency-Key. */
export const createWebhookDelivery =
  (url: string): Deliver =>
  async ({ id, kind, receivedAt, fields, time }) => {
    // Each change of a booking is a separate delivery.
    const key = [receivedAt, id, ...(time?.sequence ? [time.sequence] : [])].join(' ');
    await ask('The webhook', url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ id, kind, receivedAt, fields, ...(time && { time }) }),
    });
  };

/**
 * Returns the functions that deliver submissions to the owner and mail visitors. The latter are null if visitors
 * get no mail.
 * @param open opens a mail service, which depends on the host
 * @param toVisitors the needs of mail to visitors; null for none
 */
export const createDelivery = (
  config: DeliveryConfig,
  open: (service: MailServiceConfig) => MailService,
  toVisitors: Omit<VisitorMailOptions, 'send' | 'from'> | null,
) => {
  const none = { acknowledge: null, invite: null, notify: null };
  if ('webhookUrl' in config) {
    return { deliver: createWebhookDelivery(config.webhookUrl), ...none };
  }
  const { from, isAcknowledged } = config;
  const { send } = open(config.service);
  const deliver: Deliver = async (submission) => send(composeMail(submission, config));
  if (!toVisitors || !reachesVisitors(config)) return { deliver, ...none };
  const { acknowledge, ...others } = createVisitorMail({ ...toVisitors, send, from });
  return { deliver, ...others, acknowledge: isAcknowledged ? acknowledge : null };
};

/** Returns the host of the mail service or webhook, without the rest of its address, which can contain secrets. */
export const deliveryHost = (config: DeliveryConfig): string =>
  new URL('webhookUrl' in config ? config.webhookUrl : config.service.url).host;
