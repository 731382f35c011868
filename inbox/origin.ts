/** The origins in a list with commas between, such as `https://a.example, https://b.example`. */
export const parseOrigins = (list: string): string[] =>
  list
    .split(',')
    .map((origin) => origin.trim().replace(/\/$/, ''))
    .filter(Boolean);

/**
 * Whether a browser sent this from the site itself or from a site on the list. A request without an
 * origin is no browser's, and a hidden one (`null`, RFC 6454) is a visitor's right; both are taken.
 * @param allowedOrigins origins such as `https://example.com`
 */
export const isOwnOrigin = (
  { headers, url }: Request,
  allowedOrigins: readonly string[],
): boolean => {
  const origin = headers.get('origin');
  if (origin === null || origin === 'null' || allowedOrigins.includes(origin)) return true;
  // A proxy can change scheme and host on the way here; what the browser says of itself it cannot.
  if (headers.get('sec-fetch-site') === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
};
