import { betaAbove } from '../../src/threshold/model.ts';
import {
  automatedBefore,
  customersPerAgent,
  deceived,
  fleet,
  hijack,
  knownBefore,
  type Limits,
  type Scores,
  type Sign,
  sessions,
} from '../assumptions.ts';
import { thresholds } from './shop.ts';

type Hijack = Readonly<Record<keyof typeof hijack, number>>;

const spentWithin = (hours: number, { perOrder, perDay }: Limits, attack: Hijack): number => {
  const { creditLine, ordersPerHour } = attack;
  const order = Math.min(attack.order, perOrder ?? creditLine);
  return Math.min(Math.floor(hours * ordersPerHour) * order, perDay ?? creditLine);
};

/** Dollars that a hijacked agent spends in its first hours, of 30 days at most. */
export const spentAfter = (hours: number, limits: Limits): number => {
  const { creditLine } = hijack;
  const spent =
    Math.floor(hours / 24) * spentWithin(24, limits, hijack) +
    spentWithin(hours % 24, limits, hijack);
  return Math.min(spent, limits.perMonth ?? creditLine, creditLine);
};

/** Dollars spent until somebody notices, where the daily cap is reset at midnight. */
export const spentByDate = (limits: Limits, attack: Hijack = hijack): number => {
  let spent = 0;
  let from = attack.startsAtHour;
  for (let left = attack.hoursUntilNoticed; left > 0; from = 0) {
    const hours = Math.min(24 - from, left);
    spent += spentWithin(hours, limits, attack);
    left -= hours;
  }
  return Math.min(spent, attack.creditLine);
};

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

export const automatedAfter: Sign = {
  ...automatedBefore,
  amongGood: automatedBefore.amongGood + 1 / customersPerAgent,
};

/** The threshold at which a score is right most often, and how often. */
export const bestAccuracy = ({ friendly, hostile }: Scores) => {
  let best = { threshold: 0, right: 0 };
  for (const threshold of thresholds) {
    const hostileAbove =
      (1 - betaAbove(threshold / 100, friendly) + betaAbove(threshold / 100, hostile)) / 2;
    const right = Math.max(hostileAbove, 1 - hostileAbove);
    if (right > best.right) best = { threshold, right };
  }
  return best;
};

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
