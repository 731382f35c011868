import { disputeDelay } from '../assumptions.ts';

/** Share of the fraud ever reported that is known after `days`. */
export const knownAfter = (days: number): number =>
  days <= 0 ? 0 : 1 - Math.exp(-((days / disputeDelay.scaleDays) ** disputeDelay.shape));

/** The inverse of `knownAfter`. */
export const daysUntilKnown = (share: number): number =>
  disputeDelay.scaleDays * (-Math.log(1 - share)) ** (1 / disputeDelay.shape);

/** Weeks that all lose `lossPerWeek` in the end, and how much of it is reported; the oldest first. */
export const cohorts = (weeks: number, lossPerWeek: number) =>
  Array.from({ length: weeks }, (_, index) => {
    const weeksAgo = weeks - index;
    return { weeksAgo, reported: lossPerWeek * knownAfter(weeksAgo * 7 - 3.5) };
  });
