import { resources } from '../.content/resources.ts';
import { answerLines } from './arithmetic/answers.ts';
import {
  type Attack,
  attacks,
  breakEvenRate,
  cardSuccess,
  deterringThreshold,
  marginOfSafety,
  profitPerThousand,
} from './arithmetic/attacks.ts';
import * as drift from './arithmetic/drift.ts';
import * as fairness from './arithmetic/fairness.ts';
import { cohorts, daysUntilKnown, knownAfter } from './arithmetic/labels.ts';
import * as monitoring from './arithmetic/monitoring.ts';
import { farmedBehind } from './arithmetic/onboarding.ts';
import { planned } from './arithmetic/plan.ts';
import * as prevalence from './arithmetic/prevalence.ts';
import * as queueing from './arithmetic/queue.ts';
import * as reviewing from './arithmetic/review.ts';
import { likelihoodRatio, ruleWorth, updated } from './arithmetic/rules.ts';
import * as shopping from './arithmetic/shop.ts';
import * as sources from './arithmetic/sourcing.ts';
import * as assumed from './assumptions.ts';
import { identityValues } from './identity-values.ts';
import type { Values } from './values.ts';

const { shop, auditedPerSource, disputeDelay, flatTolerance, shownWeeks, twoReaders } = assumed;
const { bestThreshold, dayAt, shownCost, probabilityOfFraud } = shopping;

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
    passed: 1 - at.caught,
    declineShare: at.declineLoss / at.cost,
    labelsWrong: at.goodDeclined / (at.goodDeclined + at.fraudCaught),
  };
};
const best = day(bestThreshold);
const old = day(shop.threshold);
const savedPerDay = old.cost - best.cost;
const deterring = day(deterringThreshold);
const deterringDearer = deterring.cost - best.cost;

const business = (attack: Attack) => ({
  ...attack,
  breakEven: breakEvenRate(attack),
  /** The rate if an attempt costs half as much. */
  halved: breakEvenRate({ ...attack, costPerAttempt: attack.costPerAttempt / 2 }),
  profit: profitPerThousand(attack),
  margin: marginOfSafety(attack),
});
const cardProfitAt = (caught: number): number =>
  profitPerThousand({ ...attacks.card, successRate: cardSuccess(caught) });

const rule = (found: assumed.RuleDay) => {
  const worth = ruleWorth(found);
  return { ...found, ...worth, loss: -worth.worth };
};
const [shipping, cards, email] = assumed.ruleDays.map(rule);

const capacity = (cases: number) => {
  const queue = reviewing.queueOf(cases);
  return { cases, ...queue, next: probabilityOfFraud(queue.score) };
};
const evenCapacity = reviewing.capacityAtPrecision(0.5);

const [low, middle, high] = prevalence.strata.map((stratum) => ({ ...stratum }));
const summed = ['orders', 'sample', 'found', 'estimate', 'truth', 'falseAlarms'] as const;
const sumOf = (field: (typeof summed)[number]): number =>
  roundedSum(...prevalence.strata.map((stratum) => stratum[field]));
const nearMiss = { from: high?.from ?? 0, sample: high?.sample ?? 0 };
const foundAfter = drift.shareFound(nearMiss.from, drift.shopAfter);
const highSampleAfter = Math.round(foundAfter * nearMiss.sample);
const noticed = drift.chanceOfAtLeast(highSampleAfter, nearMiss.sample, foundAfter);
const bill = prevalence.sampleBill();
const nearMissBill = prevalence.sampleBill(prevalence.strata.slice(-1));
const split = prevalence.splitForTotal();
const shareBefore = drift.shareFound(nearMiss.from, shop);
/** The chance of a false alarm with fewer read below the line, and the limit at what the attack would show. */
const splitFalseAlarm = drift.chanceOfAtLeast(
  Math.round(foundAfter * split.high),
  split.high,
  shareBefore,
);
const falseAlarm = drift.chanceOfAtLeast(highSampleAfter, nearMiss.sample, shareBefore);

const threeWay = reviewing.threeWayDay();
const surge = reviewing.surgeOf(assumed.surge.growth);
const otherDesk = reviewing.cheapestDesk();
const declinedByBand = roundedSum(threeWay.goodDeclined, threeWay.reviewWronged);
/** Unread or by a reader. */
const bandDeclines = {
  good: threeWay.goodDeclined + threeWay.reviewWronged,
  fraud: shopping.fraudPerDay - threeWay.fraudApproved - threeWay.reviewMissed,
};

const seats = (cases: number, reviewers: number) => {
  const queue = reviewing.desk(cases, reviewers);
  const busy = queueing.utilization(queue);
  return {
    seats: reviewers,
    busy,
    wait: busy < 1 ? queueing.meanWait(queue) : Number.POSITIVE_INFINITY,
    late: busy < 1 ? queueing.probabilityOfWaitingLonger(queue, assumed.review.promisedMinutes) : 1,
  };
};
const [firstPass, ...laterPasses] = reviewing.passes;
const firstCases = firstPass?.cases ?? 0;

