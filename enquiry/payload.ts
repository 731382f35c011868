import { type Enquiry, fullName, readEnquiry } from './enquiry.ts';
import { fields } from './fields.ts';

/** What is posted to the form service (behavior 3.6). */
export type EnquiryPayload = Readonly<Record<string, string>>;

/** The subject of the owner's email: New Contact Request, and what it is about. */
export const enquirySubject = ({ serviceType, interestedIn }: Enquiry): string =>
  `New Contact Request - ${serviceType || interestedIn}`;

/**
 * Puts an enquiry into the form service's words. Values are passed on as they were typed.
 * @param botcheck the honeypot, sent only when a machine ticked it (behavior 3.6)
 */
export const enquiryPayload = (
  enquiry: Enquiry,
  accessKey: string,
  botcheck: string | null = null,
): EnquiryPayload => ({
  access_key: accessKey,
  name: fullName(enquiry),
  email: enquiry.email,
  subject: enquirySubject(enquiry),
  message: enquiry.message,
  ...Object.fromEntries(fields.map(({ name, wireName }) => [wireName, enquiry[name]])),
  ...(botcheck === null ? {} : { botcheck }),
});

/** The enquiry in what was sent, under the payload's names or, without scripts, under the form's. */
export const enquiryFromPayload = (payload: EnquiryPayload): Enquiry =>
  readEnquiry(({ name, wireName }) => payload[wireName] ?? payload[name]);
