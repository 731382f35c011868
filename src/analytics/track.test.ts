import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failedEventsKey, sendFailedEvents } from './failed-events.ts';
import { type AnalyticsProvider, stubProvider } from './providers.ts';
import { createTracker, track } from './track.ts';

const event = { name: 'contact_click', method: 'email', outcome: 'opened' } as const;

class MemoryStorage {
  items = new Map<string, string>();
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
  removeItem = (key: string): void => void this.items.delete(key);
}
let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
});
const kept = (): unknown[] => JSON.parse(storage.items.get(failedEventsKey) ?? '[]');

describe('the stub', () => {
  test('is disabled: every call is a no-op that returns “disabled” (behavior 7.1)', async () => {
    expect(await track(event)).toBe('disabled');
    expect(storage.items.size).toBe(0);
  });

  test('has a fixed session without events', () => {
    expect(stubProvider.session()).toEqual({ id: 'stub-session', events: 0 });
  });
});

describe('a provider that fails', () => {
  const failing: AnalyticsProvider[] = [
    {
      ...stubProvider,
      send: () => {
        throw new Error('blocked');
      },
    },
    { ...stubProvider, send: () => Promise.reject(new Error('offline')) },
  ];

  test.each(failing)('costs nothing; the event is kept with the time %#', async (provider) => {
    expect(await createTracker(provider)(event)).toBe('kept');
    expect(kept()).toEqual([
      { ...event, failed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
    ]);
  });

  const fail = createTracker(failing[0] as AnalyticsProvider);

  test('at most 100 events are kept; the oldest are dropped (behavior 7.2, 8.1)', async () => {
    for (let index = 0; index < 103; index++) {
      await fail({ name: 'link_click', url: String(index), outcome: 'opened' });
    }
    expect(kept()).toHaveLength(100);
    expect(kept()[0]).toMatchObject({ url: '3' });
    expect(kept()[99]).toMatchObject({ url: '102' });
  });

  test.each(['rubbish', '{"a":1}', '7', 'null', ''])(
    'storage that holds %j starts empty',
    async (rubbish) => {
      storage.items.set(failedEventsKey, rubbish);
      await fail(event);
      expect(kept()).toHaveLength(1);
    },
  );

  test('storage that throws or is full harms nothing', async () => {
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(await fail(event)).toBe('kept');
    vi.stubGlobal('localStorage', undefined);
    expect(await fail(event)).toBe('kept');
  });
});

describe('what was kept', () => {
  const click = (index: number) =>
    ({ name: 'contact_form', outcome: index % 2 ? 'sent' : 'failed' }) as const;
  const keep = (entries: unknown[]) => storage.items.set(failedEventsKey, JSON.stringify(entries));
  const failed_at = '2026-01-02T03:04:05.000Z';

  test('is sent later, the oldest first, without the time, and is gone (behavior 7.2)', async () => {
    keep([0, 1].map((index) => ({ ...click(index), failed_at })));
    const sent: unknown[] = [];
    await sendFailedEvents(async (kept) => sent.push(kept));
    expect(sent).toEqual([click(0), click(1)]);
    expect(storage.items.size).toBe(0);
  });

  test('stays when one fails again, and no more are tried (behavior 7.2)', async () => {
    keep([0, 1, 0].map((index) => ({ ...click(index), failed_at })));
    let tried = 0;
    const fail = createTracker({
      ...stubProvider,
      send: () => {
        if (tried++ === 1) throw new Error('offline');
        return 'sent';
      },
    });
    await sendFailedEvents(fail);
    expect(tried).toBe(2);
    expect(kept()).toEqual([
      { ...click(1), failed_at: expect.not.stringMatching(failed_at) },
      { ...click(0), failed_at },
    ]);
  });

  test('is dropped where it is no event, which would fail each time', async () => {
    keep([null, 7, {}, { name: 'toString' }, { name: 'link_click' }, { ...click(0), failed_at }]);
    const sent: unknown[] = [];
    await sendFailedEvents(async (kept) => sent.push(kept));
    expect(sent).toEqual([click(0)]);
    expect(storage.items.size).toBe(0);
  });

  test('is sent by one of two tabs', async () => {
    keep([{ ...click(0), failed_at }]);
    const sent: unknown[] = [];
    const send = () => sendFailedEvents(async (kept) => sent.push(kept));
    await Promise.all([send(), send()]);
    expect(sent).toHaveLength(1);
  });
});
