import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { Contact } from '#content/schema/schema.ts';
import {
  type FieldName,
  inquiryTypes,
  type ServiceType,
  serviceTypes,
  urgencies,
} from '#content/schema/vocabulary.ts';
import { emptyEnquiry, sameEnquiry } from '#enquiry/enquiry.ts';
import { enquiryPayload } from '#enquiry/payload.ts';
import { type ValidationError, validateEnquiry } from '#enquiry/validation.ts';
import { clearDraft, newSubmissionId, readDraft, writeDraft } from '#src/actions/draft.ts';
import { applyPrefill, type Prefill, prefillFromHash } from '#src/actions/prefill.ts';
import { submitEnquiry } from '#src/actions/submission.ts';
import { track } from '#src/analytics/track.ts';
import buttonStyles from '#src/components/Button.module.css';
import { Field } from '#src/components/Field.tsx';
import { island } from '#src/components/island.tsx';
import type { Failure } from '#src/errors/failure.ts';
import { reportFailure } from '#src/errors/report.ts';
import { fillForm, readForm } from '#src/sections/contact/form-element.ts';
import styles from './ContactForm.module.css';
import { SubmissionFailure } from './SubmissionFailure.tsx';

interface ContactFormProps {
  content: Contact['form'];
  /** Title of each service. */
  services: Record<ServiceType, string>;
  /** The message that each service brings when a link names it. */
  serviceMessages: Partial<Record<ServiceType, string>>;
  endpoint: string;
  accessKey: string;
}

/**
 * The states of spec section 4. A form `follows` a message that was sent: an empty one by the
 * visitor's wish, or one about a service that the visitor asked to discuss.
 */
type State =
  | { name: 'editing'; follows?: 'restart' | 'discuss' }
  | { name: 'invalid'; error: ValidationError }
  | { name: 'submitting' }
  | { name: 'failed'; failure: Failure }
  | { name: 'sent' };

const formId = 'contact-form';

/** Milliseconds of sending after which a screen reader is told of it; a quicker answer speaks for itself. */
const slowAfter = 500;

/** Where a form's posts go and whether that is the site's own form backend. */
const isEmbedded = (endpoint: string): boolean =>
  new URL(endpoint, location.href).origin === location.origin;

/**
 * Keeps the form's draft: restores it when the form appears, fills in what the address asks for,
 * now and whenever the hash changes, and saves what is typed.
 * @returns what the form calls on input, and the id of its present content
 */
