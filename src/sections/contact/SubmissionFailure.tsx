import { useEffect, useRef } from 'react';
import { emailBodies, emailSubjects } from '#content/messages.ts';
import { fill } from '#content/schema/fill.ts';
import type { Enquiry } from '#enquiry/enquiry.ts';
import { Options } from '#src/components/Options.tsx';
import { describeFailure, describeSubmissionFailure } from '#src/errors/catalogue.ts';
import type { Failure } from '#src/errors/failure.ts';
import { failureOptions } from '#src/errors/failure-options.ts';
import styles from './ContactForm.module.css';

interface SubmissionFailureProps {
  failure: Failure;
  readEnquiry: () => Enquiry;
  retry: () => void;
}

/** What went wrong, and other ways to get the message across. */
export const SubmissionFailure = ({ failure, readEnquiry, retry }: SubmissionFailureProps) => {
  const panel = useRef<HTMLDivElement>(null);
  const { text, hint } = describeSubmissionFailure(failure);
  const description = describeFailure('contact_form', failure);
  const optionsNow = () => {
    const { firstName, lastName, company, interestedIn, message } = readEnquiry();
    const body = fill(emailBodies.contact, {
      first_name: firstName,
      last_name: lastName,
      company,
      interested_in: interestedIn,
      message,
    });
    const email = { subject: emailSubjects.contact, body };
    return failureOptions(description.options, { retry, email });
  };

  // The focus went with the options of an earlier failure.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure takes the focus anew
  useEffect(() => panel.current?.focus(), [failure]);

  return (
    <div ref={panel} className={styles.failure} tabIndex={-1}>
      <p className={styles.banner} dir="auto">
        {text}
      </p>
      {hint && <p>{hint}</p>}
      <p>{description.text}</p>
      <Options
        options={optionsNow()}
        onChoose={({ id }, element) => {
          const current = optionsNow().find((option) => option.id === id);
          if (current?.href !== undefined) element.setAttribute('href', current.href);
        }}
      />
    </div>
  );
};
