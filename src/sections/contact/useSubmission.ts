import { useEffect, useRef, useState } from 'react';
import type { Contact } from '#content/schema/schema.ts';
import { validateEnquiry } from '#enquiry/enquiry.ts';
import type { Field } from '#enquiry/fields.ts';
import { type FormServiceName, formServices } from '#enquiry/form-services/index.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import type { ValidationError } from '#enquiry/validation.ts';
import { clearDraft } from '#src/actions/draft.ts';
import { prefillFromHash } from '#src/actions/prefill.ts';
import { submitEnquiry } from '#src/actions/submission.ts';
import { track } from '#src/analytics/track.ts';
import type { Failure } from '#src/errors/failure.ts';
import { reportFailure } from '#src/errors/report.ts';
import { readForm } from './form-element.ts';

/** Behavior 3.2. A form that `follows` a sent message is empty, or about a service. */
export type SubmissionState =
  | { name: 'editing'; follows?: 'restart' | 'discuss' }
  | { name: 'invalid'; error: ValidationError<Field['name']> }
  | { name: 'submitting' }
  | { name: 'failed'; failure: Failure }
  | { name: 'sent' };

export interface SubmissionOptions {
  endpoint: string;
  service: FormServiceName;
  accessKey: string;
  services: readonly ServiceChoice[];
}

/** Milliseconds until a screen reader says that it takes time (behavior 3.2). */
const slowAfter = 500;

/** Sends the form and holds its state. */
export const useSubmission = ({ endpoint, service, accessKey, services }: SubmissionOptions) => {
  const [state, setState] = useState<SubmissionState>({ name: 'editing' });
  const isSubmitting = useRef(false);
  const isSent = state.name === 'sent';

  useEffect(() => {
    if (!isSent) return;
    const discuss = (): void => {
      const wanted = prefillFromHash(location.hash, services);
      if (Object.keys(wanted).length > 0) setState({ name: 'editing', follows: 'discuss' });
    };
    window.addEventListener('hashchange', discuss);
    return () => window.removeEventListener('hashchange', discuss);
  }, [isSent, services]);

  const submit = async (form: HTMLFormElement, submissionId: string): Promise<void> => {
    if (isSubmitting.current) return;
    const enquiry = readForm(form);
    const error = validateEnquiry(enquiry);
    if (error) {
      void track({ name: 'contact_form', outcome: 'invalid' });
      setState({ name: 'invalid', error });
      return;
    }
    const { honeypot, payload, readAnswer, takesIdempotencyKey } = formServices[service];
    const ticked = new FormData(form).get(honeypot);
    isSubmitting.current = true;
    setState({ name: 'submitting' });
    const result = await submitEnquiry(
      endpoint,
      readAnswer,
      payload(enquiry, accessKey, typeof ticked === 'string' ? ticked : null),
      takesIdempotencyKey ? submissionId : null,
    );
    isSubmitting.current = false;
    if (result.ok) {
      void track({ name: 'contact_form', outcome: 'sent' });
      clearDraft();
      setState({ name: 'sent' });
    } else {
      void track({ name: 'contact_form', outcome: 'failed' });
      reportFailure('contact_form', result.failure);
      setState({ name: 'failed', failure: result.failure });
    }
  };

  const restart = (): void => {
    clearDraft();
    setState({ name: 'editing', follows: 'restart' });
  };

  return { state, submit, restart };
};

/** What a screen reader says of the submission. */
export const useProgress = (
  state: SubmissionState,
  { submittingNote, success }: Contact['form'],
): string => {
  const [isSlow, setSlow] = useState(false);
  const submitting = state.name === 'submitting';
  useEffect(() => {
    if (!submitting) return;
    const timer = setTimeout(setSlow, slowAfter, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [submitting]);
  if (state.name === 'sent') return `${success.heading} ${success.text}`;
  return submitting && isSlow ? submittingNote : '';
};
