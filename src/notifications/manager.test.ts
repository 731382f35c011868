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
  test('5 s unless its caller says otherwise', () => {
    manager.show({ kind: 'info', text: 'a' });
    vi.advanceTimersByTime(4999);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
    expect(defaultDuration).toBe(5000);
  });

  test('until it is dismissed, when its caller says so', () => {
    const id = manager.show({ kind: 'warning', text: 'a', duration: null });
    vi.advanceTimersByTime(86_400_000);
    expect(texts()).toEqual(['a']);
    manager.dismiss(id);
    expect(texts()).toEqual([]);
  });

  test('time stands still while one is read, and what was left runs on after', () => {
    manager.show({ kind: 'info', text: 'a', duration: 3000 });
    vi.advanceTimersByTime(2000);
    manager.hold();
    manager.hold();
    vi.advanceTimersByTime(60_000);
    manager.show({ kind: 'info', text: 'b', duration: 500 });
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['a', 'b']);
    manager.release();
    manager.release();
    vi.advanceTimersByTime(500);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(499);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  test('dismissing the last one that is held lets the next one run', () => {
    const id = manager.show({ kind: 'info', text: 'a', duration: null });
    manager.hold();
    manager.dismiss(id);
    manager.show({ kind: 'info', text: 'b', duration: 1000 });
    vi.advanceTimersByTime(1000);
    expect(texts()).toEqual([]);
  });
});

test('listeners hear of every change, until they leave', () => {
  const listener = vi.fn();
  const leave = manager.subscribe(listener);
  const id = manager.show({ kind: 'info', text: 'a' });
  manager.dismiss(id);
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  manager.show({ kind: 'info', text: 'b' });
  expect(listener).toHaveBeenCalledTimes(2);
});

test('the list is the same object until it changes, as React wants it', () => {
  expect(manager.current()).toBe(manager.current());
});

test('agrees with a simple model for any sequence of events', () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('show' as const),
      duration: fc.option(fc.integer({ min: 1, max: 5000 })),
    }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 4000 }) }),
    fc.record({ do: fc.constantFrom('hold' as const, 'release' as const) }),
    fc.record({ do: fc.constant('dismiss' as const), index: fc.nat(5) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      manager = createNotificationManager();
      let model: { id: number; left: number | null }[] = [];
      let held = false;
      for (const event of steps) {
        if (event.do === 'show') {
          const id = manager.show({ kind: 'info', text: 'x', duration: event.duration });
          model.push({ id, left: event.duration });
        } else if (event.do === 'wait') {
          vi.advanceTimersByTime(event.ms);
          if (!held) {
            model = model
              .map(({ id, left }) => ({ id, left: left === null ? null : left - event.ms }))
              .filter(({ left }) => left === null || left > 0);
          }
        } else if (event.do === 'dismiss') {
          const chosen = model[event.index];
          if (chosen) {
            manager.dismiss(chosen.id);
            model = model.filter(({ id }) => id !== chosen.id);
            if (model.length === 0) held = false;
          }
        } else {
          if (event.do === 'hold') manager.hold();
          else manager.release();
          held = event.do === 'hold';
        }
        expect(manager.current().map(({ id }) => id)).toEqual(model.map(({ id }) => id));
      }
    }),
  );
});
