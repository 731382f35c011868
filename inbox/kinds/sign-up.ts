import { embedded } from '#content/embedded.ts';
import { hasAt, notEmpty } from '#enquiry/validation.ts';
import type { SignUp } from '#model/vocabulary.ts';
import type { Kind } from './kind.ts';

const { messages } = embedded;

export const signUp = ({ name }: SignUp): Kind => ({
  notDone: embedded[name].notDone,
  isKept: true,
  fields: [
    {
      name: 'email',
      label: embedded[name].label,
      rules: [notEmpty(messages.email), hasAt(messages.emailFormat)],
      input: { type: 'email', autoComplete: 'email', required: true },
    },
  ],
  summary: ({ email = '' }) => [email],
  dedupeKey: ({ email = '' }) => email.trim().toLowerCase(),
});
