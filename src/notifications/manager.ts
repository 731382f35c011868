/** One that runs `submit` sends the form that it is in. */
export type NotificationOption = {
  id: string;
  label: string;
} & (
  | {
      href: string;
      /** The action in `src/actions/click-delegation.ts`. */
      action?: 'email' | 'call';
      /** The address or number that it leads to, for screen readers: on the page it is elsewhere. */
      to?: string;
      run?: never;
    }
  | { run: (() => void) | 'submit'; href?: never }
);

export interface Notification {
  readonly id: number;
  readonly kind: 'error' | 'warning' | 'success' | 'info';
  readonly text: string;
  /** Its subject, where the text does not name it. */
  readonly about?: string | undefined;
  readonly options: readonly NotificationOption[];
  readonly takesFocus: boolean;
}

interface NotificationRequest extends Pick<Notification, 'kind' | 'text' | 'about'> {
  /** Milliseconds; null until dismissed. */
  duration?: number | null;
  options?: readonly NotificationOption[];
  takesFocus?: boolean;
  /** Runs when its time is up, unless it was dismissed before. */
  onTimeout?: () => void;
}

export const defaultDuration = 5000;

interface Timer {
  remaining: number;
  startedAt: number;
  onTimeout: (() => void) | undefined;
  handle?: ReturnType<typeof setTimeout>;
}

/** Creates a list of notifications. `hold` stops one's clock while it is read, `release` lets it run on. */
export const createNotificationManager = () => {
  let notifications: readonly Notification[] = [];
  let nextId = 1;
  const timers = new Map<number, Timer>();
  const listeners = new Set<() => void>();

  const set = (next: readonly Notification[]): void => {
    notifications = next;
    for (const listener of listeners) listener();
  };

  const stop = (id: number): void => {
    clearTimeout(timers.get(id)?.handle);
    timers.delete(id);
  };

  const dismiss = (id: number): void => {
    stop(id);
    set(notifications.filter((notification) => notification.id !== id));
  };

  const start = (id: number, timer: Timer): void => {
    timer.startedAt = Date.now();
    timer.handle = setTimeout(() => {
      dismiss(id);
      timer.onTimeout?.();
    }, timer.remaining);
  };

  return {
    /** The same notice again takes the place of the one that is shown. */
    show(request: NotificationRequest): number {
      const { kind, text, about, options = [], takesFocus = false } = request;
      const { duration = defaultDuration, onTimeout } = request;
      const id = nextId++;
      const others = notifications.filter(
        (other) => other.kind !== kind || other.text !== text || other.about !== about,
      );
      for (const other of notifications) if (!others.includes(other)) stop(other.id);
      if (duration !== null) {
        const timer: Timer = { remaining: duration, startedAt: 0, onTimeout };
        timers.set(id, timer);
        start(id, timer);
      }
      set([...others, { id, kind, text, about, options, takesFocus }]);
      return id;
    },
    dismiss,
    hold(id: number): void {
      const timer = timers.get(id);
      if (!timer?.handle) return;
      clearTimeout(timer.handle);
      delete timer.handle;
      timer.remaining -= Date.now() - timer.startedAt;
    },
    release(id: number): void {
      const timer = timers.get(id);
      if (timer && !timer.handle) start(id, timer);
    },
    subscribe(listener: () => void): void {
      listeners.add(listener);
    },
    current: (): readonly Notification[] => notifications,
  };
};

export type NotificationManager = ReturnType<typeof createNotificationManager>;

/** Shared by all islands and actions. */
export const notifications = createNotificationManager();
