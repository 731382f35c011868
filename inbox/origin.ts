/** Reads a list such as `https://a.example, https://b.example`. */
export const parseOrigins = (list: string): string[] =>
  list
    .split(',')
    .map((origin) => origin.trim().replace(/\/$/, ''))
    .filter(Boolean);

/**
 * Whether no other site sent a request. A page can hide its origin (a sandboxed frame sends `null`),
 * but not `Sec-Fetch-Site` (Fetch Metadata Request Headers); a client that sends neither is not a current browser.
 */
export const isOwnOrigin = (
  { headers, url }: Request,
  allowedOrigins: readonly string[],
): boolean => {
  const origin = headers.get('origin');
  if (origin !== null && allowedOrigins.includes(origin)) return true;
  const site = headers.get('sec-fetch-site');
  // Proxies change scheme and host, but not this header.
  if (site === 'same-origin' || site === 'none') return true;
  if (origin === null || origin === 'null') return site === null;
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
};
