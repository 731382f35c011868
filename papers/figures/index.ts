import { agentPolicies } from './agent-policies.ts';
import { answers } from './answers.ts';
import { attackMargins } from './attack-margins.ts';
import { automationOrMandate } from './automation-or-mandate.ts';
import { burden } from './burden.ts';
import { costCurve } from './cost-curve.ts';
import { decisionFlow } from './decision-flow.ts';
import { delegationChain } from './delegation-chain.ts';
import { disputeTree } from './dispute-tree.ts';
import { drift } from './drift.ts';
import { feedbackLoops } from './feedback-loops.ts';
import { fleetLoss } from './fleet-loss.ts';
import { labelDelay } from './label-delay.ts';
import { maturityLadder, readinessLadder } from './ladders.ts';
import { mandateExposure } from './mandate-exposure.ts';
import { ninetyDays } from './ninety-days.ts';
import { operatingModel } from './operating-model.ts';
import { prevalence } from './prevalence.ts';
import { reviewCapacity } from './review-capacity.ts';
import { scoreDistribution } from './score-distribution.ts';
import { signalClock } from './signal-clock.ts';
import { signalLedger } from './signal-ledger.ts';
import type { Figure } from './svg.ts';
import { tenThousand } from './ten-thousand.ts';

/** By the names that Markdown sources use. */
export const figures: Record<string, Figure> = {
  'agent-policies': agentPolicies,
  answers,
  'attack-margins': attackMargins,
  'automation-or-mandate': automationOrMandate,
  burden,
  'cost-curve': costCurve,
  'decision-flow': decisionFlow,
  'delegation-chain': delegationChain,
  'dispute-tree': disputeTree,
  drift,
  'feedback-loops': feedbackLoops,
  'fleet-loss': fleetLoss,
  'label-delay': labelDelay,
  'mandate-exposure': mandateExposure,
  'maturity-ladder': maturityLadder,
  'ninety-days': ninetyDays,
  'operating-model': operatingModel,
  prevalence,
  'readiness-ladder': readinessLadder,
  'review-capacity': reviewCapacity,
  'score-distribution': scoreDistribution,
  'signal-clock': signalClock,
  'signal-ledger': signalLedger,
  'ten-thousand': tenThousand,
};
