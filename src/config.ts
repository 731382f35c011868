import { bookingPath } from '#enquiry/consultation.ts';
import { generalConsultation } from '#model/vocabulary.ts';

type Optional = string | undefined;

/** Addresses from the environment, by default the embedded service's. Vite replaces each where it is named. */
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

/** The booking page for a length in minutes; PUBLIC_BOOKING_URL serves those without their own. */
export const bookingUrl = (minutes = generalConsultation): string =>
  generalUrl === undefined ? bookingPath(minutes) : (bookingUrls.get(minutes) ?? generalUrl);
