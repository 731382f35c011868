import { fields } from '#enquiry/fields.ts';
import { type EnquiryPayload, enquiryPayload } from '#enquiry/form-services.ts';
import { recordOf } from '#model/record.ts';

const values = fields.map((field) => {
  const value = field.control === 'select' ? field.defaultValue : 'A sample of text';
  return [field.name, value] as const;
});

const filled = { ...recordOf(values), email: 'ada@example.com' };
/** A valid enquiry. */
export const payload = enquiryPayload(filled, 'embedded');

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
