import { emailBodies, emailSubjects } from '#content/messages.ts';
import type { Enquiry } from './enquiry.ts';

/** Returns the email of a visitor whose enquiry the form does not take. */
export const contactEmail = (enquiry: Enquiry) => {
  const { firstName, lastName, company, interestedIn, message } = enquiry;
  return {
    subject: emailSubjects.contact,
    body: emailBodies.contact,
    values: {
      first_name: firstName,
      last_name: lastName,
      company,
      interested_in: interestedIn,
      message,
    },
  };
};
