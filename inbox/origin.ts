/** Reads a list such as `https://a.example, https://b.example`. */
export const parseOrigins = (list: string): string[] =>
  list
    .split(',')
    .map((origin) => origin.trim().replace(/\/$/, ''))
    .filter(Boolean);

/** Whether no other site sent a request. Browsers send an origin, which may be hidden (RFC 6454). */
export const isOwnOrigin = (
  { headers, url }: Request,
  allowedOrigins: readonly string[],
): boolean => {
  const origin = headers.get('origin');
  if (origin === null || origin === 'null' || allowedOrigins.includes(origin)) return true;
  // Proxies change scheme and host, but not this header.
  if (headers.get('sec-fetch-site') === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
};
