import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { services } from '#content/services.ts';
import { emptyEnquiry, fullName } from '#enquiry/enquiry.ts';
import { type Field, fields, type OptionLabels } from '#enquiry/fields.ts';
import { enquiryFromPayload } from '#enquiry/payload.ts';
import { recordOf } from '#enquiry/record.ts';
import { defineKind, type InputAttributes, readable, sameNameAndWords } from './kind.ts';

const { form } = contact;

const columnOf = { input: 'From', select: 'About', textarea: 'Message' } as const;

/** A select cannot be wrong, so it is not asked for again. */
const inputOf = (field: Field): InputAttributes | null => {
  const { control, required } = field;
  if (control === 'select') return null;
  return control === 'textarea' ? { rows: 8, required } : { ...field.attributes, required };
};

const valueLabels: OptionLabels = {
  interestedIn: form.inquiryTypes,
  serviceType: {
    '': form.noService,
    ...recordOf(services.items.map(({ id, title }) => [id, title])),
    other: form.otherService,
  },
  urgency: form.urgencies,
};

const labelsOf = (field: Field): Readonly<Record<string, string>> =>
  field.control === 'select' ? valueLabels[field.name] : {};

export const enquiry = defineKind({
  name: 'enquiry',
  title: 'Enquiries',
  mailTitle: embedded.mail.titles.enquiry,
  isKept: false,
  columns: { From: 26, About: 18, Message: 60 },
  fields: fields.map((field) => ({
    name: field.name,
    label: form.labels[field.name],
    column: columnOf[field.control],
    rules: field.rules,
    valueLabels: labelsOf(field),
    input: inputOf(field),
  })),
  read: enquiryFromPayload,
  sender: (stored) => ({
    name: fullName({ ...emptyEnquiry, ...stored }),
    email: stored.email ?? '',
  }),
  summary: (stored) => {
    const enquiry = { ...emptyEnquiry, ...stored };
    const { company, interestedIn, serviceType, urgency } = enquiry;
    return [
      fullName(enquiry),
      company,
      serviceType
        ? readable(valueLabels.serviceType, serviceType)
        : readable(valueLabels.interestedIn, interestedIn),
      urgency === emptyEnquiry.urgency ? '' : readable(valueLabels.urgency, urgency),
    ];
  },
  sameness: sameNameAndWords,
});
