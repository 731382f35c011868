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

/** Differs by host: Workers reach no mail servers. */
export type OpenMailService = (service: MailServiceConfig) => MailService;

export const createDeliver = (config: DeliveryConfig, open: OpenMailService): Deliver => {
  if ('webhookUrl' in config) return createWebhookDelivery(config.webhookUrl);
  const { send } = open(config.service);
  return (submission) => send(composeMail(submission, config));
};

export const createDelivery = (
  config: DeliveryConfig,
  open: OpenMailService,
  place: Pick<OutboxOptions, 'store' | 'logError'>,
): Delivery => ({
  deliver: createDeliver(config, open),
  acknowledge:
    'service' in config && config.isAcknowledged
      ? createAcknowledge({ ...place, ...open(config.service), from: config.from })
      : null,
});

/** Host of the mail service or the webhook. The rest of their addresses can hold secrets. */
export const deliveryHost = (config: DeliveryConfig): string => {
  if ('webhookUrl' in config) return new URL(config.webhookUrl).host;
  const { service } = config;
  return new URL(service.by === 'smtp' ? service.url : service.baseUrl).host;
};
