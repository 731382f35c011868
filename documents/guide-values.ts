import { cohensKappa, twoReaders } from './arithmetic/agreement.ts';
import {
  type Attack,
  attacks,
  breakEvenRate,
  marginOfSafety,
  profitPerThousand,
} from './arithmetic/attacks.ts';
import * as drift from './arithmetic/drift.ts';
import {
  addressMismatch,
  bothSigns,
  likelihoodRatio,
  newDevice,
  updated,
} from './arithmetic/evidence.ts';
import * as fairness from './arithmetic/fairness.ts';
import { cohorts, daysUntilKnown, disputeDelay, knownAfter } from './arithmetic/labels.ts';
import * as prevalence from './arithmetic/prevalence.ts';
import * as queueing from './arithmetic/queue.ts';
import * as reviewing from './arithmetic/review.ts';
import { type RuleDay, ruleDays, ruleWorth } from './arithmetic/rules.ts';
import * as shopping from './arithmetic/shop.ts';
import * as sources from './arithmetic/sourcing.ts';
import { cents, count, dollars, percent, percentTenths, tenths } from './format.ts';
import { identityValues } from './identity-values.ts';
import type { Values } from './values.ts';

/** Every number in the fraud guide, worked out from the assumptions in `arithmetic/`. */

const { shop, bestThreshold, dayAt, shownCost, probabilityOfFraud } = shopping;

const day = (threshold: number): Record<string, string> => {
  const at = dayAt(threshold);
  return {
    threshold: String(threshold),
    caught: percent(at.caught),
    fraudCaught: count(at.fraudCaught),
    fraudApproved: count(at.fraudApproved),
    goodDeclined: count(at.goodDeclined),
    declined: count(Math.round(at.fraudCaught) + Math.round(at.goodDeclined)),
    fraudLoss: dollars(at.fraudLoss),
    declineLoss: dollars(at.declineLoss),
    cost: dollars(shownCost(at)),
    declineShare: percent(at.declineLoss / at.cost),
    labelsWrong: percent(at.goodDeclined / (at.goodDeclined + at.fraudCaught)),
  };
};

const savedPerDay = shownCost(dayAt(shop.threshold)) - shownCost(dayAt(bestThreshold));

const attack = (name: string): Record<string, string> => {
  const found = attacks.find((candidate) => candidate.name === name);
  if (!found) throw new RangeError(`There is no attack “${name}”.`);
  const dear = (value: number) => (value < 10 ? cents(value) : dollars(value));
  const rate = (share: number) => (share < 0.1 ? percentTenths(share) : percent(share));
  return {
    name: found.name,
    cost: dear(found.costPerAttempt),
    income: dear(found.incomePerSuccess),
    success: rate(found.successRate),
    breakEven: rate(breakEvenRate(found)),
    profit: dollars(profitPerThousand(found)),
    margin: `${tenths(marginOfSafety(found))}×`,
  };
};

const rule = (index: number): Record<string, string> => {
  const found: RuleDay | undefined = ruleDays[index];
  if (!found) throw new RangeError(`There is no rule ${index}.`);
  const { precision, added, worth } = ruleWorth(found);
  return {
    name: found.name,
    fires: count(found.fires),
    fraud: count(found.fraud),
    precision: percent(precision),
    addedFraud: count(added.fraud),
    addedGood: count(added.good),
    addedPrecision: percent(added.precision),
    worth: dollars(worth),
    loss: dollars(-worth),
  };
};

const capacity = (cases: number): Record<string, string> => {
  const { score, fraud, precision, recall } = reviewing.queueOf(cases);
  return {
    cases: count(cases),
    score: count(score),
    fraud: count(fraud),
    precision: percent(precision),
    recall: percent(recall),
    next: percentTenths(probabilityOfFraud(score)),
  };
};

