import { createHmac, randomBytes } from 'node:crypto';
import { isLocal, networkOf } from '../rate-limit.ts';
import type { Store } from '../stores/store.ts';

/** Returns a hash of the network of an address, which the store never learns; null for one that is no visitor's. */
export const networkHash = async (
  store: Pick<Store, 'networkKey'>,
  address: string,
): Promise<string | null> => {
  if (isLocal(address)) return null;
  const key = await store.networkKey(randomBytes(32).toString('hex'));
  return createHmac('sha256', key).update(networkOf(address)).digest('hex');
};
