import * as agents from './arithmetic/agents.ts';
import { likelihoodRatio, type Sign, updated } from './arithmetic/evidence.ts';
import { breakEvenProbability, shop } from './arithmetic/shop.ts';
import { identityValues } from './identity-values.ts';
import type { Values } from './values.ts';

const { hijack, sessions, fleet } = agents;

const [unlimited, perOrder, perDay] = agents.mandates.map((limits) =>
  agents.spentAfter(hijack.hoursUntilNoticed, limits),
);

const hoursUntilSpent = (limits: agents.Limits): number => {
  let hours = 0;
  while (agents.spentAfter(hours, limits) < hijack.creditLine) hours++;
  return hours;
};

const sign = (given: Sign) => ({
  ...given,
  ratio: likelihoodRatio(given),
  probability: updated(shop.fraudShare, likelihoodRatio(given)),
});

const atTenth = agents.costOfPolicy(0.1);

/** The numbers in the paper on agentic commerce, in the units of `arithmetic/shop.ts`. */
export const agenticValues: Values = {
  ...identityValues('ai-fraud-detection-guide'),
  hijack: {
    ...hijack,
    hoursUntilSpent: hoursUntilSpent({}),
    limits: { ...agents.mandates.at(-1) },
    lost: { unlimited, perOrder, perDay },
  },
  accuracy: {
    automation: agents.bestAccuracy(agents.byAutomation).right,
    mandate: agents.bestAccuracy(agents.byMandate).right,
    threshold: agents.bestAccuracy(agents.byMandate).threshold,
  },
  sessions: {
    ...sessions,
    allowFrom: agents.allowingPaysFrom,
    askFrom: agents.askingPaysFrom,
    atTenth,
  },
  automated: {
    prior: shop.fraudShare,
    before: sign(agents.automatedBefore),
    after: sign(agents.automatedAfter),
    breakEven: breakEvenProbability,
  },
  fleet: { ...fleet, ...agents.fleetLosses() },
};
