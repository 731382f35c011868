import { failureMessages, submissionMessages } from '#content/messages.ts';
import type { Failure } from './failure.ts';

/**
 * What the visitor can do, by where a failure happened (behavior 6.1); the first option is primary.
 */
export type FailureContext =
  | 'contact_form'
  | 'resource_download'
  | 'scheduling'
  | 'analytics'
  | 'other';

export type FailureOptionId =
  | 'email-directly'
  | 'call-directly'
  | 'try-again'
  | 'request-by-email'
  | 'browse-resources'
  | 'schedule-by-email'
  | 'call-to-schedule'
  | 'contact-support';

export interface FailureDescription {
  /** What the visitor reads; null means that nothing is shown. */
  readonly text: string | null;
  readonly options: readonly FailureOptionId[];
}

const statusText = (failure: Failure): string => {
  if (failure.kind !== 'status') return failureMessages.unavailable;
  switch (failure.status) {
    case 404:
      return failureMessages.notFound;
    case 429:
      return failureMessages.rateLimited;
    case 500:
      return failureMessages.server;
    default:
      return failureMessages.unavailable;
  }
};

/** Words and options for a failure (behavior 6.1). */
export const describeFailure = (context: FailureContext, failure: Failure): FailureDescription => {
  switch (context) {
    case 'contact_form':
      return {
        text: failureMessages.contact_form,
        options: ['email-directly', 'call-directly', 'try-again'],
      };
    case 'resource_download':
      return {
        text: failureMessages.resource_download,
        options: ['try-again', 'request-by-email', 'browse-resources'],
      };
    case 'scheduling':
      return {
        text: failureMessages.scheduling,
        options: ['schedule-by-email', 'call-to-schedule', 'try-again'],
      };
    case 'analytics':
      return { text: null, options: [] };
    case 'other':
      return { text: statusText(failure), options: ['try-again', 'contact-support'] };
  }
};

/** In characters; the whole message is in the log. */
export const serviceMessageLimit = 300;

const shorten = (text: string): string =>
  text.length > serviceMessageLimit ? `${text.slice(0, serviceMessageLimit)}…` : text;

/** The words of the form's banner, and a hint if the message may have arrived (behavior 3.8). */
export const describeSubmissionFailure = (
  failure: Failure,
): { text: string; hint: string | null } => {
  switch (failure.kind) {
    case 'network':
    case 'timeout':
      return { text: submissionMessages.network, hint: submissionMessages.uncertain };
    case 'status':
    case 'rejected':
      return { text: shorten(failure.message ?? submissionMessages.failed), hint: null };
    case 'unexpected':
      return { text: submissionMessages.failed, hint: null };
  }
};
