import { contact } from '#content/contact.ts';
import { emptyEnquiry, fullName } from '#enquiry/enquiry.ts';
import { type Field, fields } from '#enquiry/fields.ts';
import { enquiryFromPayload, enquirySubject } from '#enquiry/payload.ts';
import { defineKind, type InputAttributes, sameNameAndWords } from './kind.ts';

const columnOf = { input: 'From', select: 'About', textarea: 'Message' } as const;

/** A select cannot be wrong, so it is not asked for again. */
const inputOf = (field: Field): InputAttributes | null => {
  const { control, required } = field;
  if (control === 'select') return null;
  return control === 'textarea' ? { rows: 8, required } : { ...field.attributes, required };
};

export const enquiry = defineKind({
  name: 'enquiry',
  title: 'Enquiries',
  columns: { From: 26, About: 18, Message: 60 },
  fields: fields.map((field) => ({
    name: field.name,
    label: contact.form.labels[field.name],
    column: columnOf[field.control],
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
