import { challenge, review, shop } from '../assumptions.ts';
import { bisect } from './bisect.ts';
import { costPerCase } from './review.ts';

/** Expected cost of each way to treat an order that is fraud with this probability. */
export const expectedCost = (probability: number) => {
  const good = (1 - probability) * shop.lossPerDecline;
  const fraud = probability * shop.lossPerFraud;
  return {
    approve: fraud,
    challenge: challenge.price + good * challenge.left + fraud * challenge.passed,
    /** The cost if the issuer bears the fraud that completes it. */
    shifted: challenge.price + good * challenge.left,
    review: costPerCase + good * review.wronged + fraud * review.missed,
    decline: good,
  };
};

export type Answer = keyof ReturnType<typeof expectedCost>;

/** The probability of fraud from which the second answer is the cheaper one. */
const cheaperFrom = (first: Answer, second: Answer): number =>
  bisect(0, 1, (probability) => {
    const cost = expectedCost(probability);
    return cost[first] < cost[second];
  });

/** The lines between four answers, and the first of them where liability shifts. */
export const answerLines = {
  challenge: cheaperFrom('approve', 'challenge'),
  review: cheaperFrom('challenge', 'review'),
  decline: cheaperFrom('review', 'decline'),
  shifted: cheaperFrom('approve', 'shifted'),
};
