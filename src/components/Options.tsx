import type { NotificationOption } from '#src/notifications/notify.ts';
import styles from './Button.module.css';

/** The options after a failure of the form. Their buttons submit the form. */
export const Options = ({ options }: { options: readonly NotificationOption[] }) => (
  <ul className={styles.options}>
    {options.map(({ label, href, to, action }) => (
      <li key={label}>
        {href === undefined ? (
          <button type="submit">{label}</button>
        ) : (
          <a href={href} aria-label={to && `${label}: ${to}`} data-action={action}>
            {label}
          </a>
        )}
      </li>
    ))}
  </ul>
);
