import { createHmac, randomBytes } from 'node:crypto';
import { networksOf } from './rate-limit.ts';
import type { NetworkLimits, Store } from './stores/store.ts';

/**
 * Times that are booked from one network on a day (UTC), at most; from the wider ones that it is in, a
 * household's or a firm's, two and three times as many.
 */
const mostPerNetwork = 10;

/** How many more may be booked where somebody asks from. The store learns no address, and keeps the key for a day. */
export const networkLimits = async (
  store: Pick<Store, 'networkKey'>,
  address: string,
  now: Date,
): Promise<NetworkLimits> => {
  const day = now.toISOString().slice(0, 10);
  const key = await store.networkKey(day, randomBytes(32).toString('hex'));
  const most = networksOf(address).map(([network], index) => [
    createHmac('sha256', key).update(network).digest('hex'),
    mostPerNetwork * (index + 1),
  ]);
  return { day, most: Object.fromEntries(most) };
};
