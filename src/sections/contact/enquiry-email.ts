import { emailBodies, emailSubjects } from '#content/messages.ts';
import { fill } from '#content/schema/fill.ts';
import type { Enquiry } from '#enquiry/enquiry.ts';

/** An email with what the form holds (behavior 3.8). */
export const enquiryEmail = (enquiry: Enquiry): { subject: string; body: string } => {
  return {
    subject: emailSubjects.contact,
    body: fill(emailBodies.contact, {
      first_name: enquiry.firstName,
      last_name: enquiry.lastName,
      company: enquiry.company,
      interested_in: enquiry.interestedIn,
      message: enquiry.message,
    }),
  };
};