const useDraft = (
  form: RefObject<HTMLFormElement | null>,
  serviceMessages: ContactFormProps['serviceMessages'],
  restarted: boolean,
) => {
  const prefilled = useRef<Prefill>({});
  const submissionId = useRef('');

  const save = (): void => {
    if (!form.current) return;
    submissionId.current = newSubmissionId();
    writeDraft({
      enquiry: readForm(form.current),
      prefilled: prefilled.current,
      submissionId: submissionId.current,
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form that appears
  useEffect(() => {
    const element = form.current;
    if (!element) return;

    const prefill = (): void => {
      const enquiry = readForm(element);
      const wanted = prefillFromHash(location.hash, serviceMessages);
      const filled = applyPrefill(enquiry, wanted, prefilled.current);
      if (sameEnquiry(filled, enquiry)) return;
      fillForm(element, filled);
      prefilled.current = wanted;
      save();
    };

    submissionId.current = newSubmissionId();
    if (!restarted) {
      const typed = readForm(element);
      const draft = readDraft();
      // What was typed before this code ran is newer than any draft.
      if (draft && (sameEnquiry(typed, emptyEnquiry) || sameEnquiry(typed, draft.enquiry))) {
        fillForm(element, draft.enquiry);
        prefilled.current = draft.prefilled;
        submissionId.current = draft.submissionId;
      } else if (!sameEnquiry(typed, emptyEnquiry)) {
        save();
      }
      prefill();
    }
    window.addEventListener('hashchange', prefill);
    return () => window.removeEventListener('hashchange', prefill);
  }, []);

  return { save, submissionId };
};

interface EnquiryFormProps extends ContactFormProps {
  state: Exclude<State, { name: 'sent' }>;
  setState: (state: State) => void;
}

const EnquiryForm = (props: EnquiryFormProps) => {
  const { content, services, serviceMessages, endpoint, accessKey, state, setState } = props;
  const { labels } = content;
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isSubmitting = useRef(false);
  const restarted = state.name === 'editing' && state.follows === 'restart';
  const { save, submissionId } = useDraft(form, serviceMessages, restarted);

  useEffect(() => {
    if (!form.current) return;
    // From here on the specified messages speak, not the browser's.
    form.current.noValidate = true;
    if (restarted) form.current.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
  }, [restarted]);

  useEffect(() => {
    // The fields are inert and the options are gone; the focus would be lost with them.
    if (state.name === 'submitting') button.current?.focus();
    if (state.name !== 'invalid') return;
    const control = form.current?.elements.namedItem(state.error.field);
    if (control instanceof HTMLElement) control.focus();
  }, [state]);

  const submit = async (event?: SyntheticEvent): Promise<void> => {
    event?.preventDefault();
    if (!form.current || isSubmitting.current) return;
    const enquiry = readForm(form.current);
    const error = validateEnquiry(enquiry);
    if (error) {
      void track({ name: 'contact_form', outcome: 'invalid' });
      setState({ name: 'invalid', error });
      return;
    }
    const botcheck = new FormData(form.current).get('botcheck');
    isSubmitting.current = true;
    setState({ name: 'submitting' });
    const result = await submitEnquiry(
      endpoint,
      enquiryPayload(enquiry, accessKey, typeof botcheck === 'string' ? botcheck : null),
      isEmbedded(endpoint) ? submissionId.current : null,
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

  const submitting = state.name === 'submitting';
  const invalid = state.name === 'invalid' ? state.error : null;
  const field = (name: FieldName) => ({
    name,
    label: labels[name],
    error: invalid?.field === name ? invalid.message : undefined,
  });

  return (
    // An unnamed form is no landmark, and while a required field is empty Firefox calls it invalid.
    <form
      role="none"
      ref={form}
      id={formId}
      className={styles.form}
      action={endpoint}
      method="post"
      onSubmit={(event) => void submit(event)}
      onInput={save}
    >
      <input type="hidden" name="access_key" value={accessKey} />
      <p className={styles.note}>{content.note}</p>
      <div className={styles.fields} inert={submitting}>
        <Field {...field('firstName')} autoComplete="given-name" />
        <Field {...field('lastName')} autoComplete="family-name" />
        <Field {...field('email')} type="email" autoComplete="email" />
        <Field {...field('company')} autoComplete="organization" />
        <Field {...field('role')} optional={content.optional} autoComplete="organization-title" />
        <Field {...field('interestedIn')} control="select" defaultValue={emptyEnquiry.interestedIn}>
          {/* HTML wants one without a value in front where a choice is required. */}
          <option value="" disabled hidden>
            {labels.interestedIn}
          </option>
          {inquiryTypes.map((type) => (
            <option key={type} value={type}>
              {content.inquiryTypes[type]}
            </option>
          ))}
        </Field>
        <Field {...field('serviceType')} control="select" optional={content.optional}>
          <option value="">{content.noService}</option>
          {serviceTypes.map((type) => (
            <option key={type} value={type}>
              {services[type]}
            </option>
          ))}
        </Field>
        <Field
          {...field('urgency')}
          control="select"
          optional={content.optional}
          defaultValue={emptyEnquiry.urgency}
        >
          {urgencies.map((urgency) => (
            <option key={urgency} value={urgency}>
              {content.urgencies[urgency]}
            </option>
          ))}
        </Field>
        <Field {...field('message')} control="textarea" wide rows={7} />
        <div className={styles.honeypot} aria-hidden="true">
          <label>
            <input type="checkbox" name="botcheck" tabIndex={-1} />
            {content.honeypot}
          </label>
        </div>
      </div>
      <div className={styles.alert} role="alert" aria-live="assertive">
        {state.name === 'failed' && (
          <SubmissionFailure
            failure={state.failure}
            readEnquiry={() => (form.current ? readForm(form.current) : emptyEnquiry)}
            retry={() => void submit()}
          />
        )}
      </div>
      <p className={styles.submit}>
        {/* Not `disabled`, which would take the focus from it. */}
        <button
          ref={button}
          type="submit"
          className={`${styles.button} ${state.name === 'failed' ? buttonStyles.secondary : buttonStyles.primary}`}
          aria-disabled={submitting}
        >
          {submitting ? content.submitting : content.submit}
        </button>
      </p>
    </form>
  );
};

const Sent = ({
  content,
  onRestart,
}: {
  content: Contact['form']['success'];
  onRestart: () => void;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.sent}>
      <h3 ref={heading} tabIndex={-1}>
        {content.heading}
      </h3>
      <p>{content.text}</p>
      <p>
        <button type="button" className={buttonStyles.secondary} onClick={onRestart}>
          {content.again}
        </button>
      </p>
    </div>
  );
};

/** What a screen reader is told of the way of a message. */
const useProgress = (state: State, { submittingNote, success }: Contact['form']): string => {
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

const Form = (props: ContactFormProps) => {
  const { content, serviceMessages } = props;
  const [state, setState] = useState<State>({ name: 'editing' });
  const progress = useProgress(state, content);
  const isSent = state.name === 'sent';

  useEffect(() => {
    if (!isSent) return;
    const discuss = (): void => {
      const wanted = prefillFromHash(location.hash, serviceMessages);
      if (Object.keys(wanted).length > 0) setState({ name: 'editing', follows: 'discuss' });
    };
    window.addEventListener('hashchange', discuss);
    return () => window.removeEventListener('hashchange', discuss);
  }, [isSent, serviceMessages]);

  return (
    <>
      {state.name === 'sent' ? (
        <Sent
          content={content.success}
          onRestart={() => {
            clearDraft();
            setState({ name: 'editing', follows: 'restart' });
          }}
        />
      ) : (
        <>
          {state.name === 'editing' && state.follows === 'discuss' && (
            <p className={styles.sent}>{content.success.heading}</p>
          )}
          <EnquiryForm {...props} state={state} setState={setState} />
        </>
      )}
      {/* Outlives the form: the heading that takes the focus when it goes is not always spoken. */}
      <p className="visually-hidden" role="status">
        {progress}
      </p>
    </>
  );
};

/** Keeps what was typed before the island failed, as a draft for the next try. */
const rescueDraft = (): void => {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  const enquiry = readForm(form);
  if (sameEnquiry(enquiry, emptyEnquiry)) return;
  writeDraft({ enquiry, prefilled: {}, submissionId: newSubmissionId() });
};

export const ContactForm = island('contact-form', Form, { rescue: rescueDraft });
