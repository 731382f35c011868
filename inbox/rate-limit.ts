/** Says whether an address may send once more. */
export type RateLimit = (address: string) => Promise<boolean>;

/** Seconds over which submissions are counted; Cloudflare's binding knows 10 and 60. */
export const ratePeriod = 60;

/** Most addresses that are remembered; beyond that the one that came first is forgotten. */
const addressLimit = 10_000;

/**
 * A whole IPv4 address; of an IPv6 address the first half, which one household or server shares and
 * within which it can choose freely.
 */
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

/**
 * Counts in this process's memory, in windows of one period from an address's first submission.
 * @param limit submissions of one address in one period
 * @param now milliseconds of a clock that only goes forward
 */
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
