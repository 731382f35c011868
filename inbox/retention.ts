import { retentionPeriod } from '#content/schema/identity-text.ts';
import { site } from '#content/site.ts';
import { kinds, submissionKinds } from './kinds/index.ts';
import type { Store } from './stores/store.ts';

const expiring = submissionKinds.filter((kind) => !kinds[kind].isKept);

/** Erases what the privacy policy says is no longer kept, and logs how many there were (behavior 8.2). */
export const eraseExpired = async (
  store: Store,
  log: (line: string) => void,
  now = new Date(),
): Promise<void> => {
  const before = new Date(now);
  before.setUTCFullYear(now.getUTCFullYear() - site.retentionYears);
  const { count } = await store.erase({ before: before.toISOString(), kinds: expiring });
  if (count > 0) log(`Erased what is older than ${retentionPeriod}: ${count}`);
};
