import { useState } from 'react';
import { contact } from '#content/contact.ts';
import { type Field, valueLabelsOf } from '#enquiry/fields.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { looksComplete } from '#enquiry/validation.ts';
import styles from './ContactForm.module.css';
import { fieldId } from './form-element.ts';

const { form: words } = contact;

interface EnquiryFieldProps {
  field: Field;
  /** The name of the control. */
  name: string;
  services: readonly ServiceChoice[];
  isInvalid: boolean;
  /** The id of the element that describes the mistake. */
  errorId: string | undefined;
}

export const EnquiryField = ({ field, name, services, isInvalid, errorId }: EnquiryFieldProps) => {
  const { control, required } = field;
  const label = words.labels[field.name];
  const id = fieldId(field.name);
  /** The value when the field lost the focus; empty while the visitor types. */
  const [leftValue, setLeftValue] = useState('');
  const wiring = {
    id,
    name,
    required,
    // If aria-invalid is missing, Orca calls an empty required field invalid.
    'aria-invalid': isInvalid,
    'aria-describedby': errorId,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {!required && <span className="optional"> ({words.optional})</span>}
      </label>
      {control === 'textarea' && <textarea rows={7} {...wiring} />}
      {control === 'input' && (
        <input
          {...field.attributes}
          {...wiring}
          onBlur={({ target }) => setLeftValue(target.value)}
          onInput={() => setLeftValue('')}
        />
      )}
      {field.name === 'email' && (
        <span className={styles.doubt} aria-live="polite">
          {!looksComplete(leftValue) && !isInvalid && words.doubt}
        </span>
      )}
      {control === 'select' && (
        <select defaultValue={field.defaultValue || undefined} {...wiring}>
          {/* HTML requires that a required select begins with an empty option. */}
          {required && (
            <option value="" disabled hidden>
              {label}
            </option>
          )}
          {Object.entries(valueLabelsOf(field, words, services)).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </div>
  );
};
