import { type Field, fields } from './fields.ts';
import { recordOf } from './record.ts';
import { findError, type ValidationError } from './validation.ts';

/** What the form asks for, every value as it was typed (behavior 3.1). */
export type Enquiry = Record<Field['name'], string>;

/** The form when nothing has been typed (behavior 3.1). */
export const emptyEnquiry: Enquiry = recordOf(
  fields.map((field) => [field.name, field.control === 'select' ? field.defaultValue : '']),
);

/**
 * Reads an enquiry from a form's data, or from anything else with values for the fields.
 * What is missing or no text takes its default.
 */
export const readEnquiry = (read: (field: Field) => unknown): Enquiry =>
  recordOf(
    fields.map((field) => {
      const value = read(field);
      return [field.name, typeof value === 'string' ? value : emptyEnquiry[field.name]];
    }),
  );

/** First and last name as one, without spaces around it. */
export const fullName = ({ firstName, lastName }: Enquiry): string =>
  `${firstName} ${lastName}`.trim();

/** Whether two enquiries hold the same values. */
export const sameEnquiry = (one: Enquiry, other: Enquiry): boolean =>
  fields.every(({ name }) => one[name] === other[name]);

/**
 * Checks an enquiry by the rules of its fields (behavior 3.5).
 * @returns the first failing rule, or null when the enquiry can be sent
 */
export const validateEnquiry = (enquiry: Enquiry): ValidationError<Field['name']> | null =>
  findError(fields, enquiry);
