import { createHmac, randomBytes } from 'node:crypto';
import { isOfInternet, networkOf } from '../rate-limit.ts';
import type { Store } from '../stores/store.ts';

/**
 * Returns a hash of the network that an address is in, of which the store learns no address; null for an address
 * that a proxy has where it does not say who asks.
 */
export const networkHash = async (
  store: Pick<Store, 'networkKey'>,
  address: string,
): Promise<string | null> => {
  if (!isOfInternet(address)) return null;
  const key = await store.networkKey(randomBytes(32).toString('hex'));
  return createHmac('sha256', key).update(networkOf(address)).digest('hex');
};
