import {
  PUBLIC_BOOKING_URL,
  PUBLIC_BOOKING_URL_45,
  PUBLIC_BOOKING_URL_60,
  PUBLIC_BOOKING_WIDGET_URL,
  PUBLIC_FORM_ACCESS_KEY,
  PUBLIC_FORM_ENDPOINT,
  PUBLIC_NEWSLETTER_URL,
} from 'astro:env/client';
import type { ServicesInUse } from '#content/schema/vocabulary.ts';
import { formServiceAt } from '#enquiry/form-services/index.ts';
import { newsletterFrame } from '#enquiry/newsletter-providers.ts';

/** In minutes (behavior 4.1). */
export type ConsultationLength = 30 | 45 | 60;

/** Addresses from the environment, by default the embedded service's. */
export const config = {
  formEndpoint: PUBLIC_FORM_ENDPOINT,
  formAccessKey: PUBLIC_FORM_ACCESS_KEY,
  newsletterUrl: PUBLIC_NEWSLETTER_URL,
  bookingWidgetUrl: PUBLIC_BOOKING_WIDGET_URL,
} as const;

/** The booking page for a length; PUBLIC_BOOKING_URL alone serves all. */
export const bookingUrl = (minutes: ConsultationLength = 30): string => {
  if (PUBLIC_BOOKING_URL === undefined) return minutes === 30 ? '/book' : `/book/${minutes}`;
  const ofLength = { 30: undefined, 45: PUBLIC_BOOKING_URL_45, 60: PUBLIC_BOOKING_URL_60 };
  return ofLength[minutes] ?? PUBLIC_BOOKING_URL;
};

const newsletterState = (): ServicesInUse['newsletter'] => {
  if (config.newsletterUrl.startsWith('/')) return 'own';
  return newsletterFrame(config.newsletterUrl) ? 'frame' : 'link';
};

const bookingState = (): ServicesInUse['booking'] => {
  if (PUBLIC_BOOKING_URL === undefined) return 'own';
  return config.bookingWidgetUrl === undefined ? 'tab' : 'popup';
};

/** What the legal texts say of the configured services. */
export const servicesInUse = (siteUrl: string): ServicesInUse => ({
  form: formServiceAt(config.formEndpoint, siteUrl) === 'embedded' ? 'own' : 'service',
  booking: bookingState(),
  newsletter: newsletterState(),
});
