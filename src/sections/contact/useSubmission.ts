import { useEffect, useRef, useState } from 'react';
import { type Enquiry, validateEnquiry, validateField } from '#enquiry/enquiry.ts';
import type { Field } from '#enquiry/fields.ts';
import { type FormServiceName, formServices } from '#enquiry/form-services/index.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { looksComplete, type ValidationError } from '#enquiry/validation.ts';
import { fill } from '#model/fill.ts';
import type { Contact } from '#model/schema.ts';
import { clearDraft } from '#src/actions/draft.ts';
import { isEmptyPrefill, prefillFromHash } from '#src/actions/prefill.ts';
import { submitEnquiry } from '#src/actions/submission.ts';
import { track } from '#src/analytics/track.ts';
import { focusStayed, isInView } from '#src/attention.ts';
import type { Failure } from '#src/errors/failure.ts';
import { reportFailure } from '#src/errors/report.ts';
import { isFocused, readForm } from './form-element.ts';

/** Behavior 3.2. */
export type SubmissionState =
  /**
   * `restored` until the first try to send: a draft is back in the form. `mended` is the field whose
   * mistake is none any more.
   */
  | { name: 'editing'; restarted?: true; restored?: true; mended?: Field['name'] }
  /** `isAtHand` when the focus was in the field already, so that a move of it announces nothing. */
  | { name: 'invalid'; error: ValidationError<Field['name']>; isAtHand: boolean; attempt: number }
  | { name: 'submitting' }
  /** `isPresent` while the visitor is still at the button. */
  | { name: 'failed'; failure: Failure; isPresent: boolean }
  | { name: 'sent'; isPresent: boolean };

export interface SubmissionOptions {
  endpoint: string;
  service: FormServiceName;
  accessKey: string;
  services: readonly ServiceChoice[];
}

/** Milliseconds until a screen reader announces that it takes time (behavior 3.2). */
const slowAfter = 500;
/**
 * Milliseconds until a draft is announced: on a page that has just come, Orca has so much to read that it drops
 * the rest.
 */
const restoredAfter = 1500;

/**
 * Milliseconds for which a second try is seen, however soon it is over. In Firefox, Orca speaks *Message
 * Sent!* twice when the button that took the focus goes before Orca has heard of it.
 */
const leastRetry = 400;

/** Sends the form and holds its state. */
export const useSubmission = ({ endpoint, service, accessKey, services }: SubmissionOptions) => {
  const [state, setState] = useState<SubmissionState>({ name: 'editing' });
  /** The enquiry that was sent last. */
  const [sent, setSent] = useState<Enquiry | null>(null);
  const isSubmitting = useRef(false);
  const attempts = useRef(0);
  /** Whether the focus was where the mistake came or changed: Chromium would announce a description there. */
  const [isQuiet, setQuiet] = useState(false);
  const isSent = state.name === 'sent';

  useEffect(() => {
    if (!isSent) return;
    const discuss = (): void => {
      const wanted = prefillFromHash(location.hash, services);
      if (!isEmptyPrefill(wanted)) setState({ name: 'editing' });
    };
    window.addEventListener('hashchange', discuss);
    return () => window.removeEventListener('hashchange', discuss);
  }, [isSent, services]);

  const submit = async (form: HTMLFormElement, submissionId: string): Promise<void> => {
    if (isSubmitting.current) return;
    attempts.current += 1;
    const enquiry = readForm(form);
    const error = validateEnquiry(enquiry);
    if (error) {
      void track({ name: 'contact_form', outcome: 'invalid' });
      const isAtHand = isFocused(form, error.field);
      const isNew = state.name !== 'invalid' || state.error.message !== error.message;
      if (!isAtHand || isNew) setQuiet(isAtHand);
      setState({ name: 'invalid', error, isAtHand, attempt: attempts.current });
      return;
    }
    const { honeypot, payload, readAnswer, takesIdempotencyKey } = formServices[service];
    const ticked = new FormData(form).get(honeypot);
    isSubmitting.current = true;
    setState({ name: 'submitting' });
    const isSeen =
      state.name === 'failed' && new Promise((resolve) => setTimeout(resolve, leastRetry));
    const result = await submitEnquiry(
      endpoint,
      readAnswer,
      payload(enquiry, accessKey, typeof ticked === 'string' ? ticked : null),
      takesIdempotencyKey ? submissionId : null,
    );
    await isSeen;
    isSubmitting.current = false;
    const button = form.querySelector('[type=submit]');
    const isPresent = button !== null && focusStayed(button) && isInView(button);
    if (result.ok) {
      void track({ name: 'contact_form', outcome: 'sent' });
      clearDraft();
      setSent(enquiry);
      setState({ name: 'sent', isPresent });
    } else {
      void track({ name: 'contact_form', outcome: 'failed' });
      reportFailure('contact_form', result.failure);
      setState({ name: 'failed', failure: result.failure, isPresent });
    }
  };

  /** Removes the mistake once it is none, or shows what the field lacks now. */
  const recheck = (form: HTMLFormElement): void => {
    if (state.name !== 'invalid') return;
    const error = validateField(state.error.field, readForm(form));
    if (!error) setState({ name: 'editing', mended: state.error.field });
    else if (error.message !== state.error.message) {
      setQuiet(isFocused(form, error.field));
      setState({ ...state, error, isAtHand: false });
    }
  };

  const restart = (): void => {
    clearDraft();
    setSent(null);
    setState({ name: 'editing', restarted: true });
  };

  const markRestored = (): void => setState({ name: 'editing', restored: true });

  const describe = (): void => setQuiet(false);

  return { state, sent, isQuiet, submit, recheck, describe, restart, markRestored };
};

/** Returns the text of a success: the address to which the answer goes. */
export const successText = ({ success, doubt }: Contact['form'], { email }: Enquiry): string =>
  `${success.text} ${fill(success.answer, { email })}${looksComplete(email) ? '' : ` ${doubt}`}`;

/** Whether something has been so for some milliseconds. */
const useLasting = (isSo: boolean, milliseconds: number): boolean => {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(setLasting, milliseconds, true);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isSo, milliseconds]);
  return isLasting;
};

/** Returns the text that a screen reader announces of the submission, where no move of the focus does. */
export const useProgress = (
  state: SubmissionState,
  sent: Enquiry | null,
  content: Contact['form'],
): string => {
  const submitting = state.name === 'submitting';
  const isSlow = useLasting(submitting, slowAfter);
  const restored = state.name === 'editing' && state.restored === true;
  const isSettled = useLasting(restored, restoredAfter);
  if (state.name === 'sent' && state.isPresent && sent) {
    return `${content.success.heading} ${successText(content, sent)}`;
  }
  if (state.name === 'invalid' && state.isAtHand) return state.error.message;
  if (restored && isSettled) return content.restored;
  return submitting && isSlow ? content.submittingNote : '';
};
