import { modelReader, review, shop, surge } from '../assumptions.ts';
import { bisect } from './bisect.ts';
import { probabilityOfWaitingLonger, type Queue, utilization } from './queue.ts';
import { bestThreshold, dayAt, ordersBetween, scoreAtProbability } from './shop.ts';

/** The reading alone, for a reviewer who is never idle. */
export const costOfReading = (review.minutesPerCase / 60) * review.costPerHour;

/** A reader of cases at a price: the share of fraud that is approved, of good orders that is declined. */
export interface Reader {
  price: number;
  missed: number;
  wronged: number;
}

const reviewersAt = (price: number): Reader => ({
  price,
  missed: review.missed,
  wronged: review.wronged,
});

/** The probabilities of fraud between which a reading by them is cheapest. */
const readBetween = ({ price, missed, wronged }: Reader) => {
  const wrongedLoss = wronged * shop.lossPerDecline;
  const spared = shop.lossPerDecline - wrongedLoss;
  return {
    from: (price + wrongedLoss) / (shop.lossPerFraud * (1 - missed) + wrongedLoss),
    to: (spared - price) / (spared + missed * shop.lossPerFraud),
  };
};

/** The same in whole-number scores. */
const bandFor = (reader: Reader) => {
  const { from, to } = readBetween(reader);
  return { from: Math.round(scoreAtProbability(from)), to: Math.round(scoreAtProbability(to)) };
};

/** A desk that reads so many cases a day. */
export const desk = (cases: number, reviewers: number): Queue => ({
  casesPerHour: cases / review.hoursOpen,
  minutesPerCase: review.minutesPerCase,
  reviewers,
});

/** Whether a desk breaks the promise. */
const isLate = (queue: Queue): boolean =>
  utilization(queue) >= 1 ||
  probabilityOfWaitingLonger(queue, review.promisedMinutes) > review.late;

/** The people who fill so many seats, and their wages for a day. */
const wagesOf = (reviewers: number) => {
  const people = Math.ceil((reviewers * review.hoursOpen) / review.productiveHours);
  return { people, wages: people * review.paidHours * review.costPerHour };
};

/** The fewest that keep the promised wait. */
const seatsFor = (cases: number): number => {
  let seats = 1;
  while (isLate(desk(cases, seats))) seats++;
  return seats;
};

/** A desk for the band of this price, and what a case then costs: `next`. */
const pass = (price: number) => {
  const band = bandFor(reviewersAt(price));
  const { all: cases, fraud, good } = ordersBetween(band.from, band.to);
  const seats = seatsFor(cases);
  const { people, wages } = wagesOf(seats);
  const dayCost =
    dayAt(band.from).fraudLoss +
    dayAt(band.to).declineLoss +
    wages +
    fraud * review.missed * shop.lossPerFraud +
    good * review.wronged * shop.lossPerDecline;
  return { price, band, cases, seats, people, wages, next: wages / cases, dayCost };
};

/**
 * The steps from the price of reading to one that pays for the seats: a price makes a band, a band cases,
 * cases seats, and seats a price. Ends when a price comes back: as a rule the last one's own.
 */
export const passes = (() => {
  let last = pass(costOfReading);
  const found: [typeof last, ...(typeof last)[]] = [last];
  while (!found.some(({ price }) => price === last.next)) {
    last = pass(last.next);
    found.push(last);
  }
  return found;
})();

/** The cheapest day of those that come back: whole seats can make prices go round in a circle. */
export const settle = <P extends { price: number; next: number; dayCost: number }>(
  found: readonly [P, ...P[]],
): P => {
  const back = found.at(-1)?.next;
  return found
    .slice(found.findIndex(({ price }) => price === back))
    .reduce((cheapest, other) => (other.dayCost < cheapest.dayCost ? other : cheapest));
};

export const { next: costPerCase, band, seats, cases: casesPerDay } = settle(passes);
const reviewers = reviewersAt(costPerCase);

export const bandProbabilities = readBetween(reviewers);

/** A day that approves below `from`, declines from `to` on, and has the rest read. */
export const threeWayDay = (
  from: number = band.from,
  to: number = band.to,
  { price, missed, wronged }: Reader = reviewers,
) => {
  const reviewed = ordersBetween(from, to);
  const { fraudApproved, fraudLoss } = dayAt(from);
  const { goodDeclined, declineLoss } = dayAt(to);
  const reviewCost = reviewed.all * price;
  const reviewMissed = reviewed.fraud * missed;
  const reviewMissedLoss = reviewMissed * shop.lossPerFraud;
  const reviewWronged = reviewed.good * wronged;
  const reviewWrongedLoss = reviewWronged * shop.lossPerDecline;
  return {
    reviewed,
    fraudApproved,
    fraudLoss,
    goodDeclined,
    declineLoss,
    reviewCost,
    reviewMissed,
    reviewMissedLoss,
    reviewWronged,
    reviewWrongedLoss,
    // Rounded parts, so that the printed column adds up.
    cost: [fraudLoss, declineLoss, reviewCost, reviewMissedLoss, reviewWrongedLoss]
      .map(Math.round)
      .reduce((sum, part) => sum + part),
  };
};

