import type { Enquiry } from './enquiry.ts';

/** What is posted to the form service (spec section 7). */
export interface EnquiryPayload {
  access_key: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  first_name: string;
  last_name: string;
  company: string;
  role: string;
  interested_in: string;
  service_type: string;
  urgency: string;
  /** The honeypot, sent only when a machine ticked it (contracts.md, Form service). */
  botcheck?: string;
}

/** The subject of the owner's email: New Contact Request, and what it is about. */
export const enquirySubject = ({ serviceType, interestedIn }: Enquiry): string =>
  `New Contact Request - ${serviceType || interestedIn}`;

/** Puts an enquiry into the form service's words. Values are passed on as they were typed. */
export const enquiryPayload = (
  enquiry: Enquiry,
  accessKey: string,
  botcheck: string | null = null,
): EnquiryPayload => ({
  access_key: accessKey,
  name: `${enquiry.firstName} ${enquiry.lastName}`,
  email: enquiry.email,
  subject: enquirySubject(enquiry),
  message: enquiry.message,
  first_name: enquiry.firstName,
  last_name: enquiry.lastName,
  company: enquiry.company,
  role: enquiry.role,
  interested_in: enquiry.interestedIn,
  service_type: enquiry.serviceType,
  urgency: enquiry.urgency,
  ...(botcheck === null ? {} : { botcheck }),
});
