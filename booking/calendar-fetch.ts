import { BlockList, isIP } from 'node:net';

// One calendar over HTTP. Its address is a secret: what is said of a failure has none of it.

/** By which a server knows what we have. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type Fetched =
  | ({ kind: 'text'; text: string } & Validators)
  | { kind: 'unchanged' }
  /** What the calendar did, such as `answered 404`. */
  | { kind: 'failed'; reason: string };

type Fetch = typeof globalThis.fetch;

const largest = 5_000_000;
const mostRedirects = 3;

const isLocal = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** https, and http on this machine. */
export const isAllowed = (address: URL): boolean =>
  address.protocol === 'https:' || (address.protocol === 'http:' && isLocal(address));

/** This machine, private, shared, link-local and unique-local networks (RFC 6890), also by way of NAT64. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
}

/** By its name; what names lead to is not looked up. */
const isPrivate = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) > 0
    ? privateNetworks.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
    : /(?:^|\.)localhost\.?$/.test(host);
};

const failed = (reason: string): Fetched => ({ kind: 'failed', reason });

/** @returns null when there is more than may be */
const readText = async ({ headers, body }: Response): Promise<string | null> => {
  if (Number(headers.get('Content-Length')) > largest) {
    await body?.cancel();
    return null;
  }
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop cancels what is left.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > largest) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

/** The name of a failure below HTTP, such as `ENOTFOUND`; messages may have the address in them. */
const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : null;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && /^\w+$/.test(code) ? ` (${code})` : '';
};

const follow = async (
  address: string,
  known: Validators,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Fetched> => {
  let url = new URL(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: {
        Accept: 'text/calendar',
        'User-Agent': 'consultant-site',
        ...(known.etag !== null && { 'If-None-Match': known.etag }),
        ...(known.lastModified !== null && { 'If-Modified-Since': known.lastModified }),
      },
    });
    const { status, headers } = response;
    if (status === 200) {
      const text = await readText(response);
      if (text === null) return failed(`is larger than ${largest / 1e6} MB`);
      const [etag, lastModified] = [headers.get('ETag'), headers.get('Last-Modified')];
      return { kind: 'text', text, etag, lastModified };
    }
    await response.body?.cancel();
    const isConditional = known.etag !== null || known.lastModified !== null;
    if (status === 304 && isConditional) return { kind: 'unchanged' };
    const location = headers.get('Location');
    if (![301, 302, 303, 307, 308].includes(status) || location === null) {
      return failed(`answered ${status}`);
    }
    const next = URL.canParse(location, url) ? new URL(location, url) : null;
    if (!next || !isAllowed(next)) return failed('leads on to an address that is not https');
    if (isPrivate(next) && !isPrivate(url))
      return failed('leads on to an address of a local network');
    url = next;
  }
  return failed(`leads on to other addresses more than ${mostRedirects} times`);
};

/**
 * @param known what is there already
 * @param timeLimit milliseconds for all of it
 */
export const fetchCalendar = async (
  address: string,
  known: Validators,
  fetch: Fetch,
  timeLimit: number,
  stopping: AbortSignal | null,
): Promise<Fetched> => {
  const late = AbortSignal.timeout(timeLimit);
  try {
    return await follow(address, known, fetch, stopping ? AbortSignal.any([late, stopping]) : late);
  } catch (error) {
    return failed(
      late.aborted
        ? `did not answer within ${timeLimit / 1000} s`
        : `cannot be reached${codeOf(error)}`,
    );
  }
};
