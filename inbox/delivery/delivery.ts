import { type Acknowledge, createAcknowledge } from './acknowledgement.ts';
import { type Addresses, composeMail, type MailService } from './mail.ts';
import type { Deliver, OutboxOptions } from './outbox.ts';
import { createWebhookDelivery } from './webhook.ts';

export type MailServiceConfig =
  | { by: 'smtp'; url: string }
  | { by: 'resend'; key: string; baseUrl: string };

export interface MailConfig extends Addresses {
  service: MailServiceConfig;
  /** Whether visitors are told, too, that their message has arrived. */
  isAcknowledged: boolean;
}

export type DeliveryConfig = MailConfig | { webhookUrl: string };

interface Delivery {
  deliver: Deliver;
  /** Null when visitors are not to be told. */
  acknowledge: Acknowledge | null;
}

/** @param open differs by host: Workers know no mail servers */
export const createDelivery = (
  config: DeliveryConfig,
  open: (service: MailServiceConfig) => MailService,
  place: Pick<OutboxOptions, 'store' | 'logError'>,
): Delivery => {
  if ('webhookUrl' in config) {
    return { deliver: createWebhookDelivery(config.webhookUrl), acknowledge: null };
  }
  const { send } = open(config.service);
  return {
    deliver: (submission) => send(composeMail(submission, config)),
    acknowledge: config.isAcknowledged
      ? createAcknowledge({ ...place, send, from: config.from })
      : null,
  };
};

/** Host of the mail service or the webhook. The rest of their addresses can hold secrets. */
export const deliveryHost = (config: DeliveryConfig): string => {
  if ('webhookUrl' in config) return new URL(config.webhookUrl).host;
  const { service } = config;
  return new URL(service.by === 'smtp' ? service.url : service.baseUrl).host;
};
