import { analyticsPeriod, retentionPeriod } from '#content/schema/identity-text.ts';
import { site } from '#content/site.ts';
import { kinds, submissionKinds } from './kinds/index.ts';
import type { Store } from './stores/store.ts';

/** Erased at a time: a server has others to answer meanwhile. */
const batch = 500;

const expiring = submissionKinds.filter((kind) => !kinds[kind].isKept);

/** Erases what the privacy policy says is no longer kept, and logs how much there was (behavior 8.2). */
export const eraseExpired = async (
  store: Store,
  log: (line: string) => void,
  now = new Date(),
): Promise<void> => {
  const before = new Date(now);
  before.setUTCFullYear(now.getUTCFullYear() - site.retentionYears);
  const filter = {
    before: before.toISOString(),
    kinds: expiring,
    limit: batch,
    endedBefore: now.toISOString(),
  };
  let count = 0;
  for (let erased = batch; erased === batch; count += erased) {
    erased = (await store.erase(filter)).count;
  }
  if (count > 0) log(`Erased what is older than ${retentionPeriod}: ${count}`);

  await store.eraseNetworks(now.toISOString().slice(0, 10));

  const firstDay = new Date(now);
  firstDay.setUTCMonth(now.getUTCMonth() - site.analyticsMonths);
  const counts = await store.eraseCounts(firstDay.toISOString().slice(0, 10));
  if (counts > 0) log(`Erased counts older than ${analyticsPeriod}: ${counts}`);
};
