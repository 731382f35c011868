/**
 * Waiting in a review queue, by Erlang's C formula: cases arrive at random, each takes a random
 * time of known mean, and `reviewers` work side by side.
 */
export interface Queue {
  casesPerHour: number;
  minutesPerCase: number;
  reviewers: number;
}

/** Share of their time, between 0 and 1 and beyond, that the reviewers are needed for. */
export const utilization = ({ casesPerHour, minutesPerCase, reviewers }: Queue): number =>
  (casesPerHour * minutesPerCase) / 60 / reviewers;

/** Probability that a case has to wait at all. @throws RangeError when the queue only grows. */
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

/** Mean time in minutes before a reviewer takes the case. */
export const meanWait = (queue: Queue): number =>
  (probabilityOfWaiting(queue) * queue.minutesPerCase) /
  (queue.reviewers * (1 - utilization(queue)));

/** Probability that a case waits longer than `minutes`. */
export const probabilityOfWaitingLonger = (queue: Queue, minutes: number): number =>
  probabilityOfWaiting(queue) *
  Math.exp((-minutes * queue.reviewers * (1 - utilization(queue))) / queue.minutesPerCase);
