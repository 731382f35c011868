import { embedded } from '#content/embedded.ts';
import { hasAt, notEmpty } from '#enquiry/validation.ts';
import { statusText } from '#model/status-text.ts';
import type { Kind } from './kind.ts';

const { mail, messages, newsletter } = embedded;

export const subscriber: Kind = {
  failureText: (status) => `${newsletter.notDone} ${statusText(status)}`,
  mailTitle: mail.titles.subscriber,
  isKept: true,
  fields: [
    {
      name: 'email',
      label: newsletter.label,
      rules: [notEmpty(messages.email), hasAt(messages.emailFormat)],
      input: { type: 'email', autoComplete: 'email', required: true },
    },
  ],
  sender: ({ email = '' }) => ({ name: '', email }),
  summary: ({ email = '' }) => [email],
  dedupeKey: ({ email = '' }) => email.trim().toLowerCase(),
};
