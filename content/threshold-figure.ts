import type { ThresholdFigure } from './schema/schema.ts';

/** The assumptions are made up, and the caption says so. */
export const thresholdFigure: ThresholdFigure = {
  title: 'Fig. 1. One score, one line, two ways to be wrong',
  legitimate: 'good customers',
  fraudulent: 'fraud',
  axisLow: 'score 0',
  axisHigh: '100',
  approve: 'approve',
  decline: 'decline',
  control: 'Threshold',
  hint: 'Move the line.',
  readings: {
    caught: 'of fraud caught',
    stopped: 'of good customers stopped',
    cost: 'cost per day',
  },
  spoken:
    '{threshold}: {caught} of fraud caught, {stopped} of good customers stopped, {cost} per day',
  verdicts: {
    worseThanNothing: 'You catch {caught} of fraud, and lose more than if you approved everyone.',
    tooStrict:
      'Move it right: the last customers you stop cost more than the last fraud you catch.',
    cheapest: 'The cheapest line, and it lets {missed} of fraud through. Can you defend that?',
    tooLoose:
      'Move it left: the last fraud you approve costs more than the last customers you keep.',
  },
  // Further down the page, below the quotation.
  reminder: 'The line in the figure above stops {stopped} good customers a day. Each may ask why.',
  caption:
    'Illustration: {orders} orders a day, {fraudShare} of them fraud; {fraudLoss} lost per fraud approved, {declineLoss} per good customer declined. Both curves are drawn to the same area.',
  assumptions: {
    ordersPerDay: 10_000,
    fraudShare: 0.01,
    lossPerFraud: 180,
    lossPerDecline: 25,
    // Parameters of the score distributions: Beta(a, b) on the score divided by 100.
    legitimate: { a: 2, b: 8 },
    fraudulent: { a: 6, b: 3 },
    threshold: 38,
  },
};
