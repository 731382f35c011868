import { guaranteeFee, shop } from '../assumptions.ts';
import { dayAt, fraudPerDay, scoreAtProbability } from './shop.ts';

/** The worth of catching 1 % more of the fraud, in a year. */
export const worthOfOnePoint = fraudPerDay * 0.01 * shop.lossPerFraud * 365;

/** The line that is best for that vendor, and a day's cost to the shop. */
export const guaranteeDay = () => {
  const probability = guaranteeFee / shop.lossPerFraud;
  const threshold = Math.round(scoreAtProbability(probability));
  const day = dayAt(threshold);
  const declineLoss = Math.round(day.declineLoss);
  const fees = Math.round((day.goodApproved + day.fraudApproved) * guaranteeFee);
  return {
    probability,
    threshold,
    declined: day.goodDeclined,
    declineLoss,
    fees,
    cost: declineLoss + fees,
  };
};
