export interface Variant {
  folder: string;
  /** All environment variables of the build. */
  environment: Record<string, string>;
}

/** The test browser maps each host to a local port. */
export const thirdPartyHosts = {
  formService: 'form-service.test',
  booking: 'booking.test',
  teamBooking: 'team.booking.test',
  newsletter: 'newsletter.test',
  formspree: 'formspree.io',
  plausible: 'plausible.test',
} as const;

const { formService, booking, teamBooking, newsletter, formspree, plausible } = thirdPartyHosts;

/** Returns a host that the test browser maps to the variant's server, for redirects to SITE_URL. */
export const siteHost = (variant: string): string => `${variant}.site.test`;

export const variants = {
  embedded: { folder: 'test-results/site-embedded', environment: {} },
  hosted: {
    folder: 'test-results/site-hosted',
    environment: {
      SITE_URL: `http://${siteHost('hosted')}`,
      PUBLIC_FORM_ENDPOINT: `http://${formService}/submit`,
      PUBLIC_FORM_ACCESS_KEY: 'public-key',
      PUBLIC_BOOKING_URL: `http://${booking}/robin/30min`,
      PUBLIC_BOOKING_URL_60: `http://${booking}/robin/60min`,
      PUBLIC_NEWSLETTER_URL: `http://${newsletter}/embed`,
    },
  },
  /** Services that the site adapts to, some of which it recognizes by their hosts; the booking page is a popup. */
  adapted: {
    folder: 'test-results/site-adapted',
    environment: {
      SITE_URL: `http://${siteHost('adapted')}`,
      PUBLIC_FORM_ENDPOINT: `http://${formspree}/f/abcdwxyz`,
      PUBLIC_BOOKING_URL: `http://${booking}/robin/30min`,
      PUBLIC_BOOKING_URL_60: `http://${teamBooking}/robin/60min`,
      PUBLIC_BOOKING_WIDGET_URL: `http://${booking}/external/widget.js?v=2`,
      PUBLIC_NEWSLETTER_URL: 'http://robin.beehiiv.com/subscribe',
      PUBLIC_ANALYTICS_ENDPOINT: `http://${plausible}/api/event`,
    },
  },
  /** A published site behind nginx or Caddy, with a domain and https, which counts its visits itself. */
  published: {
    folder: 'test-results/site-published',
    environment: { SITE_URL: 'https://firm.example', PUBLIC_ANALYTICS_ENDPOINT: '/api/count' },
  },
} satisfies Record<string, Variant>;

export type VariantName = keyof typeof variants;
