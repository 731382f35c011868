/** The one list of notifications that all islands and actions share, and the clock behind it. */

export type NotificationKind = 'error' | 'warning' | 'success' | 'info';

/** What a visitor can do about it: follow a link, or have something done. The first is primary. */
export type NotificationOption = {
  id: string;
  label: string;
} & ({ href: string; run?: never } | { run: () => void; href?: never });

export interface Notification {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly text: string;
  readonly options: readonly NotificationOption[];
}

export interface NotificationRequest {
  kind: NotificationKind;
  text: string;
  /** Milliseconds until it goes by itself; null means that it stays until dismissed. */
  duration?: number | null;
  options?: readonly NotificationOption[];
}

/** Milliseconds that a notification stays unless its caller says otherwise (behavior 8.1). */
export const defaultDuration = 5000;

interface Timer {
  remaining: number;
  startedAt: number;
  handle: ReturnType<typeof setTimeout> | null;
}

/**
 * Creates a list of notifications.
 *
 * `show` adds one and returns its id; `dismiss` takes it away; `hold` stops all clocks while a
 * visitor reads (pointer or focus inside) and `release` lets the remaining time run on.
 * `subscribe` and `current` are the two halves that React's useSyncExternalStore wants.
 */
export const createNotificationManager = () => {
  let notifications: readonly Notification[] = [];
  let nextId = 1;
  let held = false;
  const timers = new Map<number, Timer>();
  const listeners = new Set<() => void>();

  const set = (next: readonly Notification[]): void => {
    notifications = next;
    for (const listener of listeners) listener();
  };

  const dismiss = (id: number): void => {
    const timer = timers.get(id);
    if (timer?.handle != null) clearTimeout(timer.handle);
    timers.delete(id);
    // With the last one gone nothing can be hovered or focused any more; no event says so.
    if (notifications.every((notification) => notification.id === id)) held = false;
    set(notifications.filter((notification) => notification.id !== id));
  };

  const start = (id: number, timer: Timer): void => {
    timer.startedAt = Date.now();
    timer.handle = setTimeout(() => dismiss(id), timer.remaining);
  };

  return {
    show({ kind, text, duration = defaultDuration, options = [] }: NotificationRequest): number {
      const id = nextId++;
      if (duration !== null) {
        const timer: Timer = { remaining: duration, startedAt: 0, handle: null };
        timers.set(id, timer);
        if (!held) start(id, timer);
      }
      set([...notifications, { id, kind, text, options }]);
      return id;
    },
    dismiss,
    hold(): void {
      if (held) return;
      held = true;
      for (const timer of timers.values()) {
        if (timer.handle !== null) clearTimeout(timer.handle);
        timer.handle = null;
        timer.remaining -= Date.now() - timer.startedAt;
      }
    },
    release(): void {
      if (!held) return;
      held = false;
      for (const [id, timer] of timers) start(id, timer);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: (): readonly Notification[] => notifications,
  };
};

export type NotificationManager = ReturnType<typeof createNotificationManager>;

/** The site's own list. */
export const notifications = createNotificationManager();
