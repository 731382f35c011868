import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNotificationManager, defaultDuration, type NotificationManager } from './manager.ts';

let manager: NotificationManager;
beforeEach(() => {
  vi.useFakeTimers();
  manager = createNotificationManager();
});
afterEach(() => vi.useRealTimers());

const texts = () => manager.current().map(({ text }) => text);

describe('how long a notification stays', () => {
  test('5 s unless its caller sets another time (behavior 5.1, 8.1)', () => {
    manager.show({ kind: 'info', text: 'a' });
    vi.advanceTimersByTime(4999);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
    expect(defaultDuration).toBe(5000);
  });

  test('until it is dismissed, when its caller asks for that', () => {
    const id = manager.show({ kind: 'warning', text: 'a', duration: null });
    vi.advanceTimersByTime(86_400_000);
    expect(texts()).toEqual(['a']);
    manager.dismiss(id);
    expect(texts()).toEqual([]);
  });

  test('its time is paused while it is read, and the rest runs on after (behavior 5.1)', () => {
    const id = manager.show({ kind: 'info', text: 'a', duration: 3000 });
    vi.advanceTimersByTime(2000);
    manager.hold(id);
    manager.hold(id);
    vi.advanceTimersByTime(60_000);
    manager.show({ kind: 'info', text: 'b', duration: 500 });
    vi.advanceTimersByTime(500);
    expect(texts()).toEqual(['a']);
    manager.release(id);
    manager.release(id);
    vi.advanceTimersByTime(999);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  test('what comes after it comes when its time is up, and not when it was dismissed', () => {
    const onTimeout = vi.fn();
    manager.dismiss(manager.show({ kind: 'warning', text: 'a', duration: 3000, onTimeout }));
    vi.advanceTimersByTime(60_000);
    expect(onTimeout).not.toHaveBeenCalled();
    manager.show({ kind: 'warning', text: 'a', duration: 3000, onTimeout });
    vi.advanceTimersByTime(2999);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledOnce();
  });
});

describe('the same notice again', () => {
  test('takes the place of the one that is shown, as the newest, with all of its time (behavior 5.1)', () => {
    const onTimeout = vi.fn();
    manager.show({ kind: 'info', text: 'a', onTimeout });
    manager.show({ kind: 'info', text: 'b', duration: null });
    vi.advanceTimersByTime(4999);
    manager.show({ kind: 'info', text: 'a' });
    expect(texts()).toEqual(['b', 'a']);
    vi.advanceTimersByTime(4999);
    expect(texts()).toEqual(['b', 'a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual(['b']);
    expect(onTimeout).not.toHaveBeenCalled();
  });

  test('is another when it is of another kind, or about something else', () => {
    manager.show({ kind: 'info', text: 'a' });
    manager.show({ kind: 'error', text: 'a' });
    manager.show({ kind: 'error', text: 'a', about: 'one' });
    manager.show({ kind: 'error', text: 'a', about: 'two' });
    expect(texts()).toHaveLength(4);
  });
});

test('a listener is called after every change', () => {
  const listener = vi.fn();
  manager.subscribe(listener);
  const id = manager.show({ kind: 'info', text: 'a' });
  manager.dismiss(id);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('agrees with a simple model for any sequence of events', () => {
  const index = fc.nat(5);
  const step = fc.oneof(
    fc.record({
      do: fc.constant('show' as const),
      text: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      duration: fc.option(fc.integer({ min: 1, max: 5000 })),
    }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 4000 }) }),
    fc.record({
      do: fc.constantFrom('hold' as const, 'release' as const, 'dismiss' as const),
      index,
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      manager = createNotificationManager();
      let model: { id: number; text: string; left: number | null; isHeld: boolean }[] = [];
      for (const event of steps) {
        if (event.do === 'show') {
          const { text, duration } = event;
          const id = manager.show({ kind: 'info', text, duration });
          model = model.filter((other) => other.text !== text);
          model.push({ id, text, left: duration, isHeld: false });
        } else if (event.do === 'wait') {
          vi.advanceTimersByTime(event.ms);
          for (const one of model) if (one.left !== null && !one.isHeld) one.left -= event.ms;
          model = model.filter(({ left }) => left === null || left > 0);
        } else {
          const chosen = model[event.index];
          if (!chosen) continue;
          manager[event.do](chosen.id);
          if (event.do === 'dismiss') model = model.filter((one) => one !== chosen);
          else chosen.isHeld = event.do === 'hold';
        }
        expect(manager.current().map(({ id }) => id)).toEqual(model.map(({ id }) => id));
      }
    }),
  );
});
