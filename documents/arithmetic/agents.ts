import { betaAbove, type Shape } from '#src/threshold/model.ts';
import type { Sign } from './evidence.ts';

/**
 * Sums about software agents that shop. All figures are made up for the illustration; money is
 * dollars, shares are between 0 and 1.
 */

/** A hijacked agent: how large an order it places when nothing limits it, and how often. */
export const hijack = {
  order: 240,
  ordersPerHour: 3,
  creditLine: 6000,
  hoursUntilNoticed: 36,
} as const;

/** The limits of a mandate, in dollars; absent means none. */
export interface Limits {
  perOrder?: number;
  perDay?: number;
  perMonth?: number;
}

export const mandates: { name: string; limits: Limits }[] = [
  { name: 'No limit but the card’s', limits: {} },
  { name: 'A cap on each order', limits: { perOrder: 150 } },
  { name: 'and a cap on each day', limits: { perOrder: 150, perDay: 300 } },
  { name: 'and a cap on the month', limits: { perOrder: 150, perDay: 300, perMonth: 800 } },
];

/** What a hijacked agent has spent `hours` after it was hijacked, within one month. */
export const spentAfter = (hours: number, limits: Limits): number => {
  const order = Math.min(hijack.order, limits.perOrder ?? Number.POSITIVE_INFINITY);
  const inHours = (span: number): number => Math.floor(span * hijack.ordersPerHour) * order;
  const days = Math.floor(hours / 24);
  const today = Math.min(inHours(hours % 24), limits.perDay ?? Number.POSITIVE_INFINITY);
  const before = days * Math.min(inHours(24), limits.perDay ?? Number.POSITIVE_INFINITY);
  return Math.min(before + today, limits.perMonth ?? Number.POSITIVE_INFINITY, hijack.creditLine);
};

/** Three ways to treat automated sessions, and what each session costs under them. */
export const sessions = {
  /** Expected loss when a hostile session is let in. */
  hostileAdmitted: 1.5,
  /** Margin lost when a friendly agent is turned away. */
  friendlyBlocked: 6,
  /** Cost of asking one session for proof. */
  proof: 0.05,
  /** Share of friendly agents that cannot give it, and of hostile ones that can. */
  friendlyWithoutProof: 0.04,
  hostileWithProof: 0.02,
} as const;

/** Cost per automated session in dollars when `friendly` of them are sent by customers. */
export const costOfPolicy = (
  friendly: number,
): { blockAll: number; allowAll: number; askForProof: number } => ({
  blockAll: friendly * sessions.friendlyBlocked,
  allowAll: (1 - friendly) * sessions.hostileAdmitted,
  askForProof:
    sessions.proof +
    friendly * sessions.friendlyWithoutProof * sessions.friendlyBlocked +
    (1 - friendly) * sessions.hostileWithProof * sessions.hostileAdmitted,
});

/** The friendly share from which one policy costs less than another; both are straight lines. */
const crossing = (
  one: keyof ReturnType<typeof costOfPolicy>,
  other: keyof ReturnType<typeof costOfPolicy>,
): number => {
  const none = costOfPolicy(0);
  const all = costOfPolicy(1);
  const gap = none[other] - none[one];
  return gap / (gap + all[one] - all[other]);
};

/** From which friendly share asking beats blocking, and letting all in beats blocking all. */
export const askingPaysFrom = crossing('blockAll', 'askForProof');
export const allowingPaysFrom = crossing('blockAll', 'allowAll');

/** The same expected loss, spread over many agents or hanging on one. */
export const fleet = {
  customers: 10_000,
  lossPerCustomer: 200,
  /** Chance in a month that an agent is hijacked, alone or all at once. */
  monthlyChance: 0.001,
  years: 5,
} as const;

/** Poisson probability of exactly `k` when `mean` are expected. */
export const poisson = (k: number, mean: number): number => {
  let probability = Math.exp(-mean);
  for (let i = 1; i <= k; i++) probability *= mean / i;
  return probability;
};

/** What the fleet loses on average, in a bad month of each kind, and how likely the worst is. */
export const fleetLosses = (): {
  expected: number;
  /** Loss in the worst of a thousand months when agents are hijacked one by one. */
  badMonthApart: number;
  /** Loss in the month when all of them are. */
  badMonthTogether: number;
  /** Chance that the latter happens at least once in the years looked at. */
  chanceInYears: number;
} => {
  const mean = fleet.customers * fleet.monthlyChance;
  let hijacked = 0;
  let below = poisson(0, mean);
  while (below < 0.999) {
    hijacked++;
    below += poisson(hijacked, mean);
  }
  return {
    expected: mean * fleet.lossPerCustomer,
    badMonthApart: hijacked * fleet.lossPerCustomer,
    badMonthTogether: fleet.customers * fleet.lossPerCustomer,
    chanceInYears: 1 - (1 - fleet.monthlyChance) ** (12 * fleet.years),
  };
};

/** Two scores over the same two kinds of agents: how automated they are, and how well mandated. */
export const byAutomation: { friendly: Shape; hostile: Shape } = {
  friendly: { a: 9, b: 3 },
  hostile: { a: 8, b: 3 },
};
export const byMandate: { friendly: Shape; hostile: Shape } = {
  friendly: { a: 4, b: 8 },
  hostile: { a: 10, b: 3 },
};

/** How often “is automated” is seen among fraud and among good orders, before and after. */
export const automatedBefore: Sign = { amongFraud: 0.4, amongGood: 0.005 };
export const automatedAfter: Sign = { amongFraud: 0.4, amongGood: 0.105 };

/** The threshold, from 0 to 100, at which a score is right most often, and how often that is. */
export const bestAccuracy = ({
  friendly,
  hostile,
}: {
  friendly: Shape;
  hostile: Shape;
}): { threshold: number; right: number } => {
  let best = { threshold: 0, right: 0 };
  for (let threshold = 0; threshold <= 100; threshold++) {
    const hostileAbove =
      (1 - betaAbove(threshold / 100, friendly) + betaAbove(threshold / 100, hostile)) / 2;
    // A line may also be read the other way round.
    const right = Math.max(hostileAbove, 1 - hostileAbove);
    if (right > best.right) best = { threshold, right };
  }
  return best;
};
