import ipaddr from 'ipaddr.js';
import { type Contents, createReader } from './content-lines.ts';

// Fetches a calendar over HTTP. Its address is a secret, so messages about failures contain no part of it.

/** The headers with which a server recognizes our copy. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** Describes the failure of a calendar, such as `answered 404`. */
export class CalendarFailure extends Error {}

/** The network functions of a machine. */
export interface Network {
  fetch: typeof globalThis.fetch;
  /** Returns the addresses of a host name; null on Workers, which reach no local networks. */
  resolve: ((name: string) => Promise<readonly string[]>) | null;
}

/** People report feeds of 20 MB. */
const largest = 50_000_000;
const mostRedirects = 5;
/** Office 365 answers 500 to clients that do not look like Chrome (nextcloud/server#54799). */
const userAgent = 'Mozilla/5.0 (Linux; compatible; consultant-site) Chrome/139.0.0.0';

const isLocal = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Returns whether an address has https, or http on this machine. */
export const isAllowed = (address: URL): boolean =>
  address.protocol === 'https:' || (address.protocol === 'http:' && isLocal(address));

/** Replaces `webcal:`, the protocol of calendar subscriptions, with https. */
export const withoutWebcal = (address: string): string =>
  address.replace(/^webcals?:\/\//i, 'https://');

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Returns whether an address is on the public internet and has no special purpose (RFC 6890). */
const isPublic = (address: string): boolean => {
  const parsed = ipaddr.process(address);
  // ipaddr.js takes some addresses outside 2000::/3 for unicast, such as ::127.0.0.1.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast));
};

/**
 * Returns whether a host is in a local network. By the time of the request, its name could have another
 * address, but the server there would have to answer over https with a certificate for the name.
 */
const leadsInside = async ({ hostname }: URL, resolve: Network['resolve']): Promise<boolean> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return !isPublic(host);
  if (/(?:^|\.)localhost\.?$/.test(host)) return true;
  const addresses = (await resolve?.(host)) ?? [];
  return !addresses.every(isPublic);
};

/** Returns the code of a network error, such as `ENOTFOUND`, because the message may contain the address. */
const codeOf = (error: unknown): string => {
  // The code is in the cause of an error from fetch, but in the error itself from DNS.
  const { cause = error } = error as { cause?: unknown };
  const code = String((cause as { code?: unknown } | null)?.code ?? '');
  return /^\w+$/.test(code) ? ` (${code})` : '';
};

const read = async ({ body }: Response, owners: readonly string[]): Promise<Contents> => {
  const reader = createReader(owners);
  let size = 0;
  // Leaving the loop cancels the rest of the response.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > largest) throw new CalendarFailure(`is larger than ${largest / 1e6} MB`);
    reader.push(chunk);
  }
  return reader.end();
};

/** Returns the target of a redirect. */
const nextOf = async (location: string, url: URL, resolve: Network['resolve']): Promise<URL> => {
  const next = URL.canParse(location, url) ? new URL(location, url) : null;
  if (!next || !isAllowed(next)) {
    throw new CalendarFailure('redirects to an address that is not https');
  }
  // A server in the owner's network may redirect within local networks.
  const isNew = next.hostname !== url.hostname;
  if (isNew && (await leadsInside(next, resolve)) && !(await leadsInside(url, resolve))) {
    throw new CalendarFailure('redirects to an address of a local network');
  }
  return next;
};

interface FetchOptions extends Network {
  /** The validators of the stored copy. */
  lasting: Validators | null;
  /** Addresses of the owner, in lower case. */
  owners: readonly string[];
  /** Milliseconds for the fetch with all its redirects. */
  timeLimit: number;
  signal: AbortSignal | null;
}

/**
 * Returns the contents of a calendar; null if nothing has changed.
 * @throws CalendarFailure
 */
export const fetchCalendar = async (
  address: string,
  { fetch, resolve, lasting, owners, timeLimit, signal: stopping }: FetchOptions,
): Promise<({ contents: Contents } & Validators) | null> => {
  const late = AbortSignal.timeout(timeLimit);
  const signal = stopping ? AbortSignal.any([late, stopping]) : late;
  const headers = {
    Accept: 'text/calendar, */*;q=0.1',
    'User-Agent': userAgent,
    ...(lasting?.etag && { 'If-None-Match': lasting.etag }),
    ...(lasting?.lastModified && { 'If-Modified-Since': lasting.lastModified }),
  };
  let url = new URL(address);
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const response = await fetch(url, { redirect: 'manual', signal, headers });
      const { status } = response;
      const header = (name: string) => response.headers.get(name);
      if (status === 200) {
        const contents = await read(response, owners);
        return { contents, etag: header('ETag'), lastModified: header('Last-Modified') };
      }
      await response.body?.cancel();
      if (status === 304 && (lasting?.etag || lasting?.lastModified)) return null;
      const location = withoutWebcal(header('Location') ?? '');
      if (![301, 302, 303, 307, 308].includes(status) || location === '') {
        throw new CalendarFailure(`answered ${status}`);
      }
      url = await nextOf(location, url, resolve);
    }
    throw new CalendarFailure(`redirects more than ${mostRedirects} times`);
  } catch (error) {
    if (error instanceof CalendarFailure) throw error;
    const why = late.aborted
      ? `did not answer within ${timeLimit / 1000} s`
      : `cannot be reached${codeOf(error)}`;
    throw new CalendarFailure(why);
  }
};