/** The cheapest day with so many reviewers, and the band for it. */
export const cheapestWith = (reviewers: number) => {
  let cheapest = { seats: reviewers, from: 0, to: 0, cost: Number.POSITIVE_INFINITY };
  for (let from = Math.max(1, bestThreshold - 16); from <= bestThreshold; from++) {
    for (let to = bestThreshold; to <= Math.min(99, bestThreshold + 24); to++) {
      const day = threeWayDay(from, to);
      if (isLate(desk(day.reviewed.all, reviewers))) continue;
      const cost = day.cost - Math.round(day.reviewCost) + wagesOf(reviewers).wages;
      if (cost < cheapest.cost) cheapest = { seats: reviewers, from, to, cost };
    }
  }
  return cheapest;
};

/** The cheapest of all numbers of seats, each with its best band. */
export const cheapestDesk = () =>
  Array.from({ length: seats + 4 }, (_, index) => cheapestWith(index + 1)).reduce(
    (cheapest, other) => (other.cost < cheapest.cost ? other : cheapest),
  );

/** The parts of the wages of the settled desk, in dollars a day. */
export const wageParts = (() => {
  const seatHours = seats * review.hoursOpen;
  const reading = casesPerDay * costOfReading;
  const { wages } = wagesOf(seats);
  return {
    wages,
    reading,
    empty: seatHours * review.costPerHour - reading,
    off: wages - seatHours * review.costPerHour,
  };
})();

/** Returns the highest load of so many seats that keeps the promise. */
export const busiest = (seats: number): number =>
  bisect(
    0,
    1,
    (busy) => !isLate(desk((busy * seats * review.hoursOpen * 60) / review.minutesPerCase, seats)),
  );

/** A queue of a day's `capacity` highest scores; `score` is the lowest in it. */
export const queueOf = (capacity: number) => {
  const score = bisect(0, 100, (middle) => ordersBetween(middle, 100).all > capacity);
  const { fraud, all } = ordersBetween(score, 100);
  return {
    score,
    fraud,
    precision: fraud / all,
    recall: fraud / (shop.ordersPerDay * shop.fraudShare),
  };
};

export const worthwhileCapacity = ordersBetween(band.from, 100).all;

export const capacityAtPrecision = (precision: number): number =>
  bisect(1, shop.ordersPerDay, (capacity) => queueOf(capacity).precision > precision);

/** Cases a day that the desk reads when nobody is ever idle. */
export const mostCases = (seats * review.hoursOpen * 60) / review.minutesPerCase;

/**
 * Returns the cost of the errors on a day's cases when they grow (`growth` is 0.4 for 40 %) and those that
 * the desk cannot read are approved from the lower end of the band, declined from its upper end, or
 * left for the next day, which has `room` for so many. Wages are the same in each. None is too many
 * when `surplus` is not above 0.
 */
export const surgeOf = (growth: number) => {
  const many = (from: number, to: number) => {
    const { good, fraud, all } = ordersBetween(from, to);
    return { good: good * (1 + growth), fraud: fraud * (1 + growth), all: all * (1 + growth) };
  };
  const surplus = casesPerDay * (1 + growth) - mostCases;
  const until = bisect(band.from, band.to, (score) => many(band.from, score).all < surplus);
  const from = bisect(band.from, band.to, (score) => many(score, band.to).all > surplus);
  const foot = many(band.from, until);
  const head = many(from, band.to);
  const errors = ({ good, fraud }: ReturnType<typeof many>): number =>
    fraud * review.missed * shop.lossPerFraud + good * review.wronged * shop.lossPerDecline;
  const read = errors(many(band.from, band.to));
  const lost = foot.good * surge.givesUp;
  const room = mostCases - casesPerDay;
  return {
    surplus,
    approve: {
      until,
      fraud: foot.fraud,
      cost: read - errors(foot) + foot.fraud * shop.lossPerFraud,
    },
    decline: {
      from,
      good: head.good,
      cost: read - errors(head) + head.good * shop.lossPerDecline,
    },
    wait: {
      givesUp: surge.givesUp,
      room,
      lost,
      /** Beyond the next day's room. */
      later: surplus - lost - room,
      // Orders of customers who left are not read.
      cost: read + lost * shop.lossPerDecline * (1 - review.wronged),
    },
  };
};

export const modelBand = bandFor(modelReader);

/** A day with the model's band, when it in truth misses this share of the fraud that it reads. */
export const modelDay = (missed: number = modelReader.missed) =>
  threeWayDay(modelBand.from, modelBand.to, { ...modelReader, missed });

/** The share missed at which that day costs so much. */
export const missedAtCost = (cost: number): number =>
  bisect(0, 1, (missed) => modelDay(missed).cost < cost);
