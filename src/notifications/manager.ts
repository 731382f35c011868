export type NotificationOption = {
  id: string;
  label: string;
} & ({ href: string; run?: never } | { run: () => void; href?: never });

export interface Notification {
  readonly id: number;
  readonly kind: 'error' | 'warning' | 'success' | 'info';
  readonly text: string;
  readonly options: readonly NotificationOption[];
}

interface NotificationRequest extends Pick<Notification, 'kind' | 'text'> {
  /** Milliseconds; null until dismissed. */
  duration?: number | null;
  options?: readonly NotificationOption[];
}

export const defaultDuration = 5000;

interface Timer {
  remaining: number;
  startedAt: number;
  handle?: ReturnType<typeof setTimeout>;
}

/** Creates a list of notifications; `hold` stops all clocks, `release` lets them run on. */
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
    clearTimeout(timer?.handle);
    timers.delete(id);
    // What was hovered or focused is gone, and no event says so.
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
        const timer: Timer = { remaining: duration, startedAt: 0 };
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
        clearTimeout(timer.handle);
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

/** Shared by all islands and actions. */
export const notifications = createNotificationManager();
