import { createHmac, randomBytes } from 'node:crypto';
import { isLocal, networkOf } from '../rate-limit.ts';
import type { Store } from '../stores/store.ts';

/** Returns a keyed hash of the visitor's network; null for a local address. The store never gets the address. */
export const networkHash = async (
  store: Pick<Store, 'networkKey'>,
  address: string,
): Promise<string | null> => {
  if (isLocal(address)) return null;
  const key = await store.networkKey(randomBytes(32).toString('hex'));
  return createHmac('sha256', key).update(networkOf(address)).digest('hex');
};
