import { type RefObject, useEffect, useRef, useState } from 'react';
import { contact } from '#content/contact.ts';
import { notificationLabels } from '#content/messages.ts';
import { type Enquiry, validateEnquiry } from '#enquiry/enquiry.ts';
import type { Field } from '#enquiry/fields.ts';
import { type FormServiceName, formServices } from '#enquiry/form-services.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { looksComplete, type ValidationError } from '#enquiry/validation.ts';
import { fill } from '#model/fill.ts';
import { clearDraft } from '#src/actions/draft.ts';
import { prefillFromHash } from '#src/actions/prefill.ts';
import { submitEnquiry } from '#src/actions/submission.ts';
import { track } from '#src/analytics/track.ts';
import { focusStayed, isInView } from '#src/browser.ts';
import { type Failure, reportFailure } from '#src/errors/failure.ts';
import { type Notice, notify } from '#src/notifications/notify.ts';
import { controlOf, readForm } from './form-element.ts';

const { form: words } = contact;

/** The states of the form (behavior 3.2). */
type SubmissionState =
  /**
   * `restored`: the form contains a draft, and nothing has been sent yet. `mended` is the field whose mistake
   * the visitor has just corrected.
   */
  | { name: 'editing'; restarted?: true; restored?: true; mended?: Field['name'] }
  /** `isAtHand`: the field already had the focus, so that moving the focus there announces nothing. */
  | { name: 'invalid'; error: ValidationError<Field['name']>; isAtHand: boolean; attempt: number }
  | { name: 'submitting' }
  /** `isPresent`: the visitor is still at the button. */
  | { name: 'failed'; failure: Failure; isPresent: boolean }
  | { name: 'sent'; isPresent: boolean };

export interface SubmissionOptions {
  endpoint: string;
  service: FormServiceName;
  accessKey: string;
  services: readonly ServiceChoice[];
}

/** Milliseconds until screen readers announce that sending takes time (behavior 3.2). */
const slowAfter = 500;
/** Milliseconds until a restored draft is announced, because Orca first reads other text after a page loads. */
const restoredAfter = 1500;

const isFocused = (form: HTMLFormElement, name: Field['name']): boolean =>
  controlOf(form, name) === document.activeElement;

/** Sends the form and holds its state. */
export const useSubmission = ({ endpoint, service, accessKey, services }: SubmissionOptions) => {
  const [state, setState] = useState<SubmissionState>({ name: 'editing' });
  /** The enquiry that was sent last. */
  const [sent, setSent] = useState<Enquiry | null>(null);
  const isSubmitting = useRef(false);
  const attempts = useRef(0);
  /** Whether the focused field has no description for now: Chromium would announce a new or changed one. */
  const [isQuiet, setQuiet] = useState(false);
  const isSent = state.name === 'sent';

  useEffect(() => {
    if (!isSent) return;
    const discuss = (): void => {
      if (prefillFromHash(location.hash, services)) setState({ name: 'editing' });
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
    const failure = await submitEnquiry(
      endpoint,
      readAnswer,
      payload(enquiry, accessKey, typeof ticked === 'string' ? ticked : null),
      takesIdempotencyKey ? submissionId : null,
    );
    isSubmitting.current = false;
    const button = form.querySelector('[type=submit]');
    const isPresent = button !== null && focusStayed(button) && isInView(button);
    void track({ name: 'contact_form', outcome: failure ? 'failed' : 'sent' });
    if (failure) {
      reportFailure('contact_form', failure);
      setState({ name: 'failed', failure, isPresent });
      return;
    }
    clearDraft();
    // Firefox keeps the values of removed controls, and restores them after a reload.
    form.reset();
    setSent(enquiry);
    setState({ name: 'sent', isPresent });
  };

  /** Removes the mistake when the visitor has corrected it, or shows the field's new mistake. */
  const recheck = (form: HTMLFormElement): void => {
    if (state.name !== 'invalid') return;
    const error = validateEnquiry(readForm(form), state.error.field);
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

/** Returns the text of a success, with the address to which the answer goes. */
export const successText = ({ email }: Enquiry): string =>
  `${words.success.text} ${fill(words.success.answer, { email })}${looksComplete(email) ? '' : ` ${words.doubt}`}`;

/** Returns the announcement for screen readers, unless a move of the focus announces the state. */
export const useProgress = (state: SubmissionState, sent: Enquiry | null): string => {
  const isRestored = state.name === 'editing' && state.restored;
  const [later, delay] =
    state.name === 'submitting'
      ? [words.submittingNote, slowAfter]
      : [isRestored ? words.restored : '', restoredAfter];
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(setAnnounced, delay, later);
    return () => {
      clearTimeout(timer);
      setAnnounced('');
    };
  }, [later, delay]);
  if (state.name === 'sent' && state.isPresent && sent) {
    return `${words.success.heading} ${successText(sent)}`;
  }
  if (state.name === 'invalid' && state.isAtHand) return state.error.message;
  return announced === later ? announced : '';
};

/**
 * Leads visitors to the outcome of a submission: moves the focus there if they are still at the form, or else
 * shows a notice with a button.
 */
export const useOutcome = (
  outcome: RefObject<HTMLElement | null>,
  isPresent: boolean,
  { kind, text, about }: Pick<Notice, 'kind' | 'text' | 'about'>,
): void => {
  useEffect(() => {
    const show = (): void => {
      outcome.current?.focus({ preventScroll: true });
      // The focus alone would not bring all of it into view in Firefox (behavior 10.9).
      outcome.current?.scrollIntoView({ block: 'nearest' });
    };
    if (isPresent) return show();
    const options = [{ label: notificationLabels.showForm, run: show }];
    return notify({ kind, text, about, options, duration: null });
  }, [outcome, isPresent, kind, text, about]);
};
