import { type Enquiry, fullName, readEnquiry } from './enquiry.ts';
import { fields } from './fields.ts';

/** For the form service (behavior 3.6). */
export type EnquiryPayload = Readonly<Record<string, string>>;

const enquirySubject = ({ serviceType, interestedIn }: Enquiry): string =>
  `New Contact Request - ${serviceType || interestedIn}`;

/** Values stay as typed; `botcheck` is the honeypot's value when ticked. */
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

/** Reads the payload's names, or the form's, which a browser without scripts sends. */
export const enquiryFromPayload = (payload: EnquiryPayload): Enquiry =>
  readEnquiry(({ name, wireName }) => payload[wireName] ?? payload[name]);
