import { validationMessages as messages } from '#content/messages.ts';
import type { FieldName } from '#content/schema/vocabulary.ts';
import type { Enquiry } from './enquiry.ts';

/** Fewest characters of a message, not counting spaces around it (spec section 9). */
export const messageMinimum = 10;

/** The first thing wrong with an enquiry. */
export interface ValidationError {
  field: FieldName;
  message: string;
}

/**
 * Checks an enquiry by the rules of spec section 5, in their order.
 * @returns the first failing rule, or null when the enquiry can be sent
 */
export const validateEnquiry = (enquiry: Enquiry): ValidationError | null => {
  const isEmpty = (field: FieldName): boolean => enquiry[field].trim() === '';
  if (isEmpty('firstName')) return { field: 'firstName', message: messages.firstName };
  if (isEmpty('lastName')) return { field: 'lastName', message: messages.lastName };
  if (isEmpty('email')) return { field: 'email', message: messages.email };
  if (!enquiry.email.includes('@')) return { field: 'email', message: messages.emailFormat };
  if (isEmpty('company')) return { field: 'company', message: messages.company };
  if (isEmpty('message')) return { field: 'message', message: messages.message };
  if (enquiry.message.trim().length < messageMinimum) {
    return { field: 'message', message: messages.messageLength };
  }
  return null;
};
