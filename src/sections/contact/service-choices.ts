import { contact } from '#content/contact.ts';
import type { ServiceType } from '#content/schema/vocabulary.ts';
import { services } from '#content/services.ts';

/** What the form calls each service it offers. */
export const serviceTitles = {
  ...Object.fromEntries(services.items.map(({ id, title }) => [id, title])),
  other: contact.form.otherService,
} as Record<ServiceType, string>;

/** The message that a link to a service puts into the form. */
export const serviceMessages: Partial<Record<ServiceType, string>> = Object.fromEntries(
  services.items.map(({ id, message }) => [id, message]),
);
