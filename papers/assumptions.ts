import { thresholdFigure } from '../.content/threshold-figure.ts';
import type { Assumptions, Shape } from '../src/threshold/model.ts';

// Every number that the papers assume; all others are computed from these. None is data. After a
// change here `npm run build --workspace=papers` typesets texts, tables and figures again, or names the sentences that
// no longer hold.
//
// Units in this folder: money is dollars, counts are orders, shares and probabilities are between
// 0 and 1, scores and thresholds between 0 and 100.

/** A share of frauds and of good orders that show something. */
export interface Sign {
  amongFraud: number;
  amongGood: number;
}

// The shop of both papers.

/** The shop of the home page's figure, so that the papers agree with it. */
export const shop: Assumptions & { threshold: number } = {
  ...thresholdFigure.assumptions,
  /** Its former line: chosen to catch 95 % of the fraud. */
  threshold: 40,
};

/** The parts of its two prices, in dollars; their sums are those of the home page. */
export const ledger = {
  fraud: { goods: 120, shipping: 12, fee: 20, work: 28 },
  decline: { margin: 12, later: 10, calls: 3 },
} as const;

/** Prices of a small and of a large order, far enough apart for two lines. */
export const amounts = {
  small: { fraud: 30, decline: 8 },
  large: { fraud: 700, decline: 60 },
} as const;

/** The distance above the lowest cost within which a threshold is as good as the best. */
export const flatTolerance = 0.05;

/**
 * Attacks as businesses: dollars for an attempt, dollars from a success after what fences and
 * mules take, share of attempts that succeed. Low and high margins of each kind, so that the
 * order by margin is not the order by profit. That of cards follows from the shop's model.
 */
export const attackPrices = {
  card: { name: 'Stolen card, goods resold', costPerAttempt: 12, incomePerSuccess: 80 },
  takeover: {
    name: 'Account takeover',
    costPerAttempt: 0.08,
    incomePerSuccess: 40,
    successRate: 0.006,
  },
  bonus: {
    name: 'Sign-up bonus, farmed',
    costPerAttempt: 0.9,
    incomePerSuccess: 10,
    successRate: 0.55,
  },
  claim: {
    name: 'False “not received” claim',
    costPerAttempt: 9,
    incomePerSuccess: 60,
    successRate: 0.8,
  },
  testing: {
    name: 'Card testing',
    costPerAttempt: 0.02,
    incomePerSuccess: 2,
    successRate: 0.024,
  },
} as const;

/** Two signs; seen together they are more frequent among good orders than if independent. */
export const signs = {
  addressMismatch: { amongFraud: 0.3, amongGood: 0.06 },
  newDevice: { amongFraud: 0.8, amongGood: 0.2 },
  both: { amongFraud: 0.27, amongGood: 0.03 },
} as const satisfies Record<string, Sign>;

/** Days from an order to its dispute, Weibull: most within three months, a few far later. */
export const disputeDelay = { scaleDays: 55, shape: 1.6 } as const;

/** Weeks that the figure of the delay shows: four months, until nearly all is known. */
export const shownWeeks = 16;

/** The review desk. */
export const review = {
  minutesPerCase: 6,
  /** Minutes with the issuer, or with the customer, where a sample is read. */
  minutesPerConfirmation: 12,
  /** Dollars, with all that an employer pays. */
  costPerHour: 40,
  /** Share of fraud that is approved. */
  missed: 0.1,
  /** Share of good orders that is declined. */
  wronged: 0.05,
  /** A day that the desk is open. */
  hoursOpen: 10,
  /** A shift, of which `productiveHours` are left after breaks and training. */
  paidHours: 8,
  productiveHours: 5.5,
  /** The promise: at most a share of `late` waits longer. */
  promisedMinutes: 30,
  late: 0.05,
} as const;

/** A bad Monday: by how much cases grow, and the good customers who cancel when held overnight. */
export const surge = { growth: 1, givesUp: 0.15 } as const;

/** A day of a rule beside the model at its best line: one that helps, one that repeats, one that harms. */
export interface RuleDay {
  name: string;
  fires: number;
  fraud: number;
  modelDeclines: { fraud: number; good: number };
}

export const ruleDays: RuleDay[] = [
  {
    name: 'Shipping address changed after payment',
    fires: 30,
    fraud: 15,
    modelDeclines: { fraud: 6, good: 4 },
  },
  {
    name: 'Three or more cards on one device in an hour',
    fires: 40,
    fraud: 24,
    modelDeclines: { fraud: 22, good: 8 },
  },
  {
    name: 'Free email address and an order above $400',
    fires: 66,
    fraud: 10,
    modelDeclines: { fraud: 8, good: 8 },
  },
];

/** Verdicts of two readers in a label audit of 200 cases, with an agreement that is not good enough. */
export const twoReaders = { bothFraud: 80, bothGood: 90, onlyFirst: 20, onlySecond: 10 } as const;

/** Cases of each source in that audit. */
export const auditedPerSource = 50;

/** Scores from which a band is sampled, and orders read a week: most below the line, for the alarm. */
export const sampling = [
  { from: 0, sample: 100 },
  { from: 30, sample: 300 },
  { from: 45, sample: 600 },
] as const;

/** Frauds a week that the paper wishes to exclude in the lowest band. */
export const wishedCeiling = 100;

