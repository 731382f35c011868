import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnalyticsEvent, failedEventsKey } from './events.ts';
import { plausibleProvider, type Send, stubProvider } from './providers.ts';
import { createTracker, sendFailedEvents, sourceOf, track } from './track.ts';

const click: AnalyticsEvent = { name: 'contact_click', method: 'email', outcome: 'opened' };

const items = new Map<string, string>();
const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => items.set(key, value),
  removeItem: (key: string) => items.delete(key),
};
beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('location', new URL('https://www.firm.com/terms?email=ada@example.com#liability'));
  return () => vi.unstubAllGlobals();
});
const kept = (): unknown[] => JSON.parse(items.get(failedEventsKey) ?? '[]');

const failing: Send = () => {
  throw new Error('blocked');
};

test('the stub does nothing: each call returns “disabled”, and its session has no events (behavior 7.1)', async () => {
  expect(await track(click)).toBe('disabled');
  expect(items.size).toBe(0);
  expect(stubProvider.session()).toEqual({ id: 'stub-session', events: 0 });
});

describe('the embedded provider', () => {
  /** Returns the tracker of a build with counts, in a browser with these properties. */
  const countIn = async (browser: object) => {
    const sendBeacon = vi.fn(() => true);
    vi.stubGlobal('navigator', { onLine: true, webdriver: false, sendBeacon, ...browser });
    vi.stubEnv('PUBLIC_ANALYTICS_ENDPOINT', '/api/count');
    vi.resetModules();
    const counting = await import('./track.ts');
    vi.unstubAllEnvs();
    return { ...counting, sendBeacon };
  };

  test('keeps events while offline, and when the browser refuses the beacon', async () => {
    for (const browser of [{ onLine: false }, { sendBeacon: () => false }]) {
      expect(await (await countIn(browser)).track(click)).toBe('kept');
    }
  });

  test.each([
    [{ doNotTrack: '1' }, 'disabled'],
    [{ globalPrivacyControl: true }, 'disabled'],
    [{ webdriver: true }, 'disabled'],
    [{ doNotTrack: '0' }, 'sent'],
    [{ doNotTrack: null, globalPrivacyControl: false }, 'sent'],
  ])(
    'with %j, an event is %s; a refusal also deletes waiting events (behavior 7.3)',
    async (wish, status) => {
      const { track, startCounting, sendBeacon } = await countIn(wish);
      expect(await track(click)).toBe(status);
      expect(sendBeacon).toHaveBeenCalledTimes(status === 'sent' ? 1 : 0);
      if (status === 'sent') return;
      items.set(failedEventsKey, JSON.stringify([{ ...click, failed_at: '' }]));
      startCounting();
      expect(items.size).toBe(0);
      expect(sendBeacon).not.toHaveBeenCalled();
    },
  );

  test('sends at most 200 events per page (behavior 7.3, 8.1)', async () => {
    const { track, sendBeacon } = await countIn({});
    for (let n = 0; n < 300; n++) await track(click);
    expect(sendBeacon).toHaveBeenCalledTimes(200);
  });
});

describe('Plausible', () => {
  const sentBy = async (event: AnalyticsEvent, status = 202) => {
    const fetched = vi.fn(async (_url: string, _options: RequestInit) => ({
      ok: status < 300,
      status,
    }));
    vi.stubGlobal('fetch', fetched);
    await plausibleProvider('https://plausible.io/api/event')(event);
    return JSON.parse(String(fetched.mock.calls[0]?.[1].body));
  };

  test('gets page views without query and hash, and with the referring host (behavior 7.3)', async () => {
    const view = { name: 'page_view', path: '/terms' } as const;
    expect(await sentBy({ ...view, source: 'www.example.com' })).toEqual({
      domain: 'firm.com',
      name: 'pageview',
      url: 'https://www.firm.com/terms',
      referrer: 'https://www.example.com/',
    });
    expect(await sentBy({ ...view, source: 'direct' })).not.toHaveProperty('referrer');
  });

  test('gets other events with their labels; an event that it refuses is not delivered', async () => {
    expect(await sentBy(click)).toEqual({
      domain: 'firm.com',
      name: 'contact_click',
      url: 'https://www.firm.com/terms',
      props: { label: 'email:opened' },
    });
    await expect(sentBy(click, 400)).rejects.toThrow('400');
  });
});

describe('an event that could not be delivered', () => {
  test('causes no error, and is kept with the time; only the latest 100 are kept (behavior 7.2, 8.1)', async () => {
    for (const send of [failing, () => Promise.reject(new Error('offline'))]) {
      items.set(failedEventsKey, 'rubbish');
      expect(await createTracker(send)(click)).toBe('kept');
      expect(kept()).toEqual([{ ...click, failed_at: expect.stringMatching(/^\d{4}-\d\d-.*Z$/) }]);
    }
    for (let index = 0; index < 102; index++) {
      await createTracker(failing)({ name: 'link_click', url: String(index), outcome: 'opened' });
    }
    expect(kept()).toHaveLength(100);
    expect(kept().at(0)).toMatchObject({ url: '2' });
    vi.stubGlobal('localStorage', undefined);
    expect(await createTracker(failing)(click)).toBe('kept');
  });

  const events = (['failed', 'sent', 'failed'] as const).map(
    (outcome) =>
      ({ name: 'contact_form', outcome, failed_at: '2026-01-02T03:04:05.000Z' }) as const,
  );

  test('is sent later, the oldest first, until one fails again; other values are dropped (behavior 7.2)', async () => {
    const others = [null, 7, {}, { name: 'toString' }, { name: 'link_click' }];
    items.set(failedEventsKey, JSON.stringify([...others, ...events]));
    const tried: AnalyticsEvent[] = [];
    const track = createTracker((event) => (tried.push(event) === 2 ? failing(event) : 'sent'));
    await sendFailedEvents(track);
    expect(tried).toEqual(events.slice(0, 2).map(({ failed_at: _, ...event }) => event));
    expect(kept()).toEqual([
      { ...events[1], failed_at: expect.not.stringMatching('T03:04') },
      events[2],
    ]);
    // Only one of two tabs sends them.
    await Promise.all([sendFailedEvents(track), sendFailedEvents(track)]);
    expect(tried).toHaveLength(4);
    expect(items.size).toBe(0);
  });
});

test.each([
  ['', undefined, 'direct'],
  ['https://user:secret@example.com:8443/in/robin?session=1', undefined, 'example.com'],
  ['android-app://com.example.mail/', undefined, 'com.example.mail'],
  ['https://firm.com/terms', undefined, 'internal'],
  ['https://example.com/', 'reload', 'internal'],
  ['https://example.com/', 'back_forward', 'internal'],
])('referrer %j and type %s: source %s (behavior 7.3)', (referrer, navigation, source) => {
  expect(sourceOf(referrer, 'firm.com', navigation)).toBe(source);
});
