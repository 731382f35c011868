import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { notificationMessages } from '#content/messages.ts';

const track = vi.hoisted(() => vi.fn(async () => 'disabled'));
vi.mock('#src/analytics/track.ts', () => ({ track }));
const notifyWhile = vi.hoisted(() => vi.fn((loading: Promise<unknown>) => loading));
vi.mock('#src/notifications/notify.ts', () => ({ notifyWhile }));
const script = 'https://assets.provider.com/external/widget.js?v=2';

/** Stubs a page on which appended files load at once, except the types that are meant to fail or to be late. */
const stubPage = () => {
  const failing = { type: '' };
  const late = { type: '' };
  const page = new EventTarget();
  const appended: Partial<
    Record<'src' | 'href', string> & Record<'onload' | 'onerror', () => void>
  >[] = [];
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => undefined }),
    head: {
      append: (...elements: typeof appended) => {
        for (const element of elements) {
          appended.push(element);
          const is = ({ type }: typeof late) =>
            (element.src ?? element.href)?.includes(type || ' ');
          const isFailing = is(failing);
          if (!is(late))
            queueMicrotask(() => (isFailing ? element.onerror?.() : element.onload?.()));
        }
      },
    },
  });
  return { page, appended, failing, late };
};

const message = (origin: string, data: unknown) =>
  Object.assign(new Event('message'), { origin, data });

const opened: string[] = [];

beforeEach(() => {
  vi.resetModules();
  track.mockClear();
  notifyWhile.mockClear();
  opened.length = 0;
  vi.stubGlobal('Calendly', { initPopupWidget: ({ url }: { url: string }) => opened.push(url) });
});

test('a booking is reported once, from the origins of the pages that were opened (behavior 4.2, 9.2)', async () => {
  const { page } = stubPage();
  const { openBookingWidget } = await import('./booking-widget.ts');
  await openBookingWidget(script, 'https://calendly.com/robin/30min');
  const booked = { event: 'calendly.event_scheduled' };
  page.dispatchEvent(message('https://team.calendly.com', booked));
  expect(track).not.toHaveBeenCalled();

  await openBookingWidget(script, 'https://team.calendly.com/robin/60min');
  await openBookingWidget(script, 'https://calendly.com/robin/30min');
  page.dispatchEvent(message('https://team.calendly.com', booked));
  expect(track.mock.calls).toEqual([[{ name: 'consultation_booked' }]]);
  page.dispatchEvent(message('https://calendly.com', booked));
  expect(track).toHaveBeenCalledTimes(2);

  page.dispatchEvent(message('https://evil.example', booked));
  page.dispatchEvent(message('https://assets.provider.com', booked));
  page.dispatchEvent(message('https://calendly.com', { event: 'calendly.event_type_viewed' }));
  page.dispatchEvent(message('https://calendly.com', null));
  expect(track).toHaveBeenCalledTimes(2);
});

test('spaces are written in the form that the widget reads', async () => {
  stubPage();
  const { openBookingWidget } = await import('./booking-widget.ts');
  await openBookingWidget(script, 'https://calendly.com/robin+team/30min?name=Ada+King&a1=R%2BD');
  expect(opened).toEqual(['https://calendly.com/robin+team/30min?name=Ada%20King&a1=R%2BD']);
});

test.each(['.js', '.css', 'no widget'])(
  'the click fails if loading fails (%s), and the next click loads both files again (behavior 4.2)',
  async (what) => {
    const { appended, failing } = stubPage();
    const { openBookingWidget } = await import('./booking-widget.ts');
    const open = () => openBookingWidget(script, 'https://calendly.com/robin/30min');
    const { Calendly } = globalThis;
    if (what === 'no widget') vi.stubGlobal('Calendly', undefined);
    failing.type = what;
    await expect(open()).rejects.toThrow('The booking widget did not load: https://');
    failing.type = '';
    vi.stubGlobal('Calendly', Calendly);
    expect(await open()).toBe('opened');
    expect(appended).toHaveLength(4);
  },
);

test('a notice appears after 1 s; without an answer, loading fails after 10 s, and a file that arrives later opens nothing until the next click (behavior 4.2, 8.1)', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { appended, late } = stubPage();
  const { openBookingWidget } = await import('./booking-widget.ts');
  const open = () => openBookingWidget(script, 'https://calendly.com/robin/30min').catch(String);
  late.type = '.css';
  const clicks = [open(), open()];
  const text = notificationMessages.scheduleLoading;
  expect(notifyWhile.mock.calls).toEqual([[expect.any(Promise), 1000, { text }]]);
  await vi.advanceTimersByTimeAsync(9999);
  expect(await Promise.race([...clicks, 'loading'])).toBe('loading');
  await vi.advanceTimersByTimeAsync(1);
  const failed = expect.stringContaining('The booking widget did not load');
  expect(await Promise.all(clicks)).toEqual(['superseded', failed]);
  for (const { onload } of appended) onload?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(opened).toEqual([]);
  late.type = '';
  expect(await open()).toBe('opened');
  expect(opened).toHaveLength(1);
});
