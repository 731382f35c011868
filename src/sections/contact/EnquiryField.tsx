import { useState } from 'react';
import { type Field, valueLabelsOf } from '#enquiry/fields.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { looksComplete } from '#enquiry/validation.ts';
import type { Contact } from '#model/schema.ts';
import styles from './ContactForm.module.css';
import { fieldId } from './form-element.ts';

interface EnquiryFieldProps {
  field: Field;
  /** Name of the control. */
  name: string;
  content: Contact['form'];
  services: readonly ServiceChoice[];
  isInvalid: boolean;
  /** Id of the element that describes what is wrong. */
  errorId: string | undefined;
}

export const EnquiryField = ({
  field,
  name,
  content,
  services,
  isInvalid,
  errorId,
}: EnquiryFieldProps) => {
  const { control, required } = field;
  const label = content.labels[field.name];
  const id = fieldId(field.name);
  /** The value when the field lost the focus; empty while the visitor types. */
  const [leftValue, setLeftValue] = useState('');
  const wiring = {
    id,
    name,
    required,
    // Without it, Orca calls an empty required field invalid.
    'aria-invalid': isInvalid,
    'aria-describedby': errorId,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {!required && <span className="optional"> ({content.optional})</span>}
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
          {!looksComplete(leftValue) && !isInvalid && content.doubt}
        </span>
      )}
      {control === 'select' && (
        <select defaultValue={field.defaultValue || undefined} {...wiring}>
          {/* HTML wants an empty option first in a required select. */}
          {required && (
            <option value="" disabled hidden>
              {label}
            </option>
          )}
          {Object.entries(valueLabelsOf(field, content, services)).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </div>
  );
};
