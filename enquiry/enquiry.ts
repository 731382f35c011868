import { emailBodies, emailSubjects } from '#content/messages.ts';
import { recordOf } from '#model/record.ts';
import { fullName } from './characters.ts';
import { type Field, fields } from './fields.ts';
import { findError, type ValidationError } from './validation.ts';

/** The values of all fields, as typed (behavior 3.1). */
export type Enquiry = Record<Field['name'], string>;

export const emptyEnquiry: Enquiry = recordOf(
  fields.map((field) => [field.name, field.control === 'select' ? field.defaultValue : '']),
);

/** Reads an enquiry. Values that are missing or not text get their defaults. */
export const readEnquiry = (read: (field: Field) => unknown): Enquiry =>
  recordOf(
    fields.map((field) => {
      const value = read(field);
      return [field.name, typeof value === 'string' ? value : emptyEnquiry[field.name]];
    }),
  );

export const sameEnquiry = (one: Enquiry, other: Enquiry): boolean =>
  fields.every(({ name }) => one[name] === other[name]);

/** Returns the full name, and the values under their wire names, as typed (behavior 3.6). */
export const enquiryValues = (enquiry: Enquiry): Readonly<Record<string, string>> => ({
  name: fullName(enquiry),
  ...Object.fromEntries(fields.map(({ name, wireName }) => [wireName, enquiry[name]])),
});

/** Returns the email draft that replaces an enquiry through the form. */
export const contactEmail = (enquiry: Enquiry) => ({
  subject: emailSubjects.contact,
  body: emailBodies.contact,
  values: enquiryValues(enquiry),
});

/** Returns the first broken rule of one field, or of all fields in order; null if there is none (behavior 3.5). */
export const validateEnquiry = (
  enquiry: Enquiry,
  name: Field['name'] | null = null,
): ValidationError<Field['name']> | null =>
  findError(
    fields.filter((field) => name === null || field.name === name),
    enquiry,
  );
