import { isIP } from 'node:net';

/** An address, or one with a port: `192.0.2.1:50314`, `[2001:db8::1]:50314`. */
const addressIn = (text: string): string | null => {
  const [, inBrackets, before] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = inBrackets ?? before ?? text;
  return isIP(address) === 0 ? null : address;
};

/**
 * Who asks.
 * @param forwarded the proxy's header; a client can forge all of its addresses but the last
 * @returns null where the header has no address
 */
export const forwardedAddress = (forwarded: string | undefined): string | null =>
  addressIn(forwarded?.split(',').at(-1)?.trim() ?? '');