const group = (given: assumed.Group) => ({
  share: given.share,
  scores: { ...given.scores },
  atLine: fairness.probabilityIn(given),
  ...fairness.groupDay(given),
});
const established = group(assumed.established);
const newcomers = group(assumed.newcomers);
const holdout = prevalence.holdoutBill();

const { reports, model, both } = assumed.twoDetectors;
const seen = reports + model - both;
const estimate = prevalence.chapman(reports, model, both);

const weeklyLoss = best.fraudLoss * 7;
const reportedIn = (weeksAgo: number): number => cohorts(weeksAgo, weeklyLoss)[0]?.reported ?? 0;
const knownAtSix = reportedIn(6) / weeklyLoss;
const freshShare = best.fraudApproved / (best.fraudApproved + best.goodApproved);
const stillFraud = (days: number): number =>
  (freshShare * (1 - knownAfter(days))) / (1 - freshShare * knownAfter(days));

const sensitivity = (price: number) => {
  const found = shopping.sensitivityTo(price);
  return { price, ...found, regret: found.standing - found.best };
};

const weighed = (sign: assumed.Sign) => ({
  ...sign,
  ratio: likelihoodRatio(sign),
  probability: updated(shop.fraudShare, likelihoodRatio(sign)),
});
const productRatio =
  likelihoodRatio(assumed.signs.addressMismatch) * likelihoodRatio(assumed.signs.newDevice);

const flat = shopping.thresholdsWithin(flatTolerance);
const monthUnder = (threshold = 0) => ({
  ...monitoring.monthAt(threshold),
  dearer: day(threshold).cost - best.cost,
});
const modelDay = reviewing.modelDay();
const missedAsPeople = reviewing.missedAtCost(threeWay.cost);

const amount = ({ fraud, decline }: { fraud: number; decline: number }) => ({
  fraud,
  decline,
  even: shopping.breakEvenFor(fraud, decline),
});

const meanScore = ({ a, b }: { a: number; b: number }): number => (100 * a) / (a + b);

const own = resources.catalogue.find(({ id }) => id === 'ai-fraud-detection-guide');

