import type { AriaAttributes, ReactNode } from 'react';
import styles from './Field.module.css';

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
  optional?: string | undefined;
  error?: string | undefined;
  wide?: boolean;
  children: (wiring: Wiring) => ReactNode;
}

/**
 * The alert stands in the page before its text (behavior 10.11). It needs both attributes: Firefox
 * announces an alert that appears, but no text that comes into one.
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
        // Without it, Orca calls an empty required field an invalid entry.
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
