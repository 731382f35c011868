import { emailBodies, emailSubjects } from '#content/messages.ts';
import { fill } from '#content/schema/fill.ts';
import type { Enquiry } from './enquiry.ts';

/** What a visitor mails when the form does not take an enquiry. */
export const contactEmail = (enquiry: Enquiry): { subject: string; body: string } => {
  const { firstName, lastName, company, interestedIn, message } = enquiry;
  const body = fill(emailBodies.contact, {
    first_name: firstName,
    last_name: lastName,
    company,
    interested_in: interestedIn,
    message,
  });
  return { subject: emailSubjects.contact, body };
};
