import { notificationMessages } from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { config } from '#src/config.ts';
import { notifications } from '#src/notifications/manager.ts';

/** The scheduling provider's popup widget, as its vendor documents it (behavior 9.2). */
interface BookingWidget {
  initPopupWidget(options: { url: string }): void;
  closePopupWidget?(): void;
}

declare global {
  var Calendly: BookingWidget | undefined;
}

/** Milliseconds until the visitor is told that the widget is loading, and until it counts as failed. */
const patience = 1000;
const loadingLimit = 10_000;

/** The style sheet that lays the popup over the page: widget.css beside widget.js. */
const styleSheetBeside = (script: string): string => {
  const address = new URL(script);
  address.pathname = address.pathname.replace(/\.js$/, '.css');
  address.search = '';
  return address.href;
};

const arrival = (element: HTMLScriptElement | HTMLLinkElement, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`The booking widget could not be loaded: ${address}`));
    document.head.append(element);
  });

const showLoading = (): (() => void) => {
  let id: number | undefined;
  const timer = setTimeout(() => {
    id = notifications.show({
      kind: 'info',
      text: notificationMessages.scheduleLoading,
      duration: null,
    });
  }, patience);
  return () => {
    clearTimeout(timer);
    if (id !== undefined) notifications.dismiss(id);
  };
};

const load = async (address: string): Promise<BookingWidget> => {
  const script = document.createElement('script');
  script.src = address;
  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  styles.href = styleSheetBeside(address);
  const hideLoading = showLoading();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      Promise.all([arrival(script, script.src), arrival(styles, styles.href)]),
      new Promise((_resolve, reject) => {
        const late = new Error(`The booking widget did not load in time: ${address}`);
        timer = setTimeout(reject, loadingLimit, late);
      }),
    ]);
    if (!globalThis.Calendly)
      throw new Error('The booking widget loaded, but offers nothing to open');
    return globalThis.Calendly;
  } catch (cause) {
    script.remove();
    styles.remove();
    throw cause;
  } finally {
    clearTimeout(timer);
    hideLoading();
  }
};

let loading: Promise<BookingWidget> | undefined;

/** Loads the widget once; after a failure, again. */
const loadOnce = (address: string): Promise<BookingWidget> => {
  loading ??= load(address).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
};

const bookingOrigins = new Set<string>();

const reportBooking = ({ origin, data }: MessageEvent): void => {
  if (!bookingOrigins.has(origin)) return;
  if (data?.event === 'calendly.event_scheduled') void track({ name: 'consultation_booked' });
};

/** The second click of a double click would land beside the popup that the first opened, and close it. */
const ignoreSecondClick = (event: MouseEvent): void => {
  if (event.detail > 1) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    window.removeEventListener('click', ignoreSecondClick, { capture: true });
  }
};

/** Calendly's script decodes the query itself and takes a `+` for a plus sign, not for a space. */
const withPlainSpaces = (url: URL): string => {
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
};

let lastRequest = 0;

/**
 * Opens the booking page in the provider's widget; script and style sheet load on first use. Of
 * requests that come while they load, the last is met.
 * @returns 'superseded' when another request has come meanwhile, which is then told of any failure
 * @throws Error when the widget cannot be loaded in time, or not opened, or none is configured
 */
export const openBookingWidget = async (url: string): Promise<'opened' | 'superseded'> => {
  if (config.bookingWidgetUrl === undefined) throw new Error('No booking widget is configured');
  const request = ++lastRequest;
  try {
    const widget = await loadOnce(config.bookingWidgetUrl);
    if (request !== lastRequest) return 'superseded';
    const address = new URL(url);
    bookingOrigins.add(address.origin);
    // The same listeners again: the browser keeps one of each.
    window.addEventListener('message', reportBooking);
    window.addEventListener('click', ignoreSecondClick, { capture: true });
    // Only the widget knows whether a visitor has closed its popup, and none open is no mistake.
    widget.closePopupWidget?.();
    widget.initPopupWidget({ url: withPlainSpaces(address) });
    return 'opened';
  } catch (cause) {
    if (request !== lastRequest) return 'superseded';
    throw cause;
  }
};