const stratum = (index: number): Record<string, string> => {
  const found = prevalence.strata[index];
  if (!found) throw new RangeError(`There is no stratum ${index}.`);
  return {
    scores: `${found.from}–${found.to}`,
    orders: count(found.orders),
    sample: count(found.sample),
    found: count(found.found),
    estimate: count(found.estimate),
    interval: `${count(found.low)} to ${count(found.high)}`,
    low: count(found.low),
    high: count(found.high),
    truth: count(found.truth),
  };
};

const strataTotal = (field: 'orders' | 'sample' | 'found' | 'estimate' | 'truth'): string =>
  count(prevalence.strata.reduce((sum, found) => sum + Math.round(found[field]), 0));

const threeWay = reviewing.threeWayDay();
const reviewsPerDay = Math.round(threeWay.reviewed.all);

/** The review desk of the example: open ten hours a day. */
export const desk = (reviewers: number): queueing.Queue => ({
  casesPerHour: reviewsPerDay / 10,
  minutesPerCase: reviewing.review.minutesPerCase,
  reviewers,
});

const minutes = (value: number): string =>
  value < 1.5 ? 'under a minute' : `${count(value)} minutes`;

const seats = (reviewers: number): Record<string, string> => {
  const queue = desk(reviewers);
  return {
    busy: percent(queueing.utilization(queue)),
    wait: minutes(queueing.meanWait(queue)),
    late: percent(queueing.probabilityOfWaitingLonger(queue, 30)),
  };
};

const seatHours = 4 * 10;
const truePerCase = (seatHours * reviewing.review.costPerHour) / reviewsPerDay;
const trueBand = reviewing.bandFor(truePerCase);

const group = (given: fairness.Group): Record<string, string> => {
  const found = fairness.groupDay(given);
  return { stopped: percentTenths(found.stopped), wronged: count(found.wronged) };
};

const establishedDay = fairness.groupDay(fairness.established);
const newcomersDay = fairness.groupDay(fairness.newcomers);
const appeals = fairness.appealsPerDay();
const holdout = prevalence.holdoutBill();
const guarantee = sources.guaranteeDay();
const surgeGrowth = 0.4;
const surge = reviewing.surgeOf(surgeGrowth);
const kappa = cohensKappa(twoReaders);

const weeklyLoss = dayAt(bestThreshold).fraudLoss * 7;
const reportedIn = (weeksAgo: number): number =>
  cohorts(weeksAgo, weeklyLoss).find((cohort) => cohort.weeksAgo === weeksAgo)?.reported ?? 0;
const knownIn = (weeksAgo: number): number => reportedIn(weeksAgo) / weeklyLoss;
const freshShare =
  dayAt(bestThreshold).fraudApproved /
  (dayAt(bestThreshold).fraudApproved + dayAt(bestThreshold).goodApproved);
const stillFraud = (days: number): number =>
  (freshShare * (1 - knownAfter(days))) / (1 - freshShare * knownAfter(days));

const sensitivity = (price: number): Record<string, string> => {
  const { threshold, best, standing } = shopping.sensitivityTo(price);
  return {
    price: Number.isInteger(price) ? dollars(price) : cents(price),
    threshold: String(threshold),
    best: dollars(best),
    standing: dollars(standing),
    regret: dollars(standing - best),
  };
};

const stolenCard = attacks.find(({ name }) => name.startsWith('Stolen card'));
const cardProfitAt = (successRate: number): string =>
  stolenCard ? dollars(profitPerThousand({ ...stolenCard, successRate } satisfies Attack)) : '';

const evidenceOf = (sign: typeof newDevice): Record<string, string> => ({
  fraud: percent(sign.amongFraud),
  good: percent(sign.amongGood),
  ratio: count(likelihoodRatio(sign)),
  probability: percentTenths(updated(shop.fraudShare, likelihoodRatio(sign))),
});
const productRatio = likelihoodRatio(addressMismatch) * likelihoodRatio(newDevice);

