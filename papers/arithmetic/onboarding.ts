import { faceCheck } from '../assumptions.ts';
import { attacks, breakEvenRate, profitPerThousand } from './attacks.ts';

/** The farmed sign-up bonus behind the check, when a forged face may try so often. */
export const farmedBehind = (tries: number) => {
  const farm = attacks.bonus;
  const passed = 1 - faceCheck.stopped ** tries;
  // Each further try is made when all before it were stopped.
  const retries = Array.from({ length: tries - 1 }, (_, n) => faceCheck.stopped ** (n + 1));
  const behind = {
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
