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

export const serviceTitles = {
  ...recordOf(serviceIds.map((id) => [id, serviceOf(id).title])),
  other: contact.form.otherService,
};

export const serviceMessages = recordOf(serviceIds.map((id) => [id, serviceOf(id).message]));
