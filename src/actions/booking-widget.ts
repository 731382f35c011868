import { track } from '#src/analytics/track.ts';
import { config } from '#src/config.ts';

/** The scheduling provider's popup widget, as its vendor documents it (contracts.md, Scheduling). */
interface BookingWidget {
  initPopupWidget(options: { url: string }): void;
}

declare global {
  var Calendly: BookingWidget | undefined;
}

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`The booking widget could not be loaded: ${address}`));
    document.head.append(script);
  });

const reportBookings = (bookingOrigin: string): void => {
  window.addEventListener('message', ({ origin, data }) => {
    if (origin !== bookingOrigin) return;
    if (data?.event === 'calendly.event_scheduled') void track({ name: 'consultation_booked' });
  });
};

let loading: Promise<void> | undefined;

/**
 * Opens the booking page in the provider's widget; its script loads on first use.
 * @throws Error when the widget cannot be loaded or opened, or none is configured
 */
export const openBookingWidget = async (url: string): Promise<'opened'> => {
  if (config.bookingWidgetUrl === undefined) throw new Error('No booking widget is configured');
  if (!loading) {
    loading = loadScript(config.bookingWidgetUrl);
    reportBookings(new URL(url).origin);
  }
  await loading;
  if (!globalThis.Calendly)
    throw new Error('The booking widget loaded, but offers nothing to open');
  globalThis.Calendly.initPopupWidget({ url });
  return 'opened';
};
