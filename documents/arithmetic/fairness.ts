import { betaAbove, betaDensity } from '#src/threshold/model.ts';
import { appealing, established, type Group, newcomers, shop } from './assumptions.ts';
import { bestThreshold, dayAt, goodPerDay } from './shop.ts';

/** A group's good customers in a day, the share `stopped`, and their number. */
export const groupDay = ({ share, scores }: Group) => {
  const customers = goodPerDay * share;
  const stopped = betaAbove(bestThreshold / 100, scores);
  return { customers, stopped, wronged: customers * stopped };
};

/** The probability of fraud at the line, if the group has its share of the fraud. */
export const probabilityIn = ({ share, scores }: Group): number => {
  const at = bestThreshold / 100;
  const fraud = shop.ordersPerDay * shop.fraudShare * share * betaDensity(at, shop.fraudulent);
  const good = goodPerDay * share * betaDensity(at, scores);
  return fraud / (fraud + good);
};

/** Share of the declined who are good when some of the customers are newcomers. */
export const innocentShare = (): number => {
  const wronged = groupDay(established).wronged + groupDay(newcomers).wronged;
  return wronged / (wronged + dayAt(bestThreshold).fraudCaught);
};

export const appealsPerDay = () => {
  const day = dayAt(bestThreshold);
  const good = day.goodDeclined * appealing.good;
  const total = good + day.fraudCaught * appealing.fraud;
  return { good, total, right: good / total };
};