/** Accounts that each of two detectors finds, and both: a third of the reports. */
export const twoDetectors = { reports: 240, model: 400, both: 80 } as const;

/** The share of declines that is approved to learn from it, for so many days. */
export const holdout = { share: 0.02, days: 90 } as const;

/** Scores of fraud after the attackers have adapted: the middle of the scale. */
export const adapted: Shape = { a: 4, b: 4 };

/** A group with so large a share of the good customers, and its scores. */
export interface Group {
  name: string;
  share: number;
  scores: Shape;
}

/** The model scores them too high, because it knows little of them. */
export const newcomers: Group = { name: 'New to us', share: 0.15, scores: { a: 3, b: 6 } };

export const established: Group = {
  name: 'With a history',
  share: 1 - newcomers.share,
  scores: shop.legitimate,
};

/** Share of declined good newcomers who pass an extra check. */
export const stepUpPass = 0.8;

/** Shares of the declined people who appeal: good customers have more reason to. */
export const appealing = { good: 0.3, fraud: 0.05 } as const;

/** A challenge such as 3-D Secure: cheap, and with errors between those of approving and reading. */
export const challenge = {
  /** Dollars. */
  price: 0.1,
  /** Share of the good customers who do not complete it, and buy nothing. */
  left: 1 - stepUpPass,
  /** Share of the fraud that completes it. */
  passed: 0.3,
} as const;

/** The probability at which the figure of the answers ends: past the last line between two. */
export const shownProbability = 0.5;

/** The limits of Visa's monitoring program, in shares of the settled payments. The paper names the sources. */
export const program = {
  merchantShare: 0.015,
  merchantCount: 1500,
  acquirerShare: 0.005,
  acquirerExcessive: 0.007,
} as const;

/** The limits of Mastercard's. */
export const excessive = {
  share: 0.015,
  count: 100,
  highShare: 0.03,
  highCount: 300,
  /** The loss by fraud alone, in dollars and as a share of the payments. */
  fraudLoss: 50_000,
  fraudShare: 0.005,
} as const;

/** Rates of fraud up to which payments of three sizes may be exempt from strong authentication. */
export const exemption = { small: 0.0013, middle: 0.0006, large: 0.0001 } as const;

/** A check of faces at sign-up: the share of forged ones stopped, and dollars for another try. */
export const faceCheck = { stopped: 0.9, costPerRetry: 0.1, tries: 5 } as const;

/** A language model that reads cases: errs twice as often as the desk, for dollars a case. */
export const modelReader = { price: 0.1, missed: 0.2, wronged: 0.1 } as const;

/** Dollars per approval, for a vendor that pays for the fraud that it approves. */
export const guaranteeFee = 0.9;

/** Days of the plan, from 1: its end, and those on which something starts. */
export const plan = { days: 90, measuring: 8, firstStep: 45, weeklyPage: 61 } as const;

// Customers who send agents.

/** Made to last a weekend: it begins on Friday at `startsAtHour` and ends when the owner looks. */
export const hijack = {
  /** Dollars. */
  order: 240,
  ordersPerHour: 3,
  creditLine: 6000,
  startsAtHour: 20,
  hoursUntilNoticed: 36,
} as const;

export interface Limits {
  /** Dollars, as all of them. */
  perOrder?: number;
  /** The cap in any 24 hours. */
  perDay?: number;
  /** The cap in any 30 days. */
  perMonth?: number;
}

/** Each adds one limit to the one before. */
export const mandates: Limits[] = [
  {},
  { perOrder: 150 },
  { perOrder: 150, perDay: 300 },
  { perOrder: 150, perDay: 300, perMonth: 800 },
];

/** Automated sessions: the cost of an error, the cost of a proof, and the share that can give it. */
export const sessions = {
  /** Dollars. */
  hostileAdmitted: 1.5,
  /** Dollars of margin. */
  friendlyBlocked: 6,
  /** Dollars per session that is asked for it. */
  proof: 0.05,
  friendlyWithoutProof: 0.04,
  hostileWithProof: 0.02,
} as const;

/** The friendly share at the end of the figure, and the one that the text computes. */
export const friendly = { most: 0.4, tenth: 0.1 } as const;

/** A fleet of agents; the chance is so small that one bad month in five years is unlikely. */
export const fleet = {
  customers: 10_000,
  /** Dollars. */
  lossPerCustomer: 200,
  monthlyChance: 0.001,
  years: 5,
} as const;

export interface Scores {
  friendly: Shape;
  hostile: Shape;
}

/** Both kinds are automated, so nearly alike. */
export const byAutomation: Scores = { friendly: { a: 9, b: 3 }, hostile: { a: 8, b: 3 } };

/** Few hostile ones can show a mandate. */
export const byMandate: Scores = { friendly: { a: 4, b: 8 }, hostile: { a: 10, b: 3 } };

/** The sign “is automated”, before customers use agents. */
export const automatedBefore: Sign = { amongFraud: 0.4, amongGood: 0.005 };

/** One good customer in so many sends an agent. */
export const customersPerAgent = 10;

/** The sign “known device, known address”, before agents run in customers’ browsers. */
export const knownBefore: Sign = { amongFraud: 0.2, amongGood: 0.95 };

/** Share of fraud that deceived agents in customers’ own browsers commit. */
export const deceived = 0.35;
