import type { Shape } from '#src/threshold/model.ts';
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

/** `peak` is a score. */
const drawn = ({ a, b }: Shape) => ({ a, b, peak: (100 * (a - 1)) / (a + b - 2) });

/** A sign that is rarer on fraud divides the odds. */
const reassuring = (given: Sign) => ({ ...given, reassurance: 1 / likelihoodRatio(given) });

/** The numbers in the paper on agentic commerce, in the units of `arithmetic/shop.ts`. */
export const agenticValues: Values = {
  ...identityValues('ai-fraud-detection-guide'),
  hijack: {
    ...hijack,
    hoursUntilSpent: hoursUntilSpent({}),
    limits: { ...agents.mandates.at(-1) },
    /** On the clock. */
    evening: hijack.startsAtHour - 12,
    dates: Math.ceil((hijack.startsAtHour + hijack.hoursUntilNoticed) / 24),
    lost: {
      unlimited,
      perOrder,
      perDay,
      byDate: agents.spentByDate(agents.mandates[2] ?? {}),
    },
  },
  shapes: {
    automation: {
      friendly: drawn(agents.byAutomation.friendly),
      hostile: drawn(agents.byAutomation.hostile),
    },
    mandate: {
      friendly: drawn(agents.byMandate.friendly),
      hostile: drawn(agents.byMandate.hostile),
    },
  },
  accuracy: {
    automation: agents.accuracyRange(agents.byAutomation),
    mandate: agents.accuracyRange(agents.byMandate),
    threshold: agents.bestAccuracy(agents.byMandate).threshold,
  },
  sessions: {
    ...sessions,
    allowFrom: agents.allowingPaysFrom,
    mostFriendly: agents.mostFriendly,
    askFrom: agents.askingPaysFrom,
    askUntil: agents.askingPaysUntil,
    atTenth: agents.costOfPolicy(0.1),
    atNone: agents.costOfPolicy(0),
    atMost: agents.costOfPolicy(agents.mostFriendly),
  },
  automated: {
    prior: shop.fraudShare,
    customersPerAgent: agents.customersPerAgent,
    before: sign(agents.automatedBefore),
    after: sign(agents.automatedAfter),
    breakEven: breakEvenProbability,
  },
  known: {
    deceived: agents.deceived,
    before: reassuring(agents.knownBefore),
    after: reassuring(agents.knownAfter),
  },
  fleet: { ...fleet, ...agents.fleetLosses(), beyondReserve: agents.beyondReserve() },
};
