import { betaAbove, betaDensity, type Shape } from '#src/threshold/model.ts';
import { bestThreshold, dayAt, goodPerDay, shop } from './shop.ts';

export interface Group {
  name: string;
  /** Of the good customers. */
  share: number;
  scores: Shape;
}

export const established: Group = { name: 'With a history', share: 0.85, scores: shop.legitimate };

/** The model scores them too high, because it knows little of them. */
export const newcomers: Group = { name: 'New to us', share: 0.15, scores: { a: 3, b: 6 } };

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

/** Share of declined newcomers who pass an extra check, made up. */
export const stepUpPass = 0.8;

/** Shares of the declined who appeal, made up. */
export const appealing = { good: 0.3, fraud: 0.05 } as const;

export const appealsPerDay = () => {
  const day = dayAt(bestThreshold);
  const good = day.goodDeclined * appealing.good;
  const total = good + day.fraudCaught * appealing.fraud;
  return { good, total, right: good / total };
};
