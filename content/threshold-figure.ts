import type { ThresholdFigure } from './schema/schema.ts';

/** The assumptions are made up, and the caption says so. */
export const thresholdFigure: ThresholdFigure = {
  title: 'Fig. 1. One score, one line, two ways to be wrong',
  legitimate: 'good customers',
  fraudulent: 'fraud',
  axisLow: '0: safe',
  axisHigh: '100: risky',
  approve: 'approve',
  decline: 'decline',
  control: 'Threshold',
  hint: 'Move the line.',
  readings: {
    caught: {
      label: 'of fraud caught',
      note: '{fraudApproved} a day pass, {fraudLoss} each',
    },
    stopped: {
      label: 'of good customers stopped',
      note: '{goodDeclined} a day, {declineLoss} each',
    },
    cost: {
      label: 'cost per day',
      note: '{everyone} if you approved everyone',
    },
  },
  spoken:
    '{threshold}: cost {cost} per day, {caught} of fraud caught, {stopped} of good customers stopped',
  // Spoken when they change, so only the one that holds at a single position may have numbers.
  verdicts: {
    worseThanNothing:
      'Far too strict: you would lose less if you approved everyone, fraud and all.',
    tooStrict:
      'Too strict, move it right: the last customers you stop cost more than the last fraud you catch.',
    cheapest: 'The cheapest line. It lets {missed} of fraud through: can you defend that?',
    tooLoose:
      'Too loose, move it left: the last fraud you let through costs more than the last customers you keep.',
  },
  // Further down the page, below the quotation.
  reminder: 'The line in the figure above stops {stopped} good customers a day. Each may ask why.',
  caption:
    'Illustration: {orders} orders a day, {fraudShare} of them fraud. Each has a score; what scores above the line is declined. Both curves are drawn to the same area.',
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
