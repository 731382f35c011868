import { bestThreshold, dayAt } from './shop.ts';

/** An attack as a business, made up. */
export interface Attack {
  name: string;
  costPerAttempt: number;
  /** After what fences and mules take. */
  incomePerSuccess: number;
  successRate: number;
}

/** In whole percent, as it is printed, so that a reader's own sum agrees with the table. */
export const cardSuccess = (caught: number): number => Math.round((1 - caught) * 100) / 100;

export const attacks = [
  {
    name: 'Stolen card, goods resold',
    costPerAttempt: 12,
    incomePerSuccess: 80,
    successRate: cardSuccess(dayAt(bestThreshold).caught),
  },
  { name: 'Account takeover', costPerAttempt: 0.08, incomePerSuccess: 40, successRate: 0.006 },
  { name: 'Sign-up bonus, farmed', costPerAttempt: 0.9, incomePerSuccess: 10, successRate: 0.55 },
  { name: 'False “not received” claim', costPerAttempt: 9, incomePerSuccess: 60, successRate: 0.8 },
  { name: 'Card testing', costPerAttempt: 0.02, incomePerSuccess: 2, successRate: 0.024 },
] as const satisfies readonly Attack[];

/** The success rate below which the attack loses money. */
export const breakEvenRate = ({ costPerAttempt, incomePerSuccess }: Attack): number =>
  costPerAttempt / incomePerSuccess;

export const profitPerThousand = (attack: Attack): number =>
  1000 * (attack.successRate * attack.incomePerSuccess - attack.costPerAttempt);

/** The factor by which the success rate must fall before the attack loses money. */
export const marginOfSafety = (attack: Attack): number =>
  attack.successRate / breakEvenRate(attack);
