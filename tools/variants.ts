/**
 * The builds of the site that the end-to-end tests look at. `npm test` makes them; each test server
 * serves one of them.
 */
export interface Variant {
  /** Folder of the built site. */
  folder: string;
  /** Environment variables of the build; nothing else is set. */
  environment: Record<string, string>;
}

/** Hosts of the third parties; the browser is told which local port stands for each. */
export const thirdPartyHosts = {
  formService: 'form-service.test',
  booking: 'booking.test',
  teamBooking: 'team.booking.test',
  newsletter: 'newsletter.test',
} as const;

const { formService, booking, teamBooking, newsletter } = thirdPartyHosts;

export const variants = {
  /** Nothing set: everything is the embedded service. */
  embedded: { folder: 'test-results/site-embedded', environment: {} },
  /** The services of third parties, on other origins. */
  hosted: {
    folder: 'test-results/site-hosted',
    environment: {
      PUBLIC_FORM_ENDPOINT: `http://${formService}/submit`,
      PUBLIC_FORM_ACCESS_KEY: 'public-key',
      PUBLIC_BOOKING_URL: `http://${booking}/robin/30min`,
      PUBLIC_BOOKING_URL_60: `http://${booking}/robin/60min`,
      PUBLIC_NEWSLETTER_URL: `http://${newsletter}/embed`,
    },
  },
  /** The booking provider's popup widget instead of a new tab. */
  widget: {
    folder: 'test-results/site-widget',
    environment: {
      PUBLIC_BOOKING_URL: `http://${booking}/robin/30min`,
      PUBLIC_BOOKING_URL_60: `http://${teamBooking}/robin/60min`,
      PUBLIC_BOOKING_WIDGET_URL: `http://${booking}/external/widget.js?v=2`,
    },
  },
} satisfies Record<string, Variant>;

export type VariantName = keyof typeof variants;
