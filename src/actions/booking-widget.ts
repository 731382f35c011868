import { notificationMessages } from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { wait } from '#src/browser.ts';
import { notifyWhile } from '#src/notifications/notify.ts';

declare global {
  /** The popup widget as Calendly documents it (behavior 9.2). */
  var Calendly: { initPopupWidget(options: { url: string }): void } | undefined;
}

/** Milliseconds (behavior 4.2). */
const patience = 1000;
const loadingLimit = 10_000;

let loading: Promise<void> | undefined;
let lastRequest = 0;

/** Loads the widget's script and the style sheet beside it. */
const load = async (script: string): Promise<void> => {
  const styles = { rel: 'stylesheet', href: script.replace(/\.js(?:\?.*)?$/, '.css') };
  const files = [
    Object.assign(document.createElement('script'), { src: script }),
    Object.assign(document.createElement('link'), styles),
  ];
  const arrivals = files.map(
    (file) => new Promise((onload, onerror) => Object.assign(file, { onload, onerror })),
  );
  document.head.append(...files);
  const isLoaded = Promise.all(arrivals).then(() => globalThis.Calendly !== undefined);
  const outcome = Promise.race([isLoaded, wait(loadingLimit)]).catch(() => false);
  const text = notificationMessages.scheduleLoading;
  if ((await notifyWhile(outcome, patience, { text })) === true) return;
  for (const file of files) file.remove();
  loading = undefined;
  throw new Error(`The booking widget did not load: ${script}`);
};

const bookingOrigins = new Set<string>();

const reportBooking = ({ origin, data }: MessageEvent): void => {
  if (!bookingOrigins.has(origin) || data?.event !== 'calendly.event_scheduled') return;
  void track({ name: 'consultation_booked' });
};

/**
 * Opens a booking page in the provider's popup. Of several requests while it loads, only the last one opens.
 * @param script the address of the widget's script
 * @throws Error if the widget does not load
 */
export const openBookingWidget = async (
  script: string,
  url: string,
): Promise<'opened' | 'superseded'> => {
  const request = ++lastRequest;
  loading ??= load(script);
  const failure = await loading.catch((cause) => cause);
  if (request !== lastRequest) return 'superseded';
  if (failure) throw failure;
  const address = new URL(url);
  // Calendly does not read `+` as a space.
  address.search = address.search.replaceAll('+', '%20');
  bookingOrigins.add(address.origin);
  window.addEventListener('message', reportBooking);
  globalThis.Calendly?.initPopupWidget({ url: address.href });
  return 'opened';
};
