import { betaAbove, betaDensity } from '../../src/threshold/model.ts';
import { appealing, established, type Group, newcomers, shop } from '../assumptions.ts';
import { bisect } from './bisect.ts';
import { bestThreshold, breakEvenProbability, dayAt, goodPerDay, thresholds } from './shop.ts';

/** A group's good customers in a day, the share `stopped`, and their number. */
export const groupDay = ({ share, scores }: Group, threshold: number = bestThreshold) => {
  const customers = goodPerDay * share;
  const stopped = betaAbove(threshold / 100, scores);
  return { customers, stopped, wronged: customers * stopped };
};

/** The probability of fraud at a score, if the group has its share of the fraud. */
export const probabilityIn = ({ share, scores }: Group, score: number = bestThreshold): number => {
  const at = score / 100;
  const fraud = shop.ordersPerDay * shop.fraudShare * share * betaDensity(at, shop.fraudulent);
  const good = goodPerDay * share * betaDensity(at, scores);
  return fraud / (fraud + good);
};

const wrongedAt = (threshold: number): number =>
  groupDay(established, threshold).wronged + groupDay(newcomers, threshold).wronged;

/** Share of the declined customers who are good when some of the customers are newcomers. */
export const innocentShare = (threshold: number = bestThreshold): number => {
  const wronged = wrongedAt(threshold);
  return wronged / (wronged + dayAt(threshold).fraudCaught);
};

const mixedCost = (threshold: number): number =>
  dayAt(threshold).fraudLoss + wrongedAt(threshold) * shop.lossPerDecline;
/** The cheapest line for both groups. */
export const mixedThreshold: number = thresholds.reduce((cheapest, other) =>
  mixedCost(other) < mixedCost(cheapest) ? other : cheapest,
);

/** The score at which declining begins to pay in a group. */
export const lineFor = (group: Group): number =>
  bisect(1, 99, (score) => probabilityIn(group, score) < breakEvenProbability);

/** Returns the appeals from so many declines a day. */
export const appealsFrom = (declined: { good: number; fraud: number }) => {
  const good = declined.good * appealing.good;
  const total = good + declined.fraud * appealing.fraud;
  return { good, total, right: good / total };
};
