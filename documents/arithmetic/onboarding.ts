import { type Attack, attacks, breakEvenRate, profitPerThousand } from './attacks.ts';

/** A check of a face at sign-up; made up. */
export const faceCheck = {
  /** Share of the forged attempts that it stops. */
  stopped: 0.9,
  costPerRetry: 0.1,
} as const;

/** The farmed sign-up bonus behind the check, when a forged face may try so often. */
export const farmedBehind = (farm: Attack, tries: number) => {
  const passed = 1 - faceCheck.stopped ** tries;
  // Each further try is made when all before it were stopped.
  const retries = Array.from({ length: tries - 1 }, (_, n) => faceCheck.stopped ** (n + 1));
  const behind: Attack = {
    ...farm,
    successRate: farm.successRate * passed,
    costPerAttempt:
      farm.costPerAttempt +
      faceCheck.costPerRetry * retries.reduce((sum, chance) => sum + chance, 0),
  };
  return {
    tries,
    passed,
    successRate: behind.successRate,
    cost: behind.costPerAttempt,
    breakEven: breakEvenRate(behind),
    profit: profitPerThousand(behind),
  };
};

export const [, , farmedBonus] = attacks;
