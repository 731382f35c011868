import type { Enquiry } from '#enquiry/enquiry.ts';
import { fields } from '#enquiry/fields.ts';
import { type EnquiryPayload, enquiryPayload } from '#enquiry/payload.ts';
import { recordOf } from '#enquiry/record.ts';

/** An enquiry that passes every rule. */
export const enquiry: Enquiry = {
  ...recordOf(
    fields.map((field) => [
      field.name,
      field.control === 'select' ? field.defaultValue : 'A sample of text',
    ]),
  ),
  email: 'ada@example.com',
};

export const payload = enquiryPayload(enquiry, 'embedded');

export const postEnquiry = (
  url: string,
  over: EnquiryPayload = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(new URL('/api/submit', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify({ ...payload, ...over }),
  });
