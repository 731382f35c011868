/** A review queue by Erlang's C formula: random arrivals and handling times. */
export interface Queue {
  casesPerHour: number;
  minutesPerCase: number;
  reviewers: number;
}

/** Above 1 when the reviewers are too few. */
export const utilization = ({ casesPerHour, minutesPerCase, reviewers }: Queue): number =>
  (casesPerHour * minutesPerCase) / 60 / reviewers;

/** @throws RangeError when the queue only grows */
export const probabilityOfWaiting = (queue: Queue): number => {
  const busy = utilization(queue);
  if (busy >= 1) throw new RangeError(`A queue that is ${busy * 100} % busy never empties.`);
  const load = busy * queue.reviewers;
  let term = 1;
  let sum = 1;
  for (let k = 1; k < queue.reviewers; k++) {
    term *= load / k;
    sum += term;
  }
  const all = (term * load) / queue.reviewers / (1 - busy);
  return all / (sum + all);
};

/** Returns the mean wait in minutes. */
export const meanWait = (queue: Queue): number =>
  (probabilityOfWaiting(queue) * queue.minutesPerCase) /
  (queue.reviewers * (1 - utilization(queue)));

export const probabilityOfWaitingLonger = (queue: Queue, minutes: number): number =>
  probabilityOfWaiting(queue) *
  Math.exp((-minutes * queue.reviewers * (1 - utilization(queue))) / queue.minutesPerCase);
