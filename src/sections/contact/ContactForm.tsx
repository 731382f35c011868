import { useEffect, useRef } from 'react';
import type { Contact } from '#content/schema/schema.ts';
import { emptyEnquiry, sameEnquiry } from '#enquiry/enquiry.ts';
import { fields } from '#enquiry/fields.ts';
import { formServices } from '#enquiry/form-services/index.ts';
import { newSubmissionId, writeDraft } from '#src/actions/draft.ts';
import buttonStyles from '#src/components/Button.module.css';
import { island } from '#src/components/island.tsx';
import { EnquiryField } from '#src/sections/contact/EnquiryField.tsx';
import styles from './ContactForm.module.css';
import { focusField, readForm } from './form-element.ts';
import { SubmissionFailure } from './SubmissionFailure.tsx';
import { useDraft } from './useDraft.ts';
import {
  type SubmissionOptions,
  type SubmissionState,
  useProgress,
  useSubmission,
} from './useSubmission.ts';

interface ContactFormProps extends SubmissionOptions {
  content: Contact['form'];
  /** Absolute address of the receipt. */
  receivedUrl: string;
}

const formId = 'contact-form';

interface EnquiryFormProps extends ContactFormProps {
  state: Exclude<SubmissionState, { name: 'sent' }>;
  onSubmit: (form: HTMLFormElement, submissionId: string) => Promise<void>;
}

const EnquiryForm = (props: EnquiryFormProps) => {
  const { content, services, endpoint, state, onSubmit } = props;
  const { controlName, hiddenFields, honeypot } = formServices[props.service];
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const restarted = state.name === 'editing' && state.follows === 'restart';
  const { save, submissionId } = useDraft(form, services, restarted);

  useEffect(() => {
    if (!form.current) return;
    // From here on our messages replace the browser's.
    form.current.noValidate = true;
    if (restarted) form.current.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
  }, [restarted]);

  useEffect(() => {
    // The fields become inert and lose the focus.
    if (state.name === 'submitting') button.current?.focus();
    if (state.name !== 'invalid') return;
    if (form.current) focusField(form.current, state.error.field);
  }, [state]);

  const submit = (): void => {
    if (form.current) void onSubmit(form.current, submissionId.current);
  };

  const submitting = state.name === 'submitting';
  const invalid = state.name === 'invalid' ? state.error : null;

  return (
    // Unnamed, it is no landmark, and Firefox calls it invalid while a required field is empty.
    <form
      role="none"
      ref={form}
      id={formId}
      className={styles.form}
      action={endpoint}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onInput={save}
    >
      {Object.entries(hiddenFields(props)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className={styles.note}>{content.note}</p>
      <div className={styles.fields} inert={submitting}>
        {fields.map((field) => (
          <EnquiryField
            key={field.name}
            field={field}
            name={controlName(field)}
            content={content}
            services={services}
            error={invalid?.field === field.name ? invalid.message : undefined}
          />
        ))}
        <div className={styles.honeypot} aria-hidden="true">
          <label>
            <input type="checkbox" name={honeypot} tabIndex={-1} />
            {content.honeypot}
          </label>
        </div>
      </div>
      <div className={styles.alert} role="alert" aria-live="assertive">
        {state.name === 'failed' && (
          <SubmissionFailure
            failure={state.failure}
            readEnquiry={() => (form.current ? readForm(form.current) : emptyEnquiry)}
            retry={submit}
          />
        )}
      </div>
      <p className={styles.submit}>
        {/* `disabled` would take the focus from it. */}
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

const Form = (props: ContactFormProps) => {
  const { content } = props;
  const { state, submit, restart } = useSubmission(props);
  const progress = useProgress(state, content);
  return (
    <>
      {state.name === 'sent' ? (
        <Sent content={content.success} onRestart={restart} />
      ) : (
        <>
          {state.name === 'editing' && state.follows === 'discuss' && (
            <p className={styles.sent}>{content.success.heading}</p>
          )}
          <EnquiryForm {...props} state={state} onSubmit={submit} />
        </>
      )}
      {/* Speaks when the form goes: a focused heading is not always spoken. */}
      <p className="visually-hidden" role="status">
        {progress}
      </p>
    </>
  );
};

const rescueDraft = (): void => {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  const enquiry = readForm(form);
  if (sameEnquiry(enquiry, emptyEnquiry)) return;
  writeDraft({ enquiry, prefilled: {}, submissionId: newSubmissionId() });
};

export const ContactForm = island('contact-form', Form, { rescue: rescueDraft });
