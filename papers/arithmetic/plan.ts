import { holdout, plan, shop } from '../assumptions.ts';
import { knownAfter } from './labels.ts';
import { dayAt } from './shop.ts';

/** Share of the holdout's fraud that is reported by a day, from orders of all days before it. */
const knownOn = (day: number): number => {
  const ages = Array.from({ length: day - plan.measuring }, (_, age) => age + 1);
  return ages.reduce((sum, age) => sum + knownAfter(age), 0) / ages.length;
};

/** The holdout of the plan: a day of it under the shop's former line, and what is known when. */
export const planned = () => {
  const { fraudCaught, goodDeclined } = dayAt(shop.threshold);
  const fraud = fraudCaught * holdout.share;
  const good = goodDeclined * holdout.share;
  return {
    fraud,
    good,
    fraudCost: fraud * shop.lossPerFraud,
    goodSaved: good * shop.lossPerDecline,
    knownAtFirstStep: knownOn(plan.firstStep),
    knownAtEnd: knownOn(plan.days + 1),
  };
};
