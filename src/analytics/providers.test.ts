import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnalyticsEvent } from './events.ts';
import { provider } from './provider-in-use.ts';
import { embeddedProvider, plausibleProvider } from './providers.ts';

const click: AnalyticsEvent = { name: 'contact_click', method: 'email', outcome: 'opened' };

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://www.firm.com/terms?email=ada@example.com#liability'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Chooses the provider of a build. */
const chosenFor = async (endpoint: string) => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_ANALYTICS_ENDPOINT', endpoint);
  const chosen = await import('./provider-in-use.ts');
  // Other files are tested in this process.
  vi.resetModules();
  return chosen.provider;
};

describe('the embedded provider', () => {
  const stubNavigator = (over: object = {}) => {
    const sendBeacon = vi.fn((_url: string, _body: string) => true);
    vi.stubGlobal('navigator', { onLine: true, webdriver: false, sendBeacon, ...over });
    return sendBeacon;
  };

  test('sends a few bytes', () => {
    const sendBeacon = stubNavigator();
    expect(embeddedProvider.send(click)).toBe('sent');
    expect(sendBeacon.mock.calls).toEqual([['/api/count', 'contact_click email:opened']]);
  });

  test('fails where nothing can leave: without a connection, or when the browser takes no more', () => {
    const sendBeacon = stubNavigator({ onLine: false });
    expect(() => embeddedProvider.send(click)).toThrow('offline');
    expect(sendBeacon).not.toHaveBeenCalled();
    stubNavigator({ sendBeacon: () => false });
    expect(() => embeddedProvider.send(click)).toThrow('no beacon');
  });

  test('knows of no session', () => {
    expect(embeddedProvider.session()).toEqual({ id: 'stub-session', events: 0 });
  });

  test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }, { webdriver: true }])(
    'sends nothing with %j',
    async (wish) => {
      const sendBeacon = stubNavigator(wish);
      expect(await (await chosenFor('/api/count')).send(click)).toBe('disabled');
      expect(sendBeacon).not.toHaveBeenCalled();
    },
  );

  test.each([{}, { doNotTrack: '0' }, { doNotTrack: null, globalPrivacyControl: false }])(
    'sends with %j',
    async (wish) => {
      const sendBeacon = stubNavigator(wish);
      expect(await (await chosenFor('/api/count')).send(click)).toBe('sent');
      expect(sendBeacon).toHaveBeenCalledOnce();
    },
  );
});

test('a page that reports without end is heard 200 times (behavior 7.3, 8.1)', async () => {
  const sendBeacon = vi.fn(() => true);
  vi.stubGlobal('navigator', { onLine: true, webdriver: false, sendBeacon });
  const { send } = await chosenFor('/api/count');
  for (let n = 0; n < 300; n++) await send(click);
  expect(sendBeacon).toHaveBeenCalledTimes(200);
});

describe('Plausible', () => {
  const endpoint = 'https://plausible.io/api/event';

  const sentBy = async (event: AnalyticsEvent, answer = new Response('ok', { status: 202 })) => {
    const fetched = vi.fn(async (_url: string, _options: RequestInit) => answer);
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('navigator', { webdriver: false });
    const status = await (await chosenFor(endpoint)).send(event);
    const [url, options] = fetched.mock.calls[0] ?? [];
    return { status, url, options, body: JSON.parse(String(options?.body)) };
  };

  test('gets a view of a page, without query and hash, and of the host that led to it (behavior 7.3)', async () => {
    const view: AnalyticsEvent = { name: 'page_view', path: '/terms', source: 'www.example.com' };
    const { status, url, options, body } = await sentBy(view);
    expect([status, url]).toEqual(['sent', endpoint]);
    expect(body).toEqual({
      domain: 'firm.com',
      name: 'pageview',
      url: 'https://www.firm.com/terms',
      referrer: 'https://www.example.com/',
    });
    // Without headers of ours it is text/plain, so that nothing asks before.
    expect(options).toEqual({
      method: 'POST',
      body: expect.any(String),
      keepalive: true,
      credentials: 'omit',
    });
  });

  test.each(['direct', 'internal'])('a source that is %s is no address', async (source) => {
    const { body } = await sentBy({ name: 'page_view', path: '/', source });
    expect(body).not.toHaveProperty('referrer');
  });

  test('gets another event with its label', async () => {
    expect((await sentBy(click)).body).toEqual({
      domain: 'firm.com',
      name: 'contact_click',
      url: 'https://www.firm.com/terms',
      props: { label: 'email:opened' },
    });
  });

  test('has not taken what it refuses', async () => {
    await expect(sentBy(click, new Response('', { status: 400 }))).rejects.toThrow('400');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(plausibleProvider(endpoint).send(click)).rejects.toThrow('Failed to fetch');
  });
});

test('with nothing set it is the stub', () => {
  expect(provider.send(click)).toBe('disabled');
});
