import { createHmac, randomBytes } from 'node:crypto';
import { networkOf } from '../rate-limit.ts';
import type { Store } from '../stores/store.ts';

/** Returns a hash of the network that an address is in. The store learns no address. */
export const networkHash = async (
  store: Pick<Store, 'networkKey'>,
  address: string,
): Promise<string> => {
  const key = await store.networkKey(randomBytes(32).toString('hex'));
  return createHmac('sha256', key).update(networkOf(address)).digest('hex');
};