const mean = ({ a, b }: { a: number; b: number }): string => count((100 * a) / (a + b));
const millions = (value: number, digits = 1): string => (value / 1e6).toFixed(digits);

export const guideValues: Values = {
  ...identityValues('agentic-commerce-guide'),
  shop: {
    orders: count(shop.ordersPerDay),
    fraudShare: percent(shop.fraudShare),
    lossPerFraud: dollars(shop.lossPerFraud),
    lossPerDecline: dollars(shop.lossPerDecline),
    goodShape: `${shop.legitimate.a} and ${shop.legitimate.b}`,
    fraudShape: `${shop.fraudulent.a} and ${shop.fraudulent.b}`,
  },
  attacks: {
    card: attack('Stolen card, goods resold'),
    takeover: attack('Account takeover'),
    bonus: attack('Sign-up bonus, farmed'),
    claim: attack('False “not received” claim'),
    testing: attack('Card testing'),
  },
  evidence: {
    address: evidenceOf(addressMismatch),
    device: evidenceOf(newDevice),
    both: evidenceOf(bothSigns),
    product: {
      ratio: count(productRatio),
      probability: percentTenths(updated(shop.fraudShare, productRatio)),
    },
  },
  labels: {
    half: count(daysUntilKnown(0.5)),
    ninety: count(daysUntilKnown(0.9)),
    weekly: dollars(weeklyLoss),
    at30: percent(knownAfter(30)),
    at60: percent(knownAfter(60)),
    at90: percent(knownAfter(90)),
    oldest: dollars(reportedIn(16)),
    knownAtSix: `${(100 * knownIn(6)).toFixed(2)}%`,
    reportedAtSix: dollars(reportedIn(6)),
    correctedAtSix: dollars(weeklyLoss),
    knownAtFour: percent(knownIn(4)),
    scale: String(disputeDelay.scaleDays),
    shape: String(disputeDelay.shape),
    freshPrior: `${(100 * freshShare).toFixed(2)}%`,
    freshAt30: `${(100 * stillFraud(30)).toFixed(2)}%`,
  },
  old: day(shop.threshold),
  best: day(bestThreshold),
  day: { good: count(shopping.goodPerDay), fraud: count(shopping.fraudPerDay) },
  saved: { perDay: dollars(savedPerDay), perYear: `$${millions(savedPerDay * 365)} million` },
  flat: {
    first: String(shopping.thresholdsWithin(0.05).first),
    last: String(shopping.thresholdsWithin(0.05).last),
  },
  ledger: {
    goods: dollars(shopping.ledger.fraud.goods),
    shipping: dollars(shopping.ledger.fraud.shipping),
    fee: dollars(shopping.ledger.fraud.fee),
    work: dollars(shopping.ledger.fraud.work),
    margin: dollars(shopping.ledger.decline.margin),
    later: dollars(shopping.ledger.decline.later),
    calls: dollars(shopping.ledger.decline.calls),
  },
  t40: day(40),
  t48: day(48),
  t52: day(52),
  t60: day(60),
  t64: day(64),
  t72: day(72),
  breakEven: { percent: percentTenths(shopping.breakEvenProbability) },
  posterior: {
    at50: percentTenths(probabilityOfFraud(50)),
    at60: percent(probabilityOfFraud(60)),
  },
  amounts: {
    small: percent(shopping.breakEvenFor(30, 8)),
    large: percent(shopping.breakEvenFor(700, 60)),
  },
  review: {
    minutes: count(reviewing.review.minutesPerCase),
    hourly: dollars(reviewing.review.costPerHour),
    perCase: dollars(reviewing.costPerCase),
    missed: percent(reviewing.review.missed),
    wronged: percent(reviewing.review.wronged),
    productive: tenths(reviewing.review.productiveHours),
  },
  band: {
    from: String(reviewing.band.from),
    to: String(reviewing.band.to),
    fromProbability: percentTenths(reviewing.bandProbabilities.from),
    toProbability: percent(reviewing.bandProbabilities.to),
  },
  threeWay: {
    fraudApproved: count(threeWay.fraudApproved),
    fraudLoss: dollars(threeWay.fraudLoss),
    goodDeclined: count(threeWay.goodDeclined),
    declineLoss: dollars(threeWay.declineLoss),
    reviewed: count(threeWay.reviewed.all),
    reviewCost: dollars(threeWay.reviewCost),
    missed: count(threeWay.reviewMissed),
    missedLoss: dollars(threeWay.reviewMissedLoss),
    wronged: count(threeWay.reviewWronged),
    wrongedLoss: dollars(threeWay.reviewWrongedLoss),
    cost: dollars(threeWay.cost),
    saved: dollars(shownCost(dayAt(bestThreshold)) - threeWay.cost),
    spared: count(
      Math.round(dayAt(bestThreshold).goodDeclined) -
        Math.round(threeWay.goodDeclined) -
        Math.round(threeWay.reviewWronged),
    ),
  },
  sensitivity: {
    half: sensitivity(shop.lossPerDecline / 2),
    same: sensitivity(shop.lossPerDecline),
    double: sensitivity(shop.lossPerDecline * 2),
    fourfold: sensitivity(shop.lossPerDecline * 4),
  },
  rules: { shipping: rule(0), cards: rule(1), email: rule(2) },
  capacity: {
    c50: capacity(50),
    c100: capacity(100),
    c200: capacity(200),
    c600: capacity(600),
    c800: capacity(800),
    atLimit: capacity(reviewing.worthwhileCapacity),
    limit: count(reviewing.worthwhileCapacity),
    cross: percent(reviewing.queueOf(shopping.fraudPerDay).recall),
    half: {
      cases: count(reviewing.capacityAtPrecision(0.5)),
      missed: count(
        shopping.fraudPerDay - reviewing.queueOf(reviewing.capacityAtPrecision(0.5)).fraud,
      ),
    },
  },
  queue: {
    cases: count(reviewsPerDay),
    perHour: tenths(reviewsPerDay / 10),
    work: tenths((reviewsPerDay * reviewing.review.minutesPerCase) / 60),
    three: seats(3),
    four: seats(4),
    seatHours: count(seatHours),
    people: count(Math.ceil(seatHours / reviewing.review.productiveHours)),
    truePerCase: cents(truePerCase),
    band: { from: String(trueBand.from), to: String(trueBand.to) },
  },
  surge: {
    growth: percent(surgeGrowth),
    surplus: count(surge.surplus),
    read: dollars(surge.read),
    approve: {
      scores: `${reviewing.band.from}–${count(surge.approve.until)}`,
      fraud: count(surge.approve.fraud),
      cost: dollars(surge.approve.cost),
    },
    wait: {
      share: percent(surge.wait.givesUp),
      lost: count(surge.wait.lost),
      cost: dollars(surge.wait.cost),
    },
    decline: {
      scores: `${count(surge.decline.from)}–${reviewing.band.to}`,
      good: count(surge.decline.good),
      cost: dollars(surge.decline.cost),
    },
  },
  kappa: {
    bothFraud: count(twoReaders.bothFraud),
    bothGood: count(twoReaders.bothGood),
    differ: count(twoReaders.onlyFirst + twoReaders.onlySecond),
    observed: percent(kappa.observed),
    expected: percent(kappa.expected),
    kappa: kappa.kappa.toFixed(2),
  },
  strata: {
    low: stratum(0),
    middle: stratum(1),
    high: stratum(2),
    all: {
      orders: strataTotal('orders'),
      sample: strataTotal('sample'),
      found: strataTotal('found'),
      estimate: strataTotal('estimate'),
      truth: strataTotal('truth'),
    },
    needed: count(prevalence.neededToBound(prevalence.strata[0]?.orders ?? 0, 100)),
  },
  holdout: {
    declined: day(bestThreshold).declined ?? '',
    sample: count(Math.round(holdout.fraud) + Math.round(holdout.good)),
    fraud: count(holdout.fraud),
    good: count(holdout.good),
    fraudCost: dollars(holdout.fraudCost),
    goodSaved: dollars(holdout.goodSaved),
    bill: dollars(holdout.bill),
    precision: percent(holdout.precision),
    margin: count(holdout.margin * 100),
  },
  twins: {
    reports: count(prevalence.twoDetectors.reports),
    model: count(prevalence.twoDetectors.model),
    both: count(prevalence.twoDetectors.both),
    seen: count(
      prevalence.twoDetectors.reports +
        prevalence.twoDetectors.model -
        prevalence.twoDetectors.both,
    ),
    estimate: count(
      prevalence.chapman(
        prevalence.twoDetectors.reports,
        prevalence.twoDetectors.model,
        prevalence.twoDetectors.both,
      ),
    ),
    unseen: count(
      prevalence.chapman(
        prevalence.twoDetectors.reports,
        prevalence.twoDetectors.model,
        prevalence.twoDetectors.both,
      ) -
        (prevalence.twoDetectors.reports +
          prevalence.twoDetectors.model -
          prevalence.twoDetectors.both),
    ),
  },
  drift: {
    before: { mean: mean(shop.fraudulent) },
    after: {
      mean: mean(drift.adapted),
      caught: percent(drift.after.caught),
      cost: dollars(shownCost(drift.after)),
    },
    profitBefore: cardProfitAt(1 - drift.before.caught),
    profitAfter: cardProfitAt(1 - drift.after.caught),
    psi: drift.stabilityIndex(shop, drift.shopAfter).toFixed(5),
    chance: count(
      1 /
        drift.chanceOfAtLeast(
          drift.sampleAfter(prevalence.strata[2]?.from ?? 0, prevalence.strata[2]?.sample ?? 0),
          prevalence.strata[2]?.found ?? 0,
        ),
    ),
    moved: { threshold: String(drift.bestThresholdAfter) },
    movedSaves: dollars(shownCost(drift.after) - shownCost(drift.moved)),
    sampleAfter: count(
      drift.sampleAfter(prevalence.strata[2]?.from ?? 0, prevalence.strata[2]?.sample ?? 0),
    ),
  },
  fairness: {
    newcomerShare: percent(fairness.newcomers.share),
    established: group(fairness.established),
    newcomers: group(fairness.newcomers),
    burden: percent(newcomersDay.wronged / (newcomersDay.wronged + establishedDay.wronged)),
    ratio: count(newcomersDay.stopped / establishedDay.stopped),
  },
  stepUp: {
    pass: percent(fairness.stepUpPass),
    rescued: count(newcomersDay.wronged * fairness.stepUpPass),
    worth: dollars(newcomersDay.wronged * fairness.stepUpPass * shop.lossPerDecline),
  },
  appeals: {
    goodShare: percent(fairness.appealing.good),
    fraudShare: percent(fairness.appealing.fraud),
    good: count(appeals.good),
    total: count(appeals.total),
    right: percent(appeals.right),
  },
  sourcing: {
    decisions: millions(sources.decisionsPerYear, 2),
    crossover: millions(sources.crossover),
    boughtFixed: dollars(sources.bought.fixedPerYear),
    builtFixed: dollars(sources.built.fixedPerYear),
    boughtCost: dollars(sources.costPerYear(sources.bought, sources.decisionsPerYear)),
    builtCost: dollars(sources.costPerYear(sources.built, sources.decisionsPerYear)),
    point: dollars(sources.worthOfOnePoint),
  },
  guarantee: {
    fee: cents(sources.guaranteeFee),
    probability: percentTenths(guarantee.probability),
    threshold: String(guarantee.threshold),
    declined: count(guarantee.declined),
    declineLoss: dollars(guarantee.declineLoss),
    fees: dollars(guarantee.fees),
    cost: dollars(guarantee.cost),
  },
};
