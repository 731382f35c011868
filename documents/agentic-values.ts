import * as agents from './arithmetic/agents.ts';
import { likelihoodRatio, type Sign, updated } from './arithmetic/evidence.ts';
import { breakEvenProbability, shop } from './arithmetic/shop.ts';
import { cents, count, dollars, percent, percentTenths, tenths } from './format.ts';
import { identityValues } from './identity-values.ts';
import type { Values } from './values.ts';

/** Every number in the paper on agentic commerce, worked out from `arithmetic/agents.ts`. */

const { hijack, sessions, fleet } = agents;

/** The mandate with the first `count` limits on it. */
const mandate = (index: number): agents.Limits => agents.mandates[index]?.limits ?? {};
const lost = (index: number): string =>
  dollars(agents.spentAfter(hijack.hoursUntilNoticed, mandate(index)));

const hoursUntilSpent = (limits: agents.Limits): number => {
  let hours = 0;
  while (agents.spentAfter(hours, limits) < hijack.creditLine) hours++;
  return hours;
};

const sign = (given: Sign): Record<string, string> => ({
  fraud: percent(given.amongFraud),
  good: percentTenths(given.amongGood),
  ratio:
    likelihoodRatio(given) < 10 ? tenths(likelihoodRatio(given)) : count(likelihoodRatio(given)),
  probability: percent(updated(shop.fraudShare, likelihoodRatio(given))),
});

const atTenth = agents.costOfPolicy(0.1);
const losses = agents.fleetLosses();
const automation = agents.bestAccuracy(agents.byAutomation);
const authority = agents.bestAccuracy(agents.byMandate);

export const agenticValues: Values = {
  ...identityValues('ai-fraud-detection-guide'),
  hijack: {
    hours: count(hijack.hoursUntilNoticed),
    perHour: count(hijack.ordersPerHour),
    order: dollars(hijack.order),
    line: dollars(hijack.creditLine),
    unlimited: lost(0),
    unlimitedHours: count(hoursUntilSpent({})),
    perOrder: dollars(mandate(3).perOrder ?? 0),
    perOrderLoss: lost(1),
    perDay: dollars(mandate(3).perDay ?? 0),
    perDayLoss: lost(2),
    perMonth: dollars(mandate(3).perMonth ?? 0),
  },
  accuracy: {
    automation: percent(automation.right),
    mandate: percent(authority.right),
    threshold: String(authority.threshold),
  },
  sessions: {
    hostile: cents(sessions.hostileAdmitted),
    friendly: dollars(sessions.friendlyBlocked),
    proof: cents(sessions.proof),
    noProof: percent(sessions.friendlyWithoutProof),
    fakes: percent(sessions.hostileWithProof),
    allowFrom: percent(agents.allowingPaysFrom),
    askFrom: percentTenths(agents.askingPaysFrom),
    tenBlock: cents(atTenth.blockAll),
    tenAllow: cents(atTenth.allowAll),
    tenAsk: cents(atTenth.askForProof),
  },
  automated: {
    prior: percent(shop.fraudShare),
    before: sign(agents.automatedBefore),
    after: sign(agents.automatedAfter),
    breakEven: percent(breakEvenProbability),
  },
  fleet: {
    customers: count(fleet.customers),
    each: dollars(fleet.lossPerCustomer),
    chance: percentTenths(fleet.monthlyChance),
    years: count(fleet.years),
    expected: dollars(losses.expected),
    apart: dollars(losses.badMonthApart),
    together: dollars(losses.badMonthTogether),
    inYears: percent(losses.chanceInYears),
  },
};
