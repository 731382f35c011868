import { attackPrices } from '../assumptions.ts';
import { bestThreshold, dayAt, thresholds } from './shop.ts';

/** An attack as a business, made up. */
export interface Attack {
  name: string;
  costPerAttempt: number;
  /** After what fences and mules take. */
  incomePerSuccess: number;
  successRate: number;
}

/** Returns the success rate in whole percent, as it is printed, so that a reader's own sum agrees with the table. */
export const cardSuccess = (caught: number): number => Math.round((1 - caught) * 100) / 100;

export const attacks = {
  ...attackPrices,
  card: { ...attackPrices.card, successRate: cardSuccess(dayAt(bestThreshold).caught) },
} satisfies Record<string, Attack>;

/** The success rate below which the attack loses money. */
export const breakEvenRate = ({ costPerAttempt, incomePerSuccess }: Attack): number =>
  costPerAttempt / incomePerSuccess;

export const profitPerThousand = (attack: Attack): number =>
  1000 * (attack.successRate * attack.incomePerSuccess - attack.costPerAttempt);

/** The factor by which the success rate must fall before the attack loses money. */
export const marginOfSafety = (attack: Attack): number =>
  attack.successRate / breakEvenRate(attack);

/** The highest threshold at which stolen cards lose their owner money. */
export const deterringThreshold: number = Math.max(
  ...thresholds.filter((threshold) => 1 - dayAt(threshold).caught < breakEvenRate(attacks.card)),
);
