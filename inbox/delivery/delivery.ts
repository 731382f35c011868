import { createMailDelivery, type MailConfig } from './mail.ts';
import type { Deliver } from './outbox.ts';
import { createWebhookDelivery } from './webhook.ts';

/** How submissions reach the owner: by mail, or by a POST to a web address. */
export type DeliveryConfig = ({ by: 'mail' } & MailConfig) | { by: 'webhook'; url: string };

/** Sends submissions where the configuration says. */
export const createDelivery = (config: DeliveryConfig): Deliver =>
  config.by === 'mail' ? createMailDelivery(config) : createWebhookDelivery(config.url);
