import { plan } from './assumptions.ts';
import { knownAfter } from './labels.ts';

/** What there is on the day after the plan: the share of the holdout's labels that is known. */
export const planned = () => {
  const ages = Array.from({ length: plan.days - plan.holdout + 1 }, (_, age) => age + 1);
  return {
    labelsKnown: ages.reduce((sum, age) => sum + knownAfter(age), 0) / ages.length,
  };
};
