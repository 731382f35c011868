/** Reads a list such as `https://a.example, https://b.example`. */
export const parseOrigins = (list: string): string[] =>
  list
    .split(',')
    .map((origin) => origin.trim().replace(/\/$/, ''))
    .filter(Boolean);

/**
 * Whether a request may come from where it comes from. One without an origin is not a browser's, and
 * a visitor may hide the origin (`null`, RFC 6454); both are accepted.
 */
export const isOwnOrigin = (
  { headers, url }: Request,
  allowedOrigins: readonly string[],
): boolean => {
  const origin = headers.get('origin');
  if (origin === null || origin === 'null' || allowedOrigins.includes(origin)) return true;
  // Proxies can change the scheme and host of a request, but leave this header alone.
  if (headers.get('sec-fetch-site') === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
};
