import { useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { notificationLabels as labels } from '#content/messages.ts';
import { Icon } from '#src/components/Icon.tsx';
import { island } from '#src/components/island.tsx';
import { Options } from '#src/components/Options.tsx';
import { type Notification, notifications } from '#src/notifications/manager.ts';
import { watchHeight } from '#src/watch-height.ts';
import styles from './Notifications.module.css';

const none: readonly Notification[] = [];

const isUnder = (region: Element, control: Element): boolean => {
  const notice = region.getBoundingClientRect();
  const { top, bottom, left, right } = control.getBoundingClientRect();
  return (
    right > notice.left && left < notice.right && bottom > notice.top && top < window.innerHeight
  );
};

interface NotificationCardProps {
  notification: Notification;
  onCome: () => void;
}

const NotificationCard = ({ notification, onCome }: NotificationCardProps) => {
  const { id, kind, about, text, options } = notification;
  const card = useRef<HTMLDivElement>(null);
  const textId = useId();
  const restingOn = useRef({ pointer: false, focus: false });

  useEffect(() => {
    if (options.length > 0) card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'start' });
    // One that takes the place of another may be as high.
    onCome();
  }, [options, onCome]);

  const rest = (change: Partial<typeof restingOn.current>): void => {
    const { pointer, focus } = Object.assign(restingOn.current, change);
    if (pointer || focus) notifications.hold(id);
    else notifications.release(id);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
    <div
      ref={card}
      className={styles.card}
      data-kind={kind}
      role="group"
      aria-labelledby={options.length > 0 ? textId : undefined}
      tabIndex={-1}
      // A finger leaves when it is lifted, which :hover would not notice.
      onPointerEnter={() => rest({ pointer: true })}
      onPointerLeave={() => rest({ pointer: false })}
      onFocus={() => rest({ focus: true })}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) rest({ focus: false });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') notifications.dismiss(id);
      }}
    >
      {/* One piece of text: Chromium has each piece of a live region spoken by itself. */}
      <p id={textId} className={styles.text}>
        {`${labels.kinds[kind]}. ${about === undefined ? text : `${about}: ${text}`}`}
      </p>
      {options.length > 0 && (
        <Options
          options={options}
          onChoose={({ href }) => {
            // There may be no mail or phone program.
            if (href === undefined || href.startsWith('#')) notifications.dismiss(id);
          }}
        />
      )}
      <button
        type="button"
        className={styles.dismiss}
        aria-label={labels.dismiss}
        onClick={() => notifications.dismiss(id)}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  );
};

/** Both live regions are there from the start (behavior 10.11). */
const NotificationRegion = () => {
  const current = useSyncExternalStore(notifications.subscribe, notifications.current, () => none);
  const region = useRef<HTMLElement>(null);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const withOptions = current.filter(({ options }) => options.length > 0);
  const others = current.filter(({ options }) => options.length === 0);
  const urgent = others.filter(({ kind }) => kind === 'error' || kind === 'warning');
  const calm = others.filter(({ kind }) => kind === 'success' || kind === 'info');

  /** Keeps notices from hiding what has the focus, and the control that they are about. */
  const comeClear = useCallback((): void => {
    const element = region.current;
    const focused = element?.contains(document.activeElement)
      ? focusedBefore.current
      : document.activeElement;
    if (element && focused && focused !== document.body && isUnder(element, focused)) {
      focused.scrollIntoView({ block: 'nearest' });
    }
  }, []);

  useEffect(() => {
    if (!region.current) return;
    let before = 0;
    return watchHeight(region.current, (height) => {
      document.documentElement.style.setProperty('--notices-height', `${height}px`);
      // One that goes moves nobody.
      if (height > before) comeClear();
      before = height;
    });
  }, [comeClear]);

  // A focused card that goes sends no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the list
  useEffect(() => {
    if (document.activeElement !== document.body || !focusedBefore.current) return;
    focusedBefore.current.focus({ preventScroll: true });
    focusedBefore.current = null;
  }, [current]);

  const cards = (list: readonly Notification[]) =>
    list.map((notification) => (
      <NotificationCard key={notification.id} notification={notification} onCome={comeClear} />
    ));

  return (
    <section
      ref={region}
      className={styles.region}
      // Nobody is led to an empty landmark.
      aria-label={current.length > 0 ? labels.region : undefined}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          focusedBefore.current = relatedTarget;
        }
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) focusedBefore.current = null;
      }}
    >
      {/* They take the focus, which says them: a live region would say them again. */}
      <div>{cards(withOptions)}</div>
      <div role="alert" aria-live="assertive" aria-atomic="false">
        {cards(urgent)}
      </div>
      <div role="status" aria-atomic="false">
        {cards(calm)}
      </div>
    </section>
  );
};

export const Notifications = island('notifications', NotificationRegion);
