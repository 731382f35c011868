import { isIP } from 'node:net';

/**
 * The address that a request comes from.
 * @param connected the address at the other end of the connection
 * @param forwarded value of the header that the proxy sets, where one is trusted. Whoever asks can
 *   have put addresses into it; only the last one is the proxy's own.
 */
export const clientAddress = (connected: string, forwarded: string | undefined): string => {
  const last = forwarded?.split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? connected : last;
};
