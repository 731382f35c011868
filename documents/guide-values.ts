import { cohensKappa, twoReaders } from './arithmetic/agreement.ts';
import { answerLines, challenge, shownProbability } from './arithmetic/answers.ts';
import {
  type Attack,
  attacks,
  breakEvenRate,
  cardSuccess,
  marginOfSafety,
  profitPerThousand,
} from './arithmetic/attacks.ts';
import * as drift from './arithmetic/drift.ts';
import {
  addressMismatch,
  bothSigns,
  likelihoodRatio,
  newDevice,
  type Sign,
  updated,
} from './arithmetic/evidence.ts';
import * as fairness from './arithmetic/fairness.ts';
import {
  cohorts,
  daysUntilKnown,
  disputeDelay,
  knownAfter,
  shownWeeks,
} from './arithmetic/labels.ts';
import * as modelReview from './arithmetic/model-review.ts';
import * as monitoring from './arithmetic/monitoring.ts';
import { faceCheck, farmedBehind, farmedBonus } from './arithmetic/onboarding.ts';
import { planned } from './arithmetic/plan.ts';
import * as prevalence from './arithmetic/prevalence.ts';
import * as queueing from './arithmetic/queue.ts';
import * as reviewing from './arithmetic/review.ts';
import { type RuleDay, ruleDays, ruleWorth } from './arithmetic/rules.ts';
import * as shopping from './arithmetic/shop.ts';
import * as sources from './arithmetic/sourcing.ts';
import { identityValues } from './identity-values.ts';
import type { Values } from './values.ts';

const { shop, bestThreshold, dayAt, shownCost, probabilityOfFraud } = shopping;

// Rounds the parts as they are printed, so that printed columns add up.
const roundedSum = (...parts: number[]): number =>
  parts.reduce((sum, part) => sum + Math.round(part), 0);

const day = (threshold: number) => {
  const at = dayAt(threshold);
  return {
    ...at,
    threshold,
    declined: roundedSum(at.fraudCaught, at.goodDeclined),
    cost: shownCost(at),
    declineShare: at.declineLoss / at.cost,
    labelsWrong: at.goodDeclined / (at.goodDeclined + at.fraudCaught),
  };
};
const best = day(bestThreshold);
const old = day(shop.threshold);
const savedPerDay = old.cost - best.cost;

const business = (attack: Attack) => ({
  ...attack,
  breakEven: breakEvenRate(attack),
  /** When an attempt costs half as much. */
  halved: breakEvenRate({ ...attack, costPerAttempt: attack.costPerAttempt / 2 }),
  profit: profitPerThousand(attack),
  margin: marginOfSafety(attack),
});
const [stolenCard] = attacks;
const [card, takeover, bonus, claim, testing] = attacks.map(business);
const cardProfitAt = (caught: number): number | undefined =>
  stolenCard && profitPerThousand({ ...stolenCard, successRate: cardSuccess(caught) });

const rule = (found: RuleDay) => {
  const worth = ruleWorth(found);
  return { ...found, ...worth, loss: -worth.worth };
};
const [shipping, cards, email] = ruleDays.map(rule);

const capacity = (cases: number) => {
  const queue = reviewing.queueOf(cases);
  return { cases, ...queue, next: probabilityOfFraud(queue.score) };
};
const evenCapacity = reviewing.capacityAtPrecision(0.5);

const [low, middle, high] = prevalence.strata.map((stratum) => ({ ...stratum }));
type Summed = 'orders' | 'sample' | 'found' | 'estimate' | 'truth' | 'falseAlarms';
const strataTotal = (field: Summed): number =>
  roundedSum(...prevalence.strata.map((stratum) => stratum[field]));
const highSampleAfter = drift.sampleAfter(high?.from ?? 0, high?.sample ?? 0);

const threeWay = reviewing.threeWayDay();

const seats = (cases: number, reviewers: number) => {
  const queue = reviewing.desk(cases, reviewers);
  const busy = queueing.utilization(queue);
  return {
    seats: reviewers,
    busy,
    full: (reviewers * 60) / queue.minutesPerCase,
    wait: busy < 1 ? queueing.meanWait(queue) : Number.POSITIVE_INFINITY,
    late:
      busy < 1 ? queueing.probabilityOfWaitingLonger(queue, reviewing.review.promisedMinutes) : 1,
  };
};
const [firstPass, ...laterPasses] = reviewing.passes;
const firstCases = firstPass?.cases ?? 0;
const passRows = { first: firstPass, second: laterPasses[0], last: laterPasses.at(-1) };

const group = (given: fairness.Group) => ({
  share: given.share,
  atLine: fairness.probabilityIn(given),
  ...fairness.groupDay(given),
});
const established = group(fairness.established);
const newcomers = group(fairness.newcomers);
const holdout = prevalence.holdoutBill();
const surgeGrowth = 1;

