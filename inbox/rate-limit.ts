import ipaddr from 'ipaddr.js';

/** Counts a submission. @returns whether it is within the limit */
export type RateLimit = (address: string) => Promise<boolean>;

/** Seconds; Cloudflare's binding allows 10 and 60. */
const ratePeriod = 60;

/** The limit for all networks together, as a multiple of the limit of one network. */
const timesForAll = 50;

/** Returns whether an address is local, like that of a proxy that does not forward the visitor's. */
export const isLocal = (address: string): boolean =>
  ipaddr.isValid(address) &&
  /^(loopback|private|carrierGradeNat|uniqueLocal|linkLocal)$/.test(
    ipaddr.process(address).range(),
  );

/** Returns an IPv4 address, or the /64 of an IPv6 address, because its sender can use any address in it. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`;
};

/**
 * Counts in memory, one period after another.
 * @param limit of one network
 * @param now monotonic milliseconds
 */
export const createMemoryRateLimit = (
  limit: number,
  now: () => number = () => performance.now(),
): RateLimit => {
  const counts = new Map<string, number>();
  let all = 0;
  let endsAt = 0;
  return async (address) => {
    const time = now();
    if (time >= endsAt) {
      counts.clear();
      all = 0;
      endsAt = time + ratePeriod * 1000;
    }
    const network = networkOf(address);
    const count = counts.get(network) ?? 0;
    if (count >= limit || all >= limit * timesForAll) return false;
    counts.set(network, count + 1);
    all++;
    return true;
  };
};
