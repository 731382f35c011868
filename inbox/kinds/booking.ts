import { embedded } from '#content/embedded.ts';
import { services } from '#content/services.ts';
import { notEmpty } from '#enquiry/validation.ts';
import { fill } from '#model/fill.ts';
import { generalConsultation } from '#model/vocabulary.ts';
import { emailField, type Fields, type Kind } from './kind.ts';

const { booking: words, mail, messages } = embedded;
const { labels } = words;

/** The lengths of consultations, in minutes. Each has its own page. */
export const bookingLengths: ReadonlySet<number> = new Set([
  generalConsultation,
  ...services.items.map(({ consultation }) => consultation),
]);

/** Such as `30 minutes`. */
export const lengthInWords = ({ minutes = '' }: Fields): string => fill(mail.length, { minutes });

export const booking: Kind = {
  failurePrefix: words.notDone,
  isKept: false,
  fields: [
    {
      name: 'name',
      label: labels.name,
      rules: [notEmpty(messages.name)],
      input: { autoComplete: 'name', required: true },
    },
    emailField(labels.email),
    { name: 'company', label: labels.company, rules: [], input: { autoComplete: 'organization' } },
    { name: 'message', label: labels.message, rules: [], input: { rows: 5 } },
    { name: 'times', label: labels.times, rules: [], input: { rows: 3, hint: words.timesHint } },
    { name: 'minutes', label: mail.minutes, rules: [], input: null },
    { name: 'zone', label: mail.zone, rules: [], input: null },
  ],
  summary: (fields) => [fields.name ?? '', fields.company ?? '', lengthInWords(fields)],
};