const { reports, model, both } = prevalence.twoDetectors;
const seen = reports + model - both;
const estimate = prevalence.chapman(reports, model, both);

const weeklyLoss = best.fraudLoss * 7;
const reportedIn = (weeksAgo: number): number =>
  cohorts(weeksAgo, weeklyLoss).find((cohort) => cohort.weeksAgo === weeksAgo)?.reported ?? 0;
const knownAtSix = reportedIn(6) / weeklyLoss;
const freshShare = best.fraudApproved / (best.fraudApproved + best.goodApproved);
const stillFraud = (days: number): number =>
  (freshShare * (1 - knownAfter(days))) / (1 - freshShare * knownAfter(days));

const sensitivity = (price: number) => {
  const found = shopping.sensitivityTo(price);
  return { price, ...found, regret: found.standing - found.best };
};

const weighed = (sign: Sign) => ({
  ...sign,
  ratio: likelihoodRatio(sign),
  probability: updated(shop.fraudShare, likelihoodRatio(sign)),
});
const productRatio = likelihoodRatio(addressMismatch) * likelihoodRatio(newDevice);

const flatTolerance = 0.05;
const flat = shopping.thresholdsWithin(flatTolerance);

const costAbove = (threshold: number) => ({ dearer: day(threshold).cost - best.cost });
const { firstAbove = 100 } = monitoring;
const aboveShare = { ...monitoring.monthAt(firstAbove), ...costAbove(firstAbove) };

const amount = (fraud: number, decline: number) => ({
  fraud,
  decline,
  even: shopping.breakEvenFor(fraud, decline),
});

const meanScore = ({ a, b }: { a: number; b: number }): number => (100 * a) / (a + b);

/** The score that is most frequent. */
const peak = ({ a, b }: { a: number; b: number }): number => (100 * (a - 1)) / (a + b - 2);

