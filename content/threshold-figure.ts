import type { ThresholdFigure } from './schema/schema.ts';

/** The assumptions are made up, and the caption says so. */
export const thresholdFigure: ThresholdFigure = {
  title: 'Fig. 1. A fraud threshold and its two errors',
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
      note: '{everyone} if all passed',
    },
  },
  spoken:
    '{threshold}: cost {cost} per day, {caught} of fraud caught, {stopped} of good customers stopped',
  // Spoken when they change, so only the one that holds at a single position may have numbers.
  verdicts: {
    worseThanNothing: 'Far too strict: you would lose less if you approved everyone.',
    tooStrict: 'Too strict: raising the threshold saves more in customers than it loses to fraud.',
    cheapest: 'The cheapest line. It still lets {missed} of fraud through.',
    tooLoose: 'Too loose: lowering the threshold saves more in fraud than it costs in customers.',
  },
  // Further down the page, below the quotation.
  reminder: 'The line in Fig. 1 stops {stopped} good customers a day.',
  caption:
    'Invented example: {orders} orders a day, {fraudShare} of them fraud. Scores above the line are declined. Drawn to equal areas, fraud looks larger than it is.',
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
