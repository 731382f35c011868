import { embedded } from '#content/embedded.ts';
import { hasAt, notEmpty } from '#enquiry/validation.ts';
import { defineKind, type Fields, readFields, sameNameAndWords } from './kind.ts';

const { booking: words, mail, messages } = embedded;
const { labels } = words;

export const booking = defineKind({
  name: 'booking',
  title: 'Booking requests',
  mailTitle: mail.titles.booking,
  isKept: false,
  columns: { From: 26, Minutes: 9, Times: 24, Message: 45 },
  fields: [
    {
      name: 'name',
      label: labels.name,
      column: 'From',
      rules: [notEmpty(messages.name)],
      input: { autoComplete: 'name', required: true },
    },
    {
      name: 'email',
      label: labels.email,
      column: 'From',
      rules: [notEmpty(messages.email), hasAt(messages.emailFormat)],
      input: { type: 'email', autoComplete: 'email', required: true },
    },
    {
      name: 'company',
      label: labels.company,
      column: 'From',
      rules: [],
      input: { autoComplete: 'organization' },
    },
    { name: 'message', label: labels.message, column: 'Message', rules: [], input: { rows: 5 } },
    {
      name: 'times',
      label: labels.times,
      column: 'Times',
      rules: [],
      input: { rows: 3, hint: words.timesHint },
    },
    { name: 'minutes', label: mail.minutes, column: 'Minutes', rules: [], input: null },
  ],
  sender: ({ name = '', email = '' }) => ({ name, email }),
  summary: ({ name = '', company = '', minutes = '' }) => [
    name,
    company,
    mail.length.replace('{minutes}', () => minutes),
  ],
  sameness: sameNameAndWords,
});

/** The visitor's details in a page's address (behavior 4.1). */
export const bookingFromQuery = ({ name, email, a1, a2 }: Fields, minutes: string): Fields =>
  readFields(booking.fields, { name, email, company: a1, message: a2, minutes });
