import {
  PUBLIC_BOOKING_URL,
  PUBLIC_BOOKING_URL_45,
  PUBLIC_BOOKING_URL_60,
  PUBLIC_BOOKING_WIDGET_URL,
  PUBLIC_FORM_ACCESS_KEY,
  PUBLIC_FORM_ENDPOINT,
  PUBLIC_NEWSLETTER_URL,
} from 'astro:env/client';
import { bookingPath } from '#enquiry/consultation.ts';
import { generalConsultation } from '#model/vocabulary.ts';

/** Addresses from the environment, by default the embedded service's. */
export const config = {
  formEndpoint: PUBLIC_FORM_ENDPOINT,
  formAccessKey: PUBLIC_FORM_ACCESS_KEY,
  newsletterUrl: PUBLIC_NEWSLETTER_URL,
  bookingWidgetUrl: PUBLIC_BOOKING_WIDGET_URL,
} as const;

const bookingUrls = new Map([
  [45, PUBLIC_BOOKING_URL_45],
  [60, PUBLIC_BOOKING_URL_60],
]);

/** The booking page for a length in minutes; PUBLIC_BOOKING_URL serves those without their own. */
export const bookingUrl = (minutes = generalConsultation): string =>
  PUBLIC_BOOKING_URL === undefined
    ? bookingPath(minutes)
    : (bookingUrls.get(minutes) ?? PUBLIC_BOOKING_URL);
