import { enquirySubject, enquiryValues, plainSubject } from '../payload.ts';
import { isRecord } from '../record.ts';
import { type FormService, wordsIn } from './form-service.ts';

const messagesIn = (errors: unknown): string | null =>
  Array.isArray(errors)
    ? wordsIn(errors.map((error) => wordsIn(isRecord(error) && error.message) ?? '').join(' '))
    : null;

/**
 * Formspree: its README (`_next`, `_subject`, reply to `email`, JSON for `Accept: application/json`),
 * help.formspree.io "Honeypot spam filtering", and for answers formspree-js, core/src/submission.ts.
 */
export const formspree: FormService = {
  hosts: /^(?:www\.)?formspree\.io$/,
  needsAccessKey: false,
  takesIdempotencyKey: false,
  honeypot: '_gotcha',
  redirectsTo: [],
  controlName: ({ wireName }) => wireName,
  hiddenFields: ({ receivedUrl }) => ({ _subject: plainSubject, _next: receivedUrl }),
  payload: (enquiry, _accessKey, honeypot) => ({
    ...enquiryValues(enquiry),
    _subject: enquirySubject(enquiry),
    ...(honeypot === null ? {} : { _gotcha: honeypot }),
  }),
  readAnswer: (body) => {
    if (!isRecord(body)) return { isRefusal: false, message: null };
    const message = messagesIn(body.errors) ?? wordsIn(body.error);
    return { isRefusal: body.ok === false || message !== null, message };
  },
};
