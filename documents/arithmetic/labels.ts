/**
 * How fraud becomes known. The delay between an order and its dispute follows a Weibull
 * distribution whose parameters are made up; real ones come from one's own disputes.
 */
export const disputeDelay = { scaleDays: 55, shape: 1.6 } as const;

/** Share, between 0 and 1, of the fraud that will ever be reported that is known after `days`. */
export const knownAfter = (days: number): number =>
  days <= 0 ? 0 : 1 - Math.exp(-((days / disputeDelay.scaleDays) ** disputeDelay.shape));

/** Days until `share` of the fraud that will ever be reported is known. */
export const daysUntilKnown = (share: number): number =>
  disputeDelay.scaleDays * (-Math.log(1 - share)) ** (1 / disputeDelay.shape);

/** One week of orders, seen on the day of the reading. */
export interface Cohort {
  /** Weeks between the middle of the cohort and the reading. */
  weeksAgo: number;
  /** Share of its fraud that is known by now. */
  known: number;
  /** Fraud losses reported so far, in dollars. */
  reported: number;
  /** Reported divided by the share known: the estimate of what will have been lost. */
  corrected: number;
}

/**
 * Weekly cohorts of equal true loss, as a dashboard shows them.
 * @param lossPerWeek dollars that each week will have lost in the end
 */
export const cohorts = (weeks: number, lossPerWeek: number): Cohort[] =>
  Array.from({ length: weeks }, (_, index) => {
    const weeksAgo = weeks - index;
    const known = knownAfter(weeksAgo * 7 - 3.5);
    const reported = lossPerWeek * known;
    return { weeksAgo, known, reported, corrected: reported / known };
  });
