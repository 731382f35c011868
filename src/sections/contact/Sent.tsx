import { useRef } from 'react';
import { contact } from '#content/contact.ts';
import type { Enquiry } from '#enquiry/enquiry.ts';
import { fields, valueLabelsOf } from '#enquiry/fields.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import buttonStyles from '#src/components/Button.module.css';
import styles from './ContactForm.module.css';
import { successText, useOutcome } from './useSubmission.ts';

const { form: words } = contact;

interface SentProps {
  enquiry: Enquiry;
  services: readonly ServiceChoice[];
  isPresent: boolean;
  onRestart: () => void;
}

/** Replaces the form after the message has arrived. */
export const Sent = ({ enquiry, services, isPresent, onRestart }: SentProps) => {
  const { heading, record, again } = words.success;
  const headingElement = useRef<HTMLHeadingElement>(null);
  useOutcome(headingElement, isPresent, { kind: 'success', text: heading });
  return (
    <div className={styles.sent}>
      <h3 ref={headingElement} tabIndex={-1}>
        {heading}
      </h3>
      <p>{successText(enquiry)}</p>
      <p>
        <button type="button" className={buttonStyles.secondary} onClick={onRestart}>
          {again}
        </button>
      </p>
      <h4>{record}</h4>
      <dl className={styles.record}>
        {fields.map(
          (field) =>
            enquiry[field.name] !== '' && (
              <div key={field.name}>
                <dt className="fine">{words.labels[field.name]}</dt>
                <dd>
                  {field.control === 'select'
                    ? valueLabelsOf(field, words, services)[enquiry[field.name]]
                    : enquiry[field.name]}
                </dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
};
