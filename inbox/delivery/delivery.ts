import { type Acknowledge, createAcknowledge } from './acknowledgement.ts';
import { createInvite, createNotify, type Invite, type Notify } from './invitation.ts';
import { type Addresses, composeMail, type MailService } from './mail.ts';
import type { Deliver, OutboxOptions } from './outbox.ts';
import { resendTestSender } from './resend.ts';
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

/** Whether anybody but the owner can be written to. */
export const reachesVisitors = (config: DeliveryConfig | null): config is MailConfig =>
  config !== null && !('webhookUrl' in config) && config.from !== resendTestSender;

interface Delivery {
  deliver: Deliver;
  /** How many submissions are delivered at the same time. */
  atOnce: number;
  /** Null when visitors are not to be told. */
  acknowledge: Acknowledge | null;
  /** Null where no mail is sent, as below. */
  invite: Invite | null;
  notify: Notify | null;
}

/** Differs by host: Workers reach no mail servers. */
export type OpenMailService = (service: MailServiceConfig) => MailService;

/** @param place where acknowledgements are counted; without it, there are none */
export const createDelivery = (
  config: DeliveryConfig,
  open: OpenMailService,
  place: Pick<OutboxOptions, 'store' | 'logError'> | null,
): Delivery => {
  if ('webhookUrl' in config) {
    return {
      deliver: createWebhookDelivery(config.webhookUrl),
      atOnce: 1,
      acknowledge: null,
      invite: null,
      notify: null,
    };
  }
  const { from, isAcknowledged } = config;
  const { send, atOnce } = open(config.service);
  const toVisitors = reachesVisitors(config) ? { send, from } : null;
  return {
    deliver: (submission) => send(composeMail(submission, config)),
    atOnce,
    invite: place && toVisitors && createInvite({ ...place, ...toVisitors }),
    notify: toVisitors && createNotify(toVisitors),
    acknowledge: place && isAcknowledged ? createAcknowledge({ ...place, send, from }) : null,
  };
};

/** Host of the mail service or the webhook. The rest of their addresses can hold secrets. */
export const deliveryHost = (config: DeliveryConfig): string => {
  if ('webhookUrl' in config) return new URL(config.webhookUrl).host;
  const { service } = config;
  return new URL(service.by === 'smtp' ? service.url : service.baseUrl).host;
};
