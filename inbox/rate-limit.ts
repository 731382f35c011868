/** Counts a submission. @returns whether it is within the limit */
export type RateLimit = (address: string) => Promise<boolean>;

/** Seconds; Cloudflare's binding allows 10 and 60. */
export const ratePeriod = 60;

/** Beyond this, the oldest is forgotten. */
const addressLimit = 10_000;

/** The eight groups of an IPv6 address, or null for one of IPv4. */
const groupsOf = (address: string): number[] | null => {
  if (!address.includes(':')) return null;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (address.includes('::')) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return groups.map((group) => Number.parseInt(group, 16));
};

/**
 * The networks that an address is in, narrow to wide, and how many times the limit each may send. Who
 * has an IPv6 address chooses half of it, and has 256 or 65,536 networks of that size.
 */
export const networksOf = (address: string): [key: string, times: number][] => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const groups = mapped ? null : groupsOf(address);
  if (!groups) return [[mapped ?? address, 1]];
  const [one = 0, two = 0, three = 0, four = 0] = groups;
  const start = [one, two, three].map((group) => group.toString(16)).join(':');
  return [
    [`${start}:${four.toString(16)}::/64`, 1],
    [`${start}:${(four & 0xff00).toString(16)}::/56`, 4],
    [`${start}::/48`, 16],
  ];
};

/** An IPv4 address, or the /64 of an IPv6 one. */
export const rateKey = (address: string): string => networksOf(address)[0]?.[0] ?? address;

interface Window {
  endsAt: number;
  count: number;
}

const begin = (time: number): Window => ({ endsAt: time + ratePeriod * 1000, count: 0 });

/** A limit of what is kept from all senders together: what is refused keeps nobody else out. */
export interface SharedLimit {
  /** @returns whether there was a place left */
  take: () => boolean;
  /** For what was not kept after all. */
  giveBack: () => void;
}

/** How many times the limit of one address all of them may send together. */
const timesForAll = 50;

/** @param limit of one address. @param now milliseconds, never set back */
export const createSharedLimit = (
  limit: number,
  now: () => number = () => performance.now(),
): SharedLimit => {
  let all: Window = { endsAt: 0, count: 0 };
  return {
    take: () => {
      const time = now();
      if (all.endsAt <= time) all = begin(time);
      if (all.count >= limit * timesForAll) return false;
      all.count++;
      return true;
    },
    giveBack: () => {
      all.count = Math.max(0, all.count - 1);
    },
  };
};

/**
 * A period begins with a network's first submission. What is refused does not count for wider networks.
 * @param now milliseconds, never set back
 */
export const createMemoryRateLimit = (
  limit: number,
  now: () => number = () => performance.now(),
): RateLimit => {
  const windows = new Map<string, Window>();
  /** Those of the past, which nobody needs to remember. The oldest stand first, and all last as long. */
  const forget = (time: number): void => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > time) return;
      windows.delete(key);
    }
  };

  const windowOf = (key: string, time: number): Window => {
    const known = windows.get(key);
    if (known) return known;
    const window = begin(time);
    windows.set(key, window);
    const [oldest] = windows.keys();
    if (windows.size > addressLimit && oldest !== undefined) windows.delete(oldest);
    return window;
  };

  return async (address) => {
    const time = now();
    forget(time);
    for (const [key, times] of networksOf(address)) {
      const window = windowOf(key, time);
      if (window.count >= limit * times) return false;
      window.count++;
    }
    return true;
  };
};
