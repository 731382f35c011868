import { isIP } from 'node:net';

/** @param forwarded the proxy's header; a client can forge all of its addresses but the last */
export const clientAddress = (connected: string, forwarded: string | undefined): string => {
  const last = forwarded?.split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? connected : last;
};
