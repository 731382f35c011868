import { fullName } from './characters.ts';
import { type Enquiry, readEnquiry } from './enquiry.ts';
import { fields } from './fields.ts';

/** The data for the form service (behavior 3.6). */
export type EnquiryPayload = Readonly<Record<string, string>>;

/** The subject that a form without scripts can give. */
export const plainSubject = 'New Contact Request';

export const enquirySubject = ({ serviceType, interestedIn }: Enquiry): string =>
  `${plainSubject} - ${serviceType || interestedIn}`;

/** The name, and every field under its wire name, as they were typed. */
export const enquiryValues = (enquiry: Enquiry): EnquiryPayload => ({
  name: fullName(enquiry),
  ...Object.fromEntries(fields.map(({ name, wireName }) => [wireName, enquiry[name]])),
});

/** The payload of Web3Forms; `botcheck` is the honeypot's value when ticked. */
export const enquiryPayload = (
  enquiry: Enquiry,
  accessKey: string,
  botcheck: string | null = null,
): EnquiryPayload => ({
  access_key: accessKey,
  subject: enquirySubject(enquiry),
  ...enquiryValues(enquiry),
  ...(botcheck === null ? {} : { botcheck }),
});

/** Reads the payload's names, or the form's, which a browser without scripts sends. */
export const enquiryFromPayload = (payload: EnquiryPayload): Enquiry =>
  readEnquiry(({ name, wireName }) => payload[wireName] ?? payload[name]);
