import { embedded } from '#content/embedded.ts';
import type { SignUp } from '#model/vocabulary.ts';
import { emailField, type Kind } from './kind.ts';

export const signUp = ({ name }: SignUp): Kind => ({
  failurePrefix: embedded[name].notDone,
  isKept: true,
  fields: [emailField(embedded[name].label)],
  summary: ({ email = '' }) => [email],
  dedupeKey: ({ email = '' }) => email.trim().toLowerCase(),
});
