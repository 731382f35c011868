import type { Contact } from '#content/schema/schema.ts';
import type { ServiceType } from '#content/schema/vocabulary.ts';
import type { Field, OptionLabels } from '#enquiry/fields.ts';

/** What a select offers, by value; empty for other fields. */
export const choiceLabels = (
  { name }: Field,
  content: Contact['form'],
  services: Record<ServiceType, string>,
): Readonly<Record<string, string>> => {
  const labels: OptionLabels = {
    interestedIn: content.inquiryTypes,
    serviceType: { '': content.noService, ...services },
    urgency: content.urgencies,
  };
  return name in labels ? labels[name as keyof OptionLabels] : {};
};
