import { enquiryPayload, plainSubject } from '../payload.ts';
import { isRecord } from '../record.ts';
import { type FormService, wordsIn } from './form-service.ts';

/**
 * Web3Forms, and services with its contract: docs.web3forms.com, "API Reference" (names, answers) and
 * "Custom Redirection". The scripts never send `redirect`: behavior 9.1.
 */
export const web3forms: FormService = {
  hosts: /^api\.web3forms\.com$/,
  needsAccessKey: true,
  takesIdempotencyKey: false,
  honeypot: 'botcheck',
  redirectsTo: ['https://web3forms.com'],
  controlName: ({ wireName }) => wireName,
  hiddenFields: ({ accessKey, receivedUrl }) => ({
    access_key: accessKey,
    subject: plainSubject,
    redirect: receivedUrl,
  }),
  payload: enquiryPayload,
  readAnswer: (body) => {
    if (!isRecord(body)) return { isRefusal: false, message: null };
    const message = body.message ?? (isRecord(body.body) ? body.body.message : undefined);
    return { isRefusal: body.success === false, message: wordsIn(message) };
  },
};
