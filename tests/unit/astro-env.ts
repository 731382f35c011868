/** What `astro:env/client` holds when nothing is set; the defaults of astro.config.ts. */
export const PUBLIC_FORM_ENDPOINT = '/api/submit';
export const PUBLIC_FORM_ACCESS_KEY = 'embedded';
export const PUBLIC_NEWSLETTER_URL = '/newsletter';
export const PUBLIC_BOOKING_URL: string | undefined = undefined;
export const PUBLIC_BOOKING_URL_45: string | undefined = undefined;
export const PUBLIC_BOOKING_URL_60: string | undefined = undefined;
export const PUBLIC_BOOKING_WIDGET_URL: string | undefined = undefined;
