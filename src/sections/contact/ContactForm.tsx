import { Fragment, useEffect, useRef } from 'react';
import { emptyEnquiry, sameEnquiry } from '#enquiry/enquiry.ts';
import { fields } from '#enquiry/fields.ts';
import { formServices } from '#enquiry/form-services.ts';
import type { Contact } from '#model/schema.ts';
import { newSubmissionId, readDraft, writeDraft } from '#src/actions/draft.ts';
import buttonStyles from '#src/components/Button.module.css';
import { island } from '#src/components/island.tsx';
import { EnquiryField } from '#src/sections/contact/EnquiryField.tsx';
import styles from './ContactForm.module.css';
import { FilledInNote, SaidAgain } from './FilledInNote.tsx';
import { afterPaint, controlOf, readForm } from './form-element.ts';
import { Sent } from './Sent.tsx';
import { SubmissionFailure } from './SubmissionFailure.tsx';
import { useDraft } from './useDraft.ts';
import {
  type SubmissionOptions,
  successText,
  useProgress,
  useSubmission,
} from './useSubmission.ts';

interface ContactFormProps extends SubmissionOptions {
  content: Contact['form'];
  /** Absolute address of the receipt. */
  receivedUrl: string;
}

const formId = 'contact-form';
const errorId = `${formId}-error`;

interface EnquiryFormProps extends ContactFormProps {
  submission: ReturnType<typeof useSubmission>;
}

const EnquiryForm = (props: EnquiryFormProps) => {
  const { content, services, endpoint, submission } = props;
  const { state, isQuiet, submit, recheck, describe, markRestored } = submission;
  const { controlName, hiddenFields, honeypot, takesIdempotencyKey } = formServices[props.service];
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const mistake = useRef<HTMLParagraphElement>(null);
  const restarted = state.name === 'editing' && state.restarted === true;
  const { save, submissionId, filledIn } = useDraft(form, services, restarted, markRestored);

  useEffect(() => {
    if (!form.current) return;
    // From here on our messages replace the browser's.
    form.current.noValidate = true;
    if (!restarted) return;
    return afterPaint(() => {
      form.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
    });
  }, [restarted]);

  useEffect(() => {
    // The fields become inert and lose the focus.
    if (state.name === 'submitting') button.current?.focus();
    if (state.name !== 'invalid') return;
    // After the paint: Chromium reports the focus before the rest of a frame, and would announce again a
    // description that comes to a focused field.
    return afterPaint(() => {
      if (form.current) controlOf(form.current, state.error.field)?.focus();
      mistake.current?.scrollIntoView({ block: 'nearest' });
    });
  }, [state]);

  const submitting = state.name === 'submitting';
  const invalid = state.name === 'invalid' ? state.error : null;
  const mended = state.name === 'editing' ? state.mended : undefined;

  return (
    // No role: it would be a landmark without a name, which Firefox calls invalid while a field is empty.
    <form
      role="none"
      ref={form}
      id={formId}
      action={endpoint}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget, submissionId.current);
      }}
      onInput={(event) => {
        save();
        recheck(event.currentTarget);
      }}
      onBlur={describe}
    >
      {Object.entries(hiddenFields(props)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FilledInNote filledIn={filledIn} content={content} services={services} />
      <p className={styles.note}>{content.note}</p>
      <div className={styles.fields} inert={submitting}>
        {fields.map((field) => (
          <Fragment key={field.name}>
            <EnquiryField
              field={field}
              name={controlName(field)}
              content={content}
              services={services}
              isInvalid={invalid?.field === field.name}
              errorId={invalid?.field === field.name && !isQuiet ? errorId : undefined}
            />
            {/* The field that takes the focus announces it: a live region would repeat it. It stays in
                the page when it is empty: in Firefox, Orca may be reading there, and is silent at
                the next Tab if its place is gone. */}
            {(invalid?.field === field.name || mended === field.name) && (
              <p ref={mistake} id={invalid ? errorId : undefined} className="banner">
                {invalid?.message}
              </p>
            )}
          </Fragment>
        ))}
        <div className={styles.honeypot} aria-hidden="true">
          <label>
            <input type="checkbox" name={honeypot} tabIndex={-1} />
            {content.honeypot}
          </label>
        </div>
      </div>
      {state.name === 'failed' ? (
        <SubmissionFailure
          id={errorId}
          failure={state.failure}
          isPresent={state.isPresent}
          isStoredOnce={takesIdempotencyKey}
          readEnquiry={() => (form.current ? readForm(form.current) : emptyEnquiry)}
        />
      ) : (
        <p className={styles.submit}>
          {/* `disabled` would take the focus from it. */}
          <button
            ref={button}
            type="submit"
            className={`${styles.button} ${buttonStyles.primary}`}
            aria-disabled={submitting}
          >
            {submitting ? content.submitting : content.submit}
          </button>
        </p>
      )}
    </form>
  );
};

const Form = (props: ContactFormProps) => {
  const { content, services } = props;
  const submission = useSubmission(props);
  const { state, sent, restart } = submission;
  const progress = useProgress(state, sent, content);
  const status = useRef<HTMLParagraphElement>(null);
  const startAgain = (): void => {
    // When the button goes, the focus must not fall to the page: Orca takes the form's first field for
    // focused then, and is silent when it is.
    status.current?.focus({ preventScroll: true });
    restart();
  };
  return (
    <>
      {state.name === 'sent' ? (
        sent && (
          <Sent
            enquiry={sent}
            content={content}
            services={services}
            isPresent={state.isPresent}
            onRestart={startAgain}
          />
        )
      ) : (
        <>
          {sent && (
            <div className={styles.sent}>
              <p>
                <b>{content.success.heading}</b>
              </p>
              <p>{successText(content, sent)}</p>
            </div>
          )}
          <EnquiryForm {...props} submission={submission} />
        </>
      )}
      {/* Speaks when the form goes: a focused heading is not always spoken. */}
      <p ref={status} className="visually-hidden" role="status" tabIndex={-1}>
        {progress && (
          <SaidAgain text={progress} count={state.name === 'invalid' ? state.attempt : 0} />
        )}
      </p>
    </>
  );
};

const rescueDraft = (): boolean => {
  const form = document.getElementById(formId);
  const enquiry = form instanceof HTMLFormElement ? readForm(form) : emptyEnquiry;
  if (!sameEnquiry(enquiry, emptyEnquiry)) {
    writeDraft({ enquiry, prefilled: {}, submissionId: newSubmissionId() });
  }
  const draft = readDraft();
  return draft !== null && !sameEnquiry(draft.enquiry, emptyEnquiry);
};

export const ContactForm = island('contact-form', Form, { rescue: rescueDraft });
