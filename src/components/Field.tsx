import type { AriaAttributes, ReactNode } from 'react';
import styles from './Field.module.css';

/** What ties a control to its field; the control takes all of it. */
interface Wiring {
  id: string;
  name: string;
  required: boolean;
  className: string | undefined;
  'aria-invalid': boolean;
  'aria-describedby': AriaAttributes['aria-describedby'];
}

interface FieldProps {
  name: string;
  label: string;
  /** Said behind the label when the field may stay empty. */
  optional?: string | undefined;
  /** What is wrong with the field, if the form's error is about it. */
  error?: string | undefined;
  /** Spans both columns of the form. */
  wide?: boolean;
  /** The control. */
  children: (wiring: Wiring) => ReactNode;
}

/**
 * A form field: wires id, label, error and ARIA, once, for every kind of control. The error stands
 * in a live region that is there before it, under the field it is about. The region says twice that
 * it interrupts: Firefox announces an alert that appears, but no text that comes into one.
 */
export const Field = ({ name, label, optional, error, wide, children }: FieldProps) => {
  const id = `field-${name}`;
  const errorId = `${id}-error`;
  return (
    <div className={wide ? `${styles.field} ${styles.wide}` : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> ({optional})</span>}
      </label>
      {children({
        id,
        name,
        required: optional === undefined,
        className: styles.control,
        // Without it, Orca calls a required field that is still empty an invalid entry.
        'aria-invalid': error !== undefined,
        'aria-describedby': error ? errorId : undefined,
      })}
      <div role="alert" aria-live="assertive">
        {error && (
          <p id={errorId} className={styles.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
};
