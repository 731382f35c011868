import type { NotificationOption } from '#src/notifications/manager.ts';
import styles from './Options.module.css';

interface OptionsProps {
  options: readonly NotificationOption[];
  onChoose?: (option: NotificationOption, element: HTMLElement) => void;
}

/** The options of a visitor after a failure. */
export const Options = ({ options, onChoose }: OptionsProps) => (
  <ul className={styles.options}>
    {options.map((option) => (
      <li key={option.id}>
        {option.href === undefined ? (
          <button
            type={option.run === 'submit' ? 'submit' : 'button'}
            onClick={({ currentTarget }) => {
              onChoose?.(option, currentTarget);
              if (option.run !== 'submit') option.run();
            }}
          >
            {option.label}
          </button>
        ) : (
          <a
            href={option.href}
            aria-label={option.to && `${option.label}: ${option.to}`}
            data-action={option.action}
            onClick={({ currentTarget }) => onChoose?.(option, currentTarget)}
          >
            {option.label}
          </a>
        )}
      </li>
    ))}
  </ul>
);
