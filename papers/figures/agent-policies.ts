import {
  allowingPaysFrom,
  askingPaysFrom,
  costOfPolicy,
  type Policy,
} from '../arithmetic/agents.ts';
import { friendly } from '../assumptions.ts';
import { percent, percentTenths } from '../format.ts';
import {
  axisBelow,
  axisName,
  circle,
  columnFigure,
  columnWidth,
  gridLines,
  line,
  polyline,
  scale,
  text,
} from './svg.ts';

const baseline = 164;
const top = 30;
const left = 34;
const right = columnWidth - 10;
const x = scale([0, friendly.most], [left, right]);
const y = scale([0, 2.5], [baseline, top]);

export const agentPolicies = columnFigure(() => {
  const policy = (name: Policy, className: string): string =>
    polyline(
      [0, friendly.most].map((share) => [x(share), y(costOfPolicy(share)[name])]),
      className,
    );
  const crossing = costOfPolicy(allowingPaysFrom).allowAll;
  const ask = costOfPolicy(askingPaysFrom).askForProof;
  return {
    height: baseline + 30,
    content: [
      text([1, 12], 'dollars per automated session', 'label quiet'),
      gridLines([left, right], y, [0.5, 1, 1.5, 2, 2.5], (cost) => `$${cost.toFixed(2)}`),
      policy('blockAll', 'fraud-line'),
      policy('allowAll', 'fraud-dash'),
      policy('askForProof', 'legit-line'),
      circle([x(allowingPaysFrom), y(crossing)], 2.8, 'dot'),
      line([x(askingPaysFrom), top + 8], [x(askingPaysFrom), baseline], 'signal-line'),
      circle([x(askingPaysFrom), y(ask)], 2.8, 'signal-dot'),
      text(
        [x(askingPaysFrom) + 6, top + 12],
        `asking is cheapest from ${percentTenths(askingPaysFrom)}`,
        'label strong signal',
      ),
      text([x(0.29), y(1.9)], 'block all', 'label strong', 'end'),
      text([x(0.31), y(1.14)], 'allow all', 'label strong'),
      text([x(0.3), y(0.24)], 'ask for proof', 'label strong legit'),
      axisBelow(baseline, [left, right], x, [0, 0.1, allowingPaysFrom, 0.3, 0.4], percent),
      axisName([(left + right) / 2, baseline + 26], 'automated sessions that customers sent'),
    ],
  };
});
