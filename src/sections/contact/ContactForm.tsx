import { Fragment, useEffect, useRef } from 'react';
import { contact } from '#content/contact.ts';
import { emptyEnquiry, sameEnquiry } from '#enquiry/enquiry.ts';
import { fields } from '#enquiry/fields.ts';
import { formServices } from '#enquiry/form-services.ts';
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
  /** The absolute address of the receipt page. */
  receivedUrl: string;
}

const { form: words } = contact;
const formId = 'contact-form';
const errorId = `${formId}-error`;

interface EnquiryFormProps extends ContactFormProps {
  submission: ReturnType<typeof useSubmission>;
}

const EnquiryForm = (props: EnquiryFormProps) => {
  const { services, endpoint, submission } = props;
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
    // The fields become inert and lose the focus, so the button takes it.
    if (state.name === 'submitting') button.current?.focus();
    if (state.name !== 'invalid') return;
    // After the paint, because Chromium reports the focus before other changes of a frame, and would announce the
    // description again when it is added to the focused field.
    return afterPaint(() => {
      // Focuses without scrolling, because a second scroll would stop the first one above the field.
      if (form.current) controlOf(form.current, state.error.field)?.focus({ preventScroll: true });
      mistake.current?.scrollIntoView({ block: 'nearest' });
    });
  }, [state]);

  const submitting = state.name === 'submitting';
  const invalid = state.name === 'invalid' ? state.error : null;
  const mended = state.name === 'editing' ? state.mended : undefined;

  return (
    // No role: the form would be an unnamed landmark, which Firefox calls invalid while a field is empty.
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
      <FilledInNote filledIn={filledIn} services={services} />
      <p className={styles.note}>{words.note}</p>
      <div className={styles.fields} inert={submitting}>
        {fields.map((field) => (
          <Fragment key={field.name}>
            <EnquiryField
              field={field}
              name={controlName(field)}
              services={services}
              isInvalid={invalid?.field === field.name}
              errorId={invalid?.field === field.name && !isQuiet ? errorId : undefined}
            />
            {/* The field that takes the focus announces the mistake: a live region would repeat it. The
                element stays when it is empty: in Firefox, Orca may be reading it, and is silent at the next
                Tab if it is gone. */}
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
            {words.honeypot}
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
          {/* With `disabled`, the button would lose the focus. */}
          <button
            ref={button}
            type="submit"
            className={`${styles.button} ${buttonStyles.primary}`}
            aria-disabled={submitting}
          >
            {submitting ? words.submitting : words.submit}
          </button>
        </p>
      )}
    </form>
  );
};

const Form = (props: ContactFormProps) => {
  const submission = useSubmission(props);
  const { state, sent, restart } = submission;
  const progress = useProgress(state, sent);
  const status = useRef<HTMLParagraphElement>(null);
  const startAgain = (): void => {
    // When the button is removed, the focus must not move to the page: Orca would then treat the form's first
    // field as focused, and not announce its focus.
    status.current?.focus({ preventScroll: true });
    restart();
  };
  return (
    <>
      {state.name === 'sent' ? (
        sent && (
          <Sent
            enquiry={sent}
            services={props.services}
            isPresent={state.isPresent}
            onRestart={startAgain}
          />
        )
      ) : (
        <>
          {sent && (
            <div className={styles.sent}>
              <p>
                <b>{words.success.heading}</b>
              </p>
              <p>{successText(sent)}</p>
            </div>
          )}
          <EnquiryForm {...props} submission={submission} />
        </>
      )}
      {/* Announces the outcome when the form is removed: screen readers do not always read a focused heading. */}
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
