import { betaAbove, type Shape } from '#src/threshold/model.ts';
import type { Sign } from './evidence.ts';

// The numbers are made up.
export const hijack = {
  order: 240,
  ordersPerHour: 3,
  creditLine: 6000,
  /** Of the first day: Friday, 8 p.m. */
  startsAtHour: 20,
  hoursUntilNoticed: 36,
} as const;

export interface Limits {
  perOrder?: number;
  /** In any 24 hours. */
  perDay?: number;
  /** In any 30 days. */
  perMonth?: number;
}

export const mandates: Limits[] = [
  {},
  { perOrder: 150 },
  { perOrder: 150, perDay: 300 },
  { perOrder: 150, perDay: 300, perMonth: 800 },
];

const spentWithin = (hours: number, { perOrder, perDay }: Limits): number => {
  const { creditLine, ordersPerHour } = hijack;
  const order = Math.min(hijack.order, perOrder ?? creditLine);
  return Math.min(Math.floor(hours * ordersPerHour) * order, perDay ?? creditLine);
};

/** Dollars that a hijacked agent spends in its first hours, of 30 days at most. */
export const spentAfter = (hours: number, limits: Limits): number => {
  const { creditLine } = hijack;
  const spent = Math.floor(hours / 24) * spentWithin(24, limits) + spentWithin(hours % 24, limits);
  return Math.min(spent, limits.perMonth ?? creditLine, creditLine);
};

/** Dollars spent until somebody notices, where the daily cap begins anew at midnight. */
export const spentByDate = (limits: Limits): number => {
  let spent = 0;
  let from: number = hijack.startsAtHour;
  for (let left: number = hijack.hoursUntilNoticed; left > 0; from = 0) {
    const hours = Math.min(24 - from, left);
    spent += spentWithin(hours, limits);
    left -= hours;
  }
  return Math.min(spent, hijack.creditLine);
};

export const sessions = {
  hostileAdmitted: 1.5,
  friendlyBlocked: 6,
  /** Per session that is asked for it. */
  proof: 0.05,
  friendlyWithoutProof: 0.04,
  hostileWithProof: 0.02,
} as const;

/** The friendly share at the end of the figure. */
export const mostFriendly = 0.4;

/** Cost per automated session; `friendly` is the share that customers sent. */
export const costOfPolicy = (friendly: number) => ({
  blockAll: friendly * sessions.friendlyBlocked,
  allowAll: (1 - friendly) * sessions.hostileAdmitted,
  askForProof:
    sessions.proof +
    friendly * sessions.friendlyWithoutProof * sessions.friendlyBlocked +
    (1 - friendly) * sessions.hostileWithProof * sessions.hostileAdmitted,
});

export type Policy = keyof ReturnType<typeof costOfPolicy>;

/** The friendly share at which two policies cost the same; above it, `one` costs more. */
const crossing = (one: Policy, other: Policy): number => {
  const none = costOfPolicy(0);
  const all = costOfPolicy(1);
  const gap = none[other] - none[one];
  return gap / (gap + all[one] - all[other]);
};

export const askingPaysFrom = crossing('blockAll', 'askForProof');
export const askingPaysUntil = crossing('askForProof', 'allowAll');
export const allowingPaysFrom = crossing('blockAll', 'allowAll');

export const fleet = {
  customers: 10_000,
  lossPerCustomer: 200,
  monthlyChance: 0.001,
  years: 5,
} as const;

/** Poisson's probability of exactly `k`. */
export const poisson = (k: number, mean: number): number => {
  let probability = Math.exp(-mean);
  for (let i = 1; i <= k; i++) probability *= mean / i;
  return probability;
};

/** A fleet's monthly losses; `badMonthApart` is the worst of a thousand. */
export const fleetLosses = () => {
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

/** Dollars by which the months that a reserve misses pass it on average, one hijack at a time. */
export const beyondReserve = (): number => {
  const reserve = fleetLosses().badMonthApart / fleet.lossPerCustomer;
  let probability = 0;
  let beyond = 0;
  for (let hijacked = reserve + 1; hijacked < 10 * (reserve + 1); hijacked++) {
    const chance = poisson(hijacked, fleet.customers * fleet.monthlyChance);
    probability += chance;
    beyond += chance * (hijacked - reserve) * fleet.lossPerCustomer;
  }
  return beyond / probability;
};

interface Scores {
  friendly: Shape;
  hostile: Shape;
}

export const byAutomation: Scores = {
  friendly: { a: 9, b: 3 },
  hostile: { a: 8, b: 3 },
};
export const byMandate: Scores = {
  friendly: { a: 4, b: 8 },
  hostile: { a: 10, b: 3 },
};

// Of the sign “is automated”, before and after customers use agents.
export const automatedBefore: Sign = { amongFraud: 0.4, amongGood: 0.005 };
/** One good customer in so many sends an agent. */
export const customersPerAgent = 10;
export const automatedAfter: Sign = {
  ...automatedBefore,
  amongGood: automatedBefore.amongGood + 1 / customersPerAgent,
};

/** The threshold at which a score is right most often, and how often. */
export const bestAccuracy = ({ friendly, hostile }: Scores) => {
  let best = { threshold: 0, right: 0 };
  for (let threshold = 0; threshold <= 100; threshold++) {
    const hostileAbove =
      (1 - betaAbove(threshold / 100, friendly) + betaAbove(threshold / 100, hostile)) / 2;
    const right = Math.max(hostileAbove, 1 - hostileAbove);
    if (right > best.right) best = { threshold, right };
  }
  return best;
};

// Of the sign “known device, known address”, before and after agents run in customers’ browsers.
export const knownBefore: Sign = { amongFraud: 0.2, amongGood: 0.95 };
/** Share of fraud that deceived agents in customers’ own browsers commit. */
export const deceived = 0.35;
export const knownAfter: Sign = {
  ...knownBefore,
  amongFraud: deceived + (1 - deceived) * knownBefore.amongFraud,
};

/** The least and the most that `bestAccuracy` can be when one parameter of a shape moves by one. */
export const accuracyRange = (scores: Scores): { least: number; most: number } => {
  const moved = (['friendly', 'hostile'] as const).flatMap((kind) =>
    (['a', 'b'] as const).flatMap((parameter) =>
      [-1, 1].map((step) => ({
        ...scores,
        [kind]: { ...scores[kind], [parameter]: scores[kind][parameter] + step },
      })),
    ),
  );
  const right = [scores, ...moved].map((each) => bestAccuracy(each).right);
  return { least: Math.min(...right), most: Math.max(...right) };
};
