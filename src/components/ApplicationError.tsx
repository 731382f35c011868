import { useEffect, useRef, useState } from 'react';
import { identity } from '#content/identity.ts';
import { applicationErrorMessages as messages } from '#content/messages.ts';
import { formatPhone } from '#content/schema/phone.ts';
import { mailtoUrl, telUrl } from '#src/links.ts';
import styles from './ApplicationError.module.css';

interface ApplicationErrorProps {
  thrown: unknown;
  kept: boolean;
  /** What had the focus before; takes it where that is gone. */
  focused?: Element | null;
}

/** Takes the place of an island that failed (behavior 6.3). */
export const ApplicationError = ({ thrown, kept, focused = null }: ApplicationErrorProps) => {
  const isResponse = thrown instanceof Response;
  const [details, setDetails] = useState(() => {
    if (isResponse) return `${thrown.status} ${thrown.statusText}`.trim();
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  });

  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (focused && !focused.isConnected) panel.current?.focus({ preventScroll: true });
  }, [focused]);

  useEffect(() => {
    if (!isResponse) return;
    thrown.text().then(
      (body) => setDetails((status) => (body ? `${status}\n${body}` : status)),
      () => {},
    );
  }, [thrown, isResponse]);

  return (
    <div ref={panel} className={styles.error} role="alert" tabIndex={-1}>
      <p className={styles.title}>{isResponse ? messages.response : messages.error}</p>
      <p>
        {messages.text}{' '}
        <a href={mailtoUrl({ to: identity.email })} data-action="email">
          {identity.email}
        </a>
        {', '}
        <a href={telUrl(identity.phone)} data-action="call">
          {formatPhone(identity.phone)}
        </a>
        .
      </p>
      {kept && <p>{messages.kept}</p>}
      <p>
        <button type="button" onClick={() => location.reload()}>
          {messages.reload}
        </button>
      </p>
      <details open={isResponse}>
        <summary>{messages.details}</summary>
        <pre>{details}</pre>
      </details>
    </div>
  );
};
