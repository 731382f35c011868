/** Counts a submission. @returns whether it is within the limit */
export type RateLimit = (address: string) => Promise<boolean>;

/** Seconds; Cloudflare's binding allows 10 and 60. */
export const ratePeriod = 60;

/** Beyond this, the oldest is forgotten. */
const addressLimit = 10_000;

/** An IPv4 address, or half of an IPv6 one: a household can choose the other half. */
export const rateKey = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(':')) return mapped ?? address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (address.includes('::')) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

/** A period begins with an address's first submission. @param now milliseconds, never set back */
export const createMemoryRateLimit = (
  limit: number,
  now: () => number = () => performance.now(),
): RateLimit => {
  const windows = new Map<string, { endsAt: number; count: number }>();
  return async (address) => {
    const key = rateKey(address);
    const time = now();
    let window = windows.get(key);
    if (!window || window.endsAt <= time) {
      windows.delete(key);
      window = { endsAt: time + ratePeriod * 1000, count: 0 };
      windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > addressLimit && oldest !== undefined) windows.delete(oldest);
    }
    window.count++;
    return window.count <= limit;
  };
};
