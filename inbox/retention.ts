import { Temporal } from 'temporal-polyfill';
import { day } from '#booking/interval.ts';
import { site } from '#content/site.ts';
import { periodsIn } from '#model/identity-text.ts';
import { kinds, submissionKinds } from './kinds/index.ts';
import type { Store } from './stores/sql-store.ts';
import type { Clock } from './stores/store.ts';

const { retention, analyticsRetention } = periodsIn('en');

/** Days. A longer step of the clock is a jump, after which nothing is erased for the same period. */
const trialDays = 7;
const trial = trialDays * day;

const expiring = submissionKinds.filter((kind) => !kinds[kind].isKept);

const dateOf = (time: string): string => time.slice(0, 10);

/** Returns the last reading of the clock; the default is the arrival of the newest submission. */
const lastClock = async (store: Store, now: string): Promise<Clock> => {
  const known = await store.readClock();
  if (known) return known;
  let seenAt = now;
  for await (const [newest] of store.pages({}, 1)) seenAt = newest?.receivedAt ?? now;
  return { seenAt, steadySince: new Date(Date.parse(seenAt) - trial).toISOString() };
};

/**
 * Erases data that is older than the privacy policy allows, and logs how much (behavior 8.2). After a jump of the
 * clock, or a long time off, it waits for a week without another. Undelivered submissions stay.
 */
export const eraseExpired = async (
  store: Store,
  log: (line: string) => void,
  now = new Date(),
): Promise<void> => {
  const seenAt = now.toISOString();
  const last = await lastClock(store, seenAt);
  const isJump = Math.abs(now.getTime() - Date.parse(last.seenAt)) > trial;
  const steadySince = isJump ? seenAt : last.steadySince;
  const isSteady = now.getTime() - Date.parse(steadySince) >= trial;
  const isFirstOfDay = dateOf(last.seenAt) !== dateOf(seenAt);
  await store.writeClock({ seenAt, steadySince });
  if (isJump) {
    log(
      `The clock jumped, or the site was off: nothing is erased for ${trialDays} days. If the clock is wrong, set it.`,
    );
  }

  const today = Temporal.PlainDate.from(dateOf(seenAt));
  const before = `${today.subtract({ years: site.retentionYears })}${seenAt.slice(10)}`;
  const old = { before, kind: expiring, endedBefore: seenAt };
  const firstDay = `${today.subtract({ months: site.analyticsMonths })}`;

  if (isSteady) {
    const { count } = await store.erase({ ...old, isUndelivered: false });
    if (count > 0) log(`Erased what is older than ${retention}: ${count}`);
    const counts = await store.eraseCounts(firstDay);
    if (counts > 0) log(`Erased counts older than ${analyticsRetention}: ${counts}`);
    const undelivered = isFirstOfDay ? await store.count({ ...old, isUndelivered: true }) : 0;
    if (undelivered > 0) {
      log(
        `Not erasing what is older than ${retention} and not delivered yet: ${undelivered}. See npm run inbox -- list --undelivered`,
      );
    }
  }

  await store.forgetNetworks(seenAt);
};
