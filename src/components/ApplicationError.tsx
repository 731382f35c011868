import { useEffect, useRef, useState } from 'react';
import { identity } from '#content/identity.ts';
import { applicationErrorMessages as messages } from '#content/messages.ts';
import { fill } from '#model/fill.ts';
import { formatPhone } from '#model/phone.ts';
import { mailtoUrl, telUrl } from '#src/links.ts';
import styles from './ApplicationError.module.css';
import buttonStyles from './Button.module.css';

export type IslandName = keyof typeof messages.parts;

interface ApplicationErrorProps {
  name: IslandName;
  thrown: unknown;
  kept: boolean;
  /** The element that had the focus before. The message takes the focus if the element is gone. */
  focused?: Element | null;
}

/** Replaces an island that failed (behavior 6.3). */
export const ApplicationError = ({ name, thrown, kept, focused = null }: ApplicationErrorProps) => {
  const isResponse = thrown instanceof Response;
  const [details, setDetails] = useState(() => {
    if (isResponse) return `${thrown.status} ${thrown.statusText}`.trim();
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  });

  const panel = useRef<HTMLDivElement>(null);
  const title = isResponse ? messages.response : messages.error;
  const text = fill(messages.text, { part: messages.parts[name] });

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
    // The focus announces the message once. Chromium would repeat a live region, piece by piece.
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    <div
      ref={panel}
      className={styles.error}
      role="group"
      aria-label={`${title}. ${text} ${identity.email}, ${formatPhone(identity.phone)}`}
      tabIndex={-1}
    >
      <p className={styles.title}>{title}</p>
      <p>
        {`${text} `}
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
        <button type="button" className={buttonStyles.small} onClick={() => location.reload()}>
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