/** The numbers in the fraud guide, in the units of `arithmetic/shop.ts`. */
export const guideValues: Values = {
  ...identityValues('agentic-commerce-guide'),
  shop: {
    ...shop,
    legitimate: { ...shop.legitimate },
    fraudulent: { ...shop.fraudulent },
  },
  attacks: { card, takeover, bonus, claim, testing },
  evidence: {
    address: weighed(addressMismatch),
    device: weighed(newDevice),
    both: weighed(bothSigns),
    product: { ratio: productRatio, probability: updated(shop.fraudShare, productRatio) },
  },
  labels: {
    weeks: shownWeeks,
    half: daysUntilKnown(0.5),
    ninety: daysUntilKnown(0.9),
    weekly: weeklyLoss,
    at30: knownAfter(30),
    at60: knownAfter(60),
    at90: knownAfter(90),
    oldest: reportedIn(shownWeeks),
    ageAtSix: 6 * 7 - 3.5,
    knownAtSix,
    reportedAtSix: reportedIn(6),
    // From the printed percent, to two digits.
    correctedAtSix: Math.round(reportedIn(6) / (Math.round(knownAtSix * 100) / 100) / 1000) * 1000,
    knownAtFour: reportedIn(4) / weeklyLoss,
    ...disputeDelay,
    freshPrior: freshShare,
    freshAt30: stillFraud(30),
  },
  old,
  best,
  day: {
    good: shopping.goodPerDay,
    fraud: shopping.fraudPerDay,
    ratio: shopping.goodPerDay / shopping.fraudPerDay,
  },
  saved: { perDay: savedPerDay, perYear: savedPerDay * 365 },
  flat: { tolerance: flatTolerance, ...flat },
  ledger: { ...shopping.ledger.fraud, ...shopping.ledger.decline },
  t40: day(40),
  t48: day(48),
  t52: day(52),
  t60: day(60),
  t64: day(64),
  t72: day(72),
  breakEven: { probability: shopping.breakEvenProbability },
  peaks: {
    good: peak(shop.legitimate),
    fraud: peak(shop.fraudulent),
    adapted: peak(drift.adapted),
  },
  posterior: {
    at40: probabilityOfFraud(40),
    at50: probabilityOfFraud(50),
    at60: probabilityOfFraud(60),
    at85: probabilityOfFraud(85),
  },
  amounts: { small: amount(30, 8), large: amount(700, 60) },
  review: { ...reviewing.review, reading: reviewing.costOfReading, perCase: reviewing.costPerCase },
  band: { ...reviewing.band, probability: reviewing.bandProbabilities },
  threeWay: {
    ...threeWay,
    saved: best.cost - threeWay.cost,
    spared: roundedSum(best.goodDeclined, -threeWay.goodDeclined, -threeWay.reviewWronged),
  },
  sensitivity: {
    half: sensitivity(shop.lossPerDecline / 2),
    same: sensitivity(shop.lossPerDecline),
    double: sensitivity(shop.lossPerDecline * 2),
    fourfold: sensitivity(shop.lossPerDecline * 4),
  },
  rules: { shipping, cards, email },
  capacity: {
    c50: capacity(50),
    c100: capacity(100),
    c400: capacity(400),
    c600: capacity(600),
    c800: capacity(800),
    limit: capacity(reviewing.worthwhileCapacity),
    cross: reviewing.queueOf(shopping.fraudPerDay).recall,
    half: {
      cases: evenCapacity,
      precision: reviewing.queueOf(evenCapacity).precision,
      missed: shopping.fraudPerDay - reviewing.queueOf(evenCapacity).fraud,
    },
  },
  queue: {
    seatHours: (firstPass?.seats ?? 0) * reviewing.review.hoursOpen,
    perHour: firstCases / reviewing.review.hoursOpen,
    work: (firstCases * reviewing.review.minutesPerCase) / 60,
    three: seats(firstCases, 3),
    four: seats(firstCases, 4),
    settled: seats(reviewing.casesPerDay, reviewing.seats),
    gain: reviewing.gainOfOtherSeats(),
  },
  passes: passRows,
  surge: {
    times: 1 + surgeGrowth,
    cases: reviewing.casesPerDay * (1 + surgeGrowth),
    capacity: reviewing.mostCases,
    ...reviewing.surgeOf(surgeGrowth),
  },
  kappa: {
    ...twoReaders,
    cases: Object.values(twoReaders).reduce((sum, part) => sum + part, 0),
    differ: twoReaders.onlyFirst + twoReaders.onlySecond,
    ...cohensKappa(twoReaders),
  },
  strata: {
    low,
    middle,
    high,
    all: {
      orders: strataTotal('orders'),
      sample: strataTotal('sample'),
      found: strataTotal('found'),
      estimate: strataTotal('estimate'),
      truth: strataTotal('truth'),
      falseAlarms: strataTotal('falseAlarms'),
      ...prevalence.totalInterval(),
    },
    recognized: 1 - reviewing.review.missed,
    needed: prevalence.neededToBound(low?.orders ?? 0, 100),
  },
  holdout: {
    ...prevalence.holdout,
    ...holdout,
    sample: roundedSum(holdout.fraud, holdout.good),
    marginPoints: holdout.margin * 100,
  },
  twins: { reports, model, both, seen, estimate, unseen: estimate - seen },
  drift: {
    before: { mean: meanScore(shop.fraudulent), profit: cardProfitAt(drift.before.caught) },
    after: {
      ...drift.after,
      cost: shownCost(drift.after),
      mean: meanScore(drift.adapted),
      profit: cardProfitAt(drift.after.caught),
      sample: highSampleAfter,
    },
    moved: {
      threshold: drift.bestThresholdAfter,
      saves: shownCost(drift.after) - shownCost(drift.moved),
    },
    psi: drift.stabilityIndex(shop, drift.shopAfter),
    chance: 1 / drift.chanceOfAtLeast(highSampleAfter, high?.found ?? 0),
  },
  fairness: {
    established,
    newcomers,
    innocent: fairness.innocentShare(),
    burden: newcomers.wronged / (newcomers.wronged + established.wronged),
    ratio: newcomers.stopped / established.stopped,
  },
  answers: { ...challenge, lines: answerLines, shown: shownProbability },
  excessive: monitoring.excessive,
  exemption: monitoring.exemption,
  program: {
    ...monitoring.program,
    best: monitoring.monthAt(best.threshold),
    first: aboveShare,
    last: { ...monitoring.monthAt(flat.last), ...costAbove(flat.last) },
  },
  face: {
    ...faceCheck,
    once: farmedBehind(farmedBonus, 1),
    twice: farmedBehind(farmedBonus, 2),
    five: farmedBehind(farmedBonus, 5),
  },
  model: {
    ...modelReview.modelReader,
    band: modelReview.modelBand,
    day: modelReview.modelDay(),
    asPeople: modelReview.missedAtCost(threeWay.cost),
    missedAsPeople: modelReview.modelDay(modelReview.missedAtCost(threeWay.cost)).reviewMissed,
    asNobody: modelReview.missedAtCost(best.cost),
  },
  stepUp: {
    pass: fairness.stepUpPass,
    rescued: newcomers.wronged * fairness.stepUpPass,
    worth: newcomers.wronged * fairness.stepUpPass * shop.lossPerDecline,
  },
  appeals: {
    goodShare: fairness.appealing.good,
    fraudShare: fairness.appealing.fraud,
    ...fairness.appealsPerDay(),
  },
  sourcing: { point: sources.worthOfOnePoint },
  squared: prevalence.squared,
  plan: planned(),
  guarantee: { fee: sources.guaranteeFee, ...sources.guaranteeDay() },
};
