import { X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { notificationLabels as labels } from '#content/messages.ts';
import { island } from '#src/components/island.tsx';
import { Options } from '#src/components/Options.tsx';
import { type Notification, notifications } from '#src/notifications/manager.ts';
import { watchHeight } from '#src/watch-height.ts';
import styles from './Notifications.module.css';

const none: readonly Notification[] = [];

const NotificationCard = ({ notification }: { notification: Notification }) => {
  const { id, kind, text, options } = notification;
  const card = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (options.length > 0) card.current?.focus();
  }, [options]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
    <div
      ref={card}
      className={styles.card}
      data-kind={kind}
      role="group"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') notifications.dismiss(id);
      }}
    >
      <p className={styles.text}>
        <strong className={styles.kind}>{labels.kinds[kind]}</strong> {text}
      </p>
      <button
        type="button"
        className={styles.dismiss}
        aria-label={labels.dismiss}
        onClick={() => notifications.dismiss(id)}
      >
        <X size={18} />
      </button>
      {options.length > 0 && (
        <Options
          options={options}
          onChoose={({ href }) => {
            // There may be no mail or phone program.
            if (href === undefined || href.startsWith('#')) notifications.dismiss(id);
          }}
        />
      )}
    </div>
  );
};

/** Both live regions are there from the start (behavior 10.11). */
const NotificationRegion = () => {
  const current = useSyncExternalStore(notifications.subscribe, notifications.current, () => none);
  const region = useRef<HTMLElement>(null);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const urgent = current.filter(({ kind }) => kind === 'error' || kind === 'warning');
  const calm = current.filter(({ kind }) => kind === 'success' || kind === 'info');

  // Keeps notices from hiding what the keyboard reaches.
  useEffect(() => {
    if (!region.current) return;
    return watchHeight(region.current, (height) => {
      const { style } = document.documentElement;
      style.scrollPaddingBottom = `calc(${height}px + var(--space-5))`;
      style.paddingBottom = `${height}px`;
    });
  }, []);

  // A focused or hovered card that goes sends no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the list
  useEffect(() => {
    if (document.activeElement === document.body && focusedBefore.current) {
      focusedBefore.current.focus({ preventScroll: true });
      focusedBefore.current = null;
    }
    const inUse =
      region.current?.matches(':hover') || region.current?.contains(document.activeElement);
    if (!inUse) notifications.release();
  }, [current]);

  return (
    <section
      ref={region}
      className={styles.region}
      aria-label={labels.region}
      onMouseEnter={notifications.hold}
      onMouseLeave={notifications.release}
      onFocus={({ currentTarget, relatedTarget }) => {
        notifications.hold();
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          focusedBefore.current = relatedTarget;
        }
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        notifications.release();
        if (relatedTarget) focusedBefore.current = null;
      }}
    >
      <div role="alert" aria-live="assertive" aria-atomic="false">
        {urgent.map((notification) => (
          <NotificationCard key={notification.id} notification={notification} />
        ))}
      </div>
      <div role="status" aria-atomic="false">
        {calm.map((notification) => (
          <NotificationCard key={notification.id} notification={notification} />
        ))}
      </div>
    </section>
  );
};

export const Notifications = island('notifications', NotificationRegion);
