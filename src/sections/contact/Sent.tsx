import { useRef } from 'react';
import type { Enquiry } from '#enquiry/enquiry.ts';
import { fields, valueLabelsOf } from '#enquiry/fields.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import type { Contact } from '#model/schema.ts';
import buttonStyles from '#src/components/Button.module.css';
import styles from './ContactForm.module.css';
import { successText, useOutcome } from './useSubmission.ts';

interface SentProps {
  enquiry: Enquiry;
  content: Contact['form'];
  services: readonly ServiceChoice[];
  isPresent: boolean;
  onRestart: () => void;
}

/** Replaces the form once its message has arrived. */
export const Sent = ({ enquiry, content, services, isPresent, onRestart }: SentProps) => {
  const { heading, record, again } = content.success;
  const headingElement = useRef<HTMLHeadingElement>(null);
  useOutcome(headingElement, isPresent, { kind: 'success', text: heading });
  return (
    <div className={styles.sent}>
      <h3 ref={headingElement} tabIndex={-1}>
        {heading}
      </h3>
      <p>{successText(content, enquiry)}</p>
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
                <dt className="fine">{content.labels[field.name]}</dt>
                <dd>
                  {field.control === 'select'
                    ? valueLabelsOf(field, content, services)[enquiry[field.name]]
                    : enquiry[field.name]}
                </dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
};
