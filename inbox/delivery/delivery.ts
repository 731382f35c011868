import { createMailDelivery, type MailConfig } from './mail.ts';
import type { Deliver } from './outbox.ts';
import { createWebhookDelivery } from './webhook.ts';

export type DeliveryConfig = ({ by: 'mail' } & MailConfig) | { by: 'webhook'; url: string };

export const createDelivery = (config: DeliveryConfig): Deliver =>
  config.by === 'mail' ? createMailDelivery(config) : createWebhookDelivery(config.url);
