import { bookingPath, generalConsultation } from '#model/vocabulary.ts';

type Optional = string | undefined;

/** Addresses from the environment, by default those of the embedded service. Vite inserts their values. */
export const config = {
  formEndpoint: import.meta.env.PUBLIC_FORM_ENDPOINT as string,
  formAccessKey: import.meta.env.PUBLIC_FORM_ACCESS_KEY as string,
  newsletterUrl: import.meta.env.PUBLIC_NEWSLETTER_URL as string,
  bookingWidgetUrl: import.meta.env.PUBLIC_BOOKING_WIDGET_URL as Optional,
} as const;

const generalUrl = import.meta.env.PUBLIC_BOOKING_URL as Optional;
const bookingUrls = new Map<number, Optional>([
  [45, import.meta.env.PUBLIC_BOOKING_URL_45],
  [60, import.meta.env.PUBLIC_BOOKING_URL_60],
]);

/** Returns the booking page for a length in minutes. Lengths without a variable use PUBLIC_BOOKING_URL. */
export const bookingUrl = (minutes = generalConsultation): string =>
  generalUrl === undefined ? bookingPath(minutes) : (bookingUrls.get(minutes) ?? generalUrl);
