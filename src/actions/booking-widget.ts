import { notificationMessages } from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { focusStayed } from '#src/attention.ts';
import { notifications } from '#src/notifications/manager.ts';
import { openOverlay } from './booking-overlay.ts';

/** As its vendor documents it (behavior 9.2). */
interface BookingWidget {
  initPopupWidget(options: { url: string }): void;
  closePopupWidget?(): void;
}

declare global {
  var Calendly: BookingWidget | undefined;
}

/** Milliseconds (behavior 4.2). */
const patience = 1000;
const loadingLimit = 10_000;

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

let loading: Promise<BookingWidget> | undefined;

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
    loading = undefined;
    throw cause;
  } finally {
    clearTimeout(timer);
    hideLoading();
  }
};

const bookingOrigins = new Set<string>();

const reportBooking = ({ origin, data }: MessageEvent): void => {
  if (!bookingOrigins.has(origin)) return;
  if (data?.event === 'calendly.event_scheduled') void track({ name: 'consultation_booked' });
};

/** A double click's second click would land beside the popup and close it. */
const ignoreSecondClick = (event: MouseEvent): void => {
  if (event.detail > 1) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    window.removeEventListener('click', ignoreSecondClick, { capture: true });
  }
};

/** Calendly does not read `+` as a space. */
const withPlainSpaces = (url: URL): string => {
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
};

let lastRequest = 0;

/**
 * Opens the booking page in the provider's widget; of several requests the last wins. Nothing opens before
 * visitors who have gone on meanwhile: `late`.
 * @param script of the widget
 * @param origin what had the focus when the visitor asked
 * @throws Error when it cannot be loaded or opened
 */
export const openBookingWidget = async (
  script: string,
  url: string,
  origin: Element | null,
): Promise<'opened' | 'superseded' | 'late'> => {
  const request = ++lastRequest;
  try {
    loading ??= load(script);
    const widget = await loading;
    if (request !== lastRequest) return 'superseded';
    if (!focusStayed(origin)) return 'late';
    const address = new URL(url);
    bookingOrigins.add(address.origin);
    window.addEventListener('message', reportBooking);
    window.addEventListener('click', ignoreSecondClick, { capture: true });
    // Only the widget knows whether a popup is open.
    widget.closePopupWidget?.();
    openOverlay(
      () => widget.initPopupWidget({ url: withPlainSpaces(address) }),
      () => widget.closePopupWidget?.(),
    );
    return 'opened';
  } catch (cause) {
    if (request !== lastRequest) return 'superseded';
    throw cause;
  }
};
