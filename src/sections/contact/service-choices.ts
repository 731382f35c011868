import { contact } from '#content/contact.ts';
import type { Service } from '#content/schema/schema.ts';
import { type ServiceId, serviceIds } from '#content/schema/vocabulary.ts';
import { services } from '#content/services.ts';
import { recordOf } from '#enquiry/record.ts';

const serviceOf = (id: ServiceId): Service => {
  const service = services.items.find((item) => item.id === id);
  if (!service) throw new Error(`content/services.ts has no service "${id}"`);
  return service;
};

/** What the form calls each service it offers. */
export const serviceTitles = {
  ...recordOf(serviceIds.map((id) => [id, serviceOf(id).title])),
  other: contact.form.otherService,
};

/** The message that a link to a service puts into the form. */
export const serviceMessages = recordOf(serviceIds.map((id) => [id, serviceOf(id).message]));
