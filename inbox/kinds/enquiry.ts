import { contact } from '#content/contact.ts';
import { services } from '#content/services.ts';
import { emptyEnquiry, fullName } from '#enquiry/enquiry.ts';
import { type Field, fields } from '#enquiry/fields.ts';
import { enquiryFromPayload, enquirySubject } from '#enquiry/payload.ts';
import { recordOf } from '#enquiry/record.ts';
import { defineKind, type InputAttributes, sameNameAndWords } from './kind.ts';

const { inquiryTypes, otherService, urgencies } = contact.form;

const valueLabels = {
  interestedIn: inquiryTypes,
  serviceType: recordOf([
    ...services.items.map(({ id, title }) => [id, title] as const),
    ['other', otherService],
  ]),
  urgency: urgencies,
};

/** A select cannot be wrong, so it is not asked for again. */
const inputOf = (field: Field): InputAttributes | null => {
  const { control, required } = field;
  if (control === 'select') return null;
  return control === 'textarea' ? { rows: 8, required } : { ...field.attributes, required };
};

export const enquiry = defineKind({
  name: 'enquiry',
  fields: fields.map((field) => ({
    name: field.name,
    label: contact.form.labels[field.name],
    valueLabels: field.control === 'select' ? valueLabels[field.name] : {},
    rules: field.rules,
    input: inputOf(field),
  })),
  read: enquiryFromPayload,
  sender: (stored) => ({
    name: fullName({ ...emptyEnquiry, ...stored }),
    email: stored.email ?? '',
  }),
  subject: (stored) => enquirySubject({ ...emptyEnquiry, ...stored }),
  sameness: sameNameAndWords,
});
