import { plan } from './assumptions.ts';
import { knownAfter } from './labels.ts';

/** What there is on the day after the plan: issues of the page, and the holdout's known labels. */
export const planned = () => {
  const ages = Array.from({ length: plan.days - plan.holdout + 1 }, (_, age) => age + 1);
  return {
    issues: Math.floor((plan.days - plan.weeklyPage) / 7) + 1,
    labelsKnown: ages.reduce((sum, age) => sum + knownAfter(age), 0) / ages.length,
  };
};
