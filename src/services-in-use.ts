import { site } from '#content/site.ts';
import { countPath } from '#enquiry/counts.ts';
import { formServiceAt } from '#enquiry/form-services.ts';
import { newsletterFrame } from '#enquiry/newsletter-providers.ts';
import type { ServicesInUse } from '#model/vocabulary.ts';
import { config } from './config.ts';

const newsletterState = (): ServicesInUse['newsletter'] => {
  if (!site.newsletter) return 'none';
  if (config.newsletterUrl.startsWith('/')) return 'own';
  return newsletterFrame(config.newsletterUrl) ? 'frame' : 'link';
};

const bookingState = (): ServicesInUse['booking'] => {
  if (!site.booking) return 'none';
  if (import.meta.env.PUBLIC_BOOKING_URL === undefined) return 'own';
  return config.bookingWidgetUrl === undefined ? 'tab' : 'popup';
};

const analyticsState = (): ServicesInUse['analytics'] => {
  if (import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === undefined) return 'none';
  return import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === countPath ? 'own' : 'service';
};

/** Returns the states of the configured services, for pages such as the privacy policy. */
export const servicesInUse = (siteUrl: string): ServicesInUse => ({
  form: formServiceAt(config.formEndpoint, siteUrl) === 'embedded' ? 'own' : 'service',
  booking: bookingState(),
  newsletter: newsletterState(),
  analytics: analyticsState(),
  analyticsKept: analyticsState(),
});
