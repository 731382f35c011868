import { betaAbove, type Shape } from '#src/threshold/model.ts';
import { bestThreshold, dayAt, goodPerDay, shop } from './shop.ts';

/** Two groups of good customers whose scores lie differently. Shares are between 0 and 1. */
export interface Group {
  name: string;
  /** Share of the good customers. */
  share: number;
  scores: Shape;
}

export const established: Group = {
  name: 'With a history',
  share: 0.85,
  scores: shop.legitimate,
};

/** Little is known of them, so the model places them nearer to fraud than they are. */
export const newcomers: Group = { name: 'New to us', share: 0.15, scores: { a: 3, b: 6 } };

export interface GroupDay {
  customers: number;
  stopped: number;
  wronged: number;
}

/** Good customers of a group in a day, the share stopped, and how many people that is. */
export const groupDay = ({ share, scores }: Group, threshold: number = bestThreshold): GroupDay => {
  const customers = goodPerDay * share;
  const stopped = betaAbove(threshold / 100, scores);
  return { customers, stopped, wronged: customers * stopped };
};

/** Share of wrongly declined newcomers who complete a step-up, made up. */
export const stepUpPass = 0.8;

/** Shares of the wrongly and the rightly declined who appeal, made up. */
export const appealing = { good: 0.3, fraud: 0.05 } as const;

/** A day's appeals at the best threshold, in orders, and the share of them that are right. */
export const appealsPerDay = (): { good: number; total: number; right: number } => {
  const day = dayAt(bestThreshold);
  const good = day.goodDeclined * appealing.good;
  const total = good + day.fraudCaught * appealing.fraud;
  return { good, total, right: good / total };
};
