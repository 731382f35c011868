import { failureMessages, submissionMessages } from '#content/messages.ts';
import { statusText } from '#model/status-text.ts';
import type { Failure } from './failure.ts';

/** The options by the context of a failure (behavior 6.1); the first is primary. */
const options = {
  contact_form: ['email-directly', 'call-directly', 'try-again'],
  resource_download: ['try-again', 'request-by-email', 'browse-resources'],
  scheduling: ['schedule-by-email', 'call-to-schedule', 'try-again'],
  analytics: [],
  other: ['try-again', 'contact-support'],
} as const;

export type FailureContext = keyof typeof options;
export type FailureOptionId = (typeof options)[FailureContext][number];

/** Words and options for a failure (behavior 6.1); without words nothing is shown. */
export const describeFailure = (
  context: FailureContext,
  failure: Failure,
): { text: string | null; options: readonly FailureOptionId[] } => {
  const other = statusText(failure.kind === 'status' ? failure.status : null);
  const texts = { ...failureMessages, analytics: null, other };
  return { text: texts[context], options: options[context] };
};

/** The most characters of a service's message. */
export const serviceMessageLimit = 300;

/**
 * The form's banner, and a hint at what became of the message (behavior 3.8).
 * @param isStoredOnce whether the service knows a message that comes again
 */
export const describeSubmissionFailure = (
  failure: Failure,
  isStoredOnce: boolean,
): { text: string; hint: string | null } => {
  const { network, offline, uncertain, uncertainStoredOnce } = submissionMessages;
  if (failure.kind === 'offline') return { text: network, hint: offline };
  if (failure.kind === 'network' || failure.kind === 'timeout') {
    return { text: network, hint: isStoredOnce ? uncertainStoredOnce : uncertain };
  }
  const text = ('message' in failure ? failure.message : null) ?? submissionMessages.failed;
  const isLong = text.length > serviceMessageLimit;
  return { text: isLong ? `${text.slice(0, serviceMessageLimit)}…` : text, hint: null };
};