/** The numbers in the fraud guide, in the units of `arithmetic/shop.ts`. */
export const guideValues: Values = {
  ...identityValues('agentic-commerce-guide'),
  ...(own && { sheet: { path: own.path.replace(/\.pdf$/, '.csv') } }),
  shop: {
    ...shop,
    legitimate: { ...shop.legitimate },
    fraudulent: { ...shop.fraudulent },
  },
  attacks: Object.fromEntries(
    Object.entries(attacks).map(([name, attack]) => [name, business(attack)]),
  ),
  evidence: {
    address: weighed(assumed.signs.addressMismatch),
    device: weighed(assumed.signs.newDevice),
    both: weighed(assumed.signs.both),
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
  deterring: {
    ...deterring,
    next: 1 - dayAt(deterringThreshold + 1).caught,
    dearer: deterringDearer,
    frauds: deterringDearer / shop.lossPerFraud,
    attempts: deterringDearer / shop.lossPerFraud / (1 - best.caught),
  },
  flat: { tolerance: flatTolerance, ...flat, dearer: best.cost * flatTolerance },
  ledger: { ...assumed.ledger.fraud, ...assumed.ledger.decline },
  t40: day(40),
  t48: day(48),
  t64: day(64),
  t72: day(72),
  breakEven: { probability: shopping.breakEvenProbability },
  peaks: {
    good: shopping.peakOf(shop.legitimate),
    fraud: shopping.peakOf(shop.fraudulent),
    adapted: shopping.peakOf(assumed.adapted),
  },
  posterior: {
    at50: probabilityOfFraud(50),
    at60: probabilityOfFraud(60),
  },
  amounts: { small: amount(assumed.amounts.small), large: amount(assumed.amounts.large) },
  review: { ...assumed.review, reading: reviewing.costOfReading, perCase: reviewing.costPerCase },
  band: { ...reviewing.band, probability: reviewing.bandProbabilities },
  threeWay: {
    ...threeWay,
    saved: best.cost - threeWay.cost,
    declined: declinedByBand,
    fraudDeclined: bandDeclines.fraud,
    allDeclined: declinedByBand + Math.round(bandDeclines.fraud),
    innocent: bandDeclines.good / (bandDeclines.good + bandDeclines.fraud),
    passed: (threeWay.fraudApproved + threeWay.reviewMissed) / shopping.fraudPerDay,
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
    seatHours: (firstPass?.seats ?? 0) * assumed.review.hoursOpen,
    perHour: firstCases / assumed.review.hoursOpen,
    three: seats(firstCases, 3),
    four: seats(firstCases, 4),
    settled: seats(reviewing.casesPerDay, reviewing.seats),
    other: { ...otherDesk, less: threeWay.cost - otherDesk.cost },
    pays: reviewing.wageParts,
    busiest: reviewing.busiest(reviewing.seats),
  },
  passes: { first: firstPass, second: laterPasses[0], last: laterPasses.at(-1) },
  surge: {
    cases: reviewing.casesPerDay * (1 + assumed.surge.growth),
    capacity: reviewing.mostCases,
    ...surge,
    wait: { ...surge.wait, later: roundedSum(surge.surplus, -surge.wait.lost, -surge.wait.room) },
  },
  kappa: {
    ...twoReaders,
    cases: Object.values(twoReaders).reduce((sum, part) => sum + part, 0),
    nineInTen: prevalence.wilson(0.9 * auditedPerSource, auditedPerSource),
    perSource: auditedPerSource,
    pass: 0.9 * auditedPerSource,
    differ: twoReaders.onlyFirst + twoReaders.onlySecond,
    ...prevalence.cohensKappa(twoReaders),
  },
  strata: {
    low,
    middle,
    high,
    all: {
      ...Object.fromEntries(summed.map((field) => [field, sumOf(field)])),
      ...prevalence.totalInterval(),
    },
    recognized: 1 - assumed.review.missed,
    // To ten thousand dollars.
    bill: { ...bill, year: Math.round(bill.year / 10_000) * 10_000 },
    split: {
      ...split,
      oneWeekIn: Math.round(1 / splitFalseAlarm),
    },
    needed: prevalence.neededToBound(low?.orders ?? 0, assumed.wishedCeiling),
    ceiling: assumed.wishedCeiling,
  },
  holdout: {
    ...assumed.holdout,
    ...holdout,
    sample: roundedSum(holdout.fraud, holdout.good),
    marginPoints: holdout.margin * 100,
    counted: monitoring.monthWithHoldout.share,
  },
  twins: { reports, model, both, estimate, unseen: estimate - seen },
  drift: {
    before: { mean: meanScore(shop.fraudulent), profit: cardProfitAt(drift.before.caught) },
    after: {
      ...drift.after,
      cost: shownCost(drift.after),
      mean: meanScore(assumed.adapted),
      profit: cardProfitAt(drift.after.caught),
      sample: highSampleAfter,
    },
    moved: {
      threshold: drift.bestThresholdAfter,
      saves: shownCost(drift.after) - shownCost(drift.moved),
    },
    psi: drift.stabilityIndex(shop, drift.shopAfter),
    // To ten weeks.
    chance: Math.round(0.1 / falseAlarm) * 10,
    sampleCost: nearMissBill.week,
    dearer: shownCost(drift.after) - best.cost,
    noticed: { week: noticed, twoWeeks: 1 - (1 - noticed) ** 2 },
    adapted: { ...assumed.adapted },
  },
  fairness: {
    established,
    newcomers,
    innocent: fairness.innocentShare(),
    moved: {
      threshold: fairness.mixedThreshold,
      innocent: fairness.innocentShare(fairness.mixedThreshold),
    },
    line: fairness.lineFor(assumed.newcomers),
    burden: newcomers.wronged / (newcomers.wronged + established.wronged),
    ratio: newcomers.stopped / established.stopped,
  },
  answers: { ...assumed.challenge, lines: answerLines, shown: assumed.shownProbability },
  program: {
    ...assumed.program,
    best: monthUnder(best.threshold),
    room: monitoring.roomIn(monitoring.monthAt(best.threshold)),
    band: { ...monitoring.monthWithBand, room: monitoring.roomIn(monitoring.monthWithBand) },
    first: monthUnder(monitoring.firstAbove),
    last: monthUnder(flat.last),
  },
  excessive: assumed.excessive,
  exemption: assumed.exemption,
  face: {
    ...assumed.faceCheck,
    once: farmedBehind(1),
    twice: farmedBehind(2),
    often: farmedBehind(assumed.faceCheck.tries),
  },
  model: {
    ...assumed.modelReader,
    band: reviewing.modelBand,
    day: modelDay,
    declined: roundedSum(modelDay.goodDeclined, modelDay.reviewWronged),
    asPeople: missedAsPeople,
    missedAsPeople: reviewing.modelDay(missedAsPeople).reviewMissed,
    asNobody: reviewing.missedAtCost(best.cost),
  },
  stepUp: {
    pass: assumed.stepUpPass,
    rescued: newcomers.wronged * assumed.stepUpPass,
    worth: newcomers.wronged * assumed.stepUpPass * shop.lossPerDecline,
  },
  appeals: {
    goodShare: assumed.appealing.good,
    fraudShare: assumed.appealing.fraud,
    line: fairness.appealsFrom({ good: best.goodDeclined, fraud: best.fraudCaught }),
    band: fairness.appealsFrom(bandDeclines),
  },
  sourcing: { point: sources.worthOfOnePoint },
  squared: prevalence.squared,
  plan: { ...assumed.plan, ...planned() },
  guarantee: { fee: assumed.guaranteeFee, ...sources.guaranteeDay() },
};
