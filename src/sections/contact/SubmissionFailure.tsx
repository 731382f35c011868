import { useEffect, useReducer, useRef } from 'react';
import { identity } from '#content/identity.ts';
import {
  applicationErrorMessages,
  failureMessages,
  notificationMessages,
  submissionMessages,
} from '#content/messages.ts';
import { contactEmail, type Enquiry } from '#enquiry/enquiry.ts';
import { bodyOf, isTooLong } from '#enquiry/mailto.ts';
import { copyText } from '#src/actions/contact-channels.ts';
import { describeSubmissionFailure } from '#src/actions/submission.ts';
import buttonStyles from '#src/components/Button.module.css';
import { Options } from '#src/components/Options.tsx';
import type { Failure } from '#src/errors/failure.ts';
import { failureOptions } from '#src/errors/show-failure.ts';
import styles from './ContactForm.module.css';
import { useOutcome } from './useSubmission.ts';

interface SubmissionFailureProps {
  id: string;
  failure: Failure;
  /** Whether the service recognizes a message that is sent again. */
  isStoredOnce: boolean;
  isPresent: boolean;
  readEnquiry: () => Enquiry;
}

/** The failure, and other ways to send the message. Replaces the form's button. */
export const SubmissionFailure = ({
  id,
  failure,
  isStoredOnce,
  isPresent,
  readEnquiry,
}: SubmissionFailureProps) => {
  const panel = useRef<HTMLDivElement>(null);
  const textId = `${id}-text`;
  const { text, hint } = describeSubmissionFailure(failure, isStoredOnce);
  const email = contactEmail(readEnquiry());
  const about = applicationErrorMessages.parts['contact-form'];
  useOutcome(panel, isPresent, { kind: 'error', text, about });

  // The email's draft contains the text that visitors type after the failure, too.
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const form = panel.current?.closest('form');
    form?.addEventListener('input', refresh);
    return () => form?.removeEventListener('input', refresh);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more group of fields
    <div
      ref={panel}
      id={id}
      className={styles.failure}
      role="group"
      aria-labelledby={textId}
      tabIndex={-1}
    >
      <div id={textId}>
        <div className="banner">
          <p dir="auto">{text}</p>
          {hint && <p>{hint}</p>}
        </div>
        <p>{failureMessages.contact_form}</p>
      </div>
      <Options options={failureOptions('contact_form', { email })} />
      {isTooLong({ to: identity.email, ...email }) && (
        <div>
          <p>{submissionMessages.emailTooLong}</p>
          <button
            type="button"
            className={buttonStyles.plain}
            onClick={() => void copyText(bodyOf(email), notificationMessages.messageCopied)}
          >
            {submissionMessages.copyMessage}
          </button>
        </div>
      )}
    </div>
  );
};
