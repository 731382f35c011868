import { type FieldName, fieldNames } from '#content/schema/vocabulary.ts';

/** What the form asks for, every value as it was typed (spec section 3). */
export type Enquiry = Record<FieldName, string>;

/** The form when nothing has been typed (spec section 4). */
export const emptyEnquiry: Enquiry = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  role: '',
  interestedIn: 'general',
  serviceType: '',
  urgency: 'normal',
  message: '',
};

/**
 * Reads an enquiry from a form's data, or from anything else with values under the field names.
 * What is missing or no text takes its default.
 */
export const readEnquiry = (read: (name: FieldName) => unknown): Enquiry => {
  const enquiry = { ...emptyEnquiry };
  for (const name of fieldNames) {
    const value = read(name);
    if (typeof value === 'string') enquiry[name] = value;
  }
  return enquiry;
};

/** Whether two enquiries hold the same values. */
export const sameEnquiry = (one: Enquiry, other: Enquiry): boolean =>
  fieldNames.every((name) => one[name] === other[name]);
