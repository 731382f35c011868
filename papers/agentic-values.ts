import type { Shape } from '../src/threshold/model.ts';
import * as agents from './arithmetic/agents.ts';
import { likelihoodRatio, updated } from './arithmetic/rules.ts';
import { breakEvenProbability, peakOf } from './arithmetic/shop.ts';
import * as assumed from './assumptions.ts';
import { type Sign, shop } from './assumptions.ts';
import { identityValues } from './identity-values.ts';
import type { Values } from './values.ts';

const { hijack, sessions, fleet, friendly } = assumed;

const [unlimited, perOrder, perDay] = assumed.mandates.map((limits) =>
  agents.spentAfter(hijack.hoursUntilNoticed, limits),
);

const hoursUntilSpent = (limits: assumed.Limits): number => {
  let hours = 0;
  while (agents.spentAfter(hours, limits) < hijack.creditLine) hours++;
  return hours;
};

const sign = (given: Sign) => ({
  ...given,
  ratio: likelihoodRatio(given),
  probability: updated(shop.fraudShare, likelihoodRatio(given)),
});

const drawn = (shape: Shape) => ({ ...shape, peak: peakOf(shape) });
const shapes = ({ friendly, hostile }: assumed.Scores) => ({
  friendly: drawn(friendly),
  hostile: drawn(hostile),
});

/** A sign that is rarer on fraud divides the odds. */
const reassuring = (given: Sign) => ({ ...given, reassurance: 1 / likelihoodRatio(given) });

/** The numbers in the paper on agentic commerce, in the units of `arithmetic/shop.ts`. */
export const agenticValues: Values = {
  ...identityValues('ai-fraud-detection-guide'),
  hijack: {
    ...hijack,
    hoursUntilSpent: hoursUntilSpent({}),
    limits: { ...assumed.mandates.at(-1) },
    /** The hour on the clock. */
    evening: hijack.startsAtHour - 12,
    dates: Math.ceil((hijack.startsAtHour + hijack.hoursUntilNoticed) / 24),
    lost: {
      unlimited,
      perOrder,
      perDay,
      byDate: agents.spentByDate(assumed.mandates[2] ?? {}),
    },
  },
  shapes: { automation: shapes(assumed.byAutomation), mandate: shapes(assumed.byMandate) },
  accuracy: {
    automation: agents.accuracyRange(assumed.byAutomation),
    mandate: agents.accuracyRange(assumed.byMandate),
    threshold: agents.bestAccuracy(assumed.byMandate).threshold,
  },
  sessions: {
    ...sessions,
    allowFrom: agents.allowingPaysFrom,
    mostFriendly: friendly.most,
    tenth: friendly.tenth,
    askFrom: agents.askingPaysFrom,
    askUntil: agents.askingPaysUntil,
    atTenth: agents.costOfPolicy(friendly.tenth),
    atNone: agents.costOfPolicy(0),
    atMost: agents.costOfPolicy(friendly.most),
  },
  automated: {
    prior: shop.fraudShare,
    customersPerAgent: assumed.customersPerAgent,
    before: sign(assumed.automatedBefore),
    after: sign(agents.automatedAfter),
    breakEven: breakEvenProbability,
  },
  known: {
    deceived: assumed.deceived,
    before: reassuring(assumed.knownBefore),
    after: reassuring(agents.knownAfter),
  },
  fleet: { ...fleet, ...agents.fleetLosses(), beyondReserve: agents.beyondReserve() },
};
