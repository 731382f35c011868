import type { Counted } from '#enquiry/counts.ts';
import type { SubmissionKind } from '../kinds/index.ts';
import type { Fields } from '../kinds/kind.ts';

export type { Fields, SubmissionKind };

export interface NewSubmission {
  kind: SubmissionKind;
  fields: Fields;
  /** ISO 8601, UTC, as are all times here. */
  receivedAt: string;
  /** The same key is stored once; null is always new. */
  idempotencyKey: string | null;
  isToDeliver: boolean;
}

/** The time of a booking; its length is in the fields. */
export interface BookedTime {
  start: string;
  /** 0 at first, one more with each change (RFC 5545 3.8.7.4). */
  sequence: number;
  /** The time of the last change; null for none. */
  changedAt: string | null;
  cancelledAt: string | null;
  /** The mail to the visitor about the present state: sent or being sent, due from the outbox, or none. */
  invitation: 'sent' | 'due' | 'none';
  /** The code that confirms the visitor's address; null if it is confirmed, or needs no confirmation. */
  confirmation: string | null;
}

/** A time that a visitor or the owner wants, with what it blocks. */
export interface WantedTime {
  start: string;
  /** The consultation with its buffers, which no other booking may overlap. */
  blockedFrom: string;
  blockedUntil: string;
  /** The day of the time, such as 2026-01-02, in the owner's zone. */
  ownerDay: string;
  mostPerDay: number;
}

export interface NewBooking extends Omit<NewSubmission, 'idempotencyKey'> {
  time: WantedTime;
  /** The mailbox that gets the mails, in one spelling. */
  mailbox: string;
  /** The hash of the visitor's network; null without a limit for it. */
  network: string | null;
  /** A code if the visitor must confirm the booking, which then counts for the limit of the mailbox. */
  confirmation: string | null;
  /** The hash of the key with which the visitor changes the booking; the same hash is stored once. */
  keyHash: string;
}

/**
 * The people who are notified of a change. A visitor's change goes to the owner, by mail (`deliver`) or in the
 * `inbox` alone; the owner's is mailed to `both`, or to `none`.
 */
export type News = 'deliver' | 'inbox' | 'both' | 'none';

/** The reason why a time cannot be booked. */
export type TimeRefusal = 'taken' | 'dayFull';

export type BookingRefusal = TimeRefusal | 'known' | 'fromNetwork';

/** A time that a booking blocks. */
export interface BlockedTime extends Omit<WantedTime, 'mostPerDay'> {
  id: number;
}

export interface Submission extends Omit<NewSubmission, 'isToDeliver'> {
  /** The owner's number for it, never used again, even after an erasure. */
  id: number;
  /** Random, for mails and calendar files, where the ID would tell how many submissions there are. */
  publicId: string;
  delivery: {
    /** Null when nothing is to be delivered. */
    nextAttemptAt: string | null;
    attempts: number;
    lastError: string | null;
    deliveredAt: string | null;
  };
  /** The time at which the owner first saw it. */
  seenAt: string | null;
  /** Null for a submission without a booked time. */
  time: BookedTime | null;
}

/** A submission with a time that is, or was, its own. */
export interface Booking extends Submission {
  time: BookedTime;
}

export interface SubmissionFilter {
  id?: number | undefined;
  kind?: SubmissionKind | readonly SubmissionKind[] | undefined;
  /** Inclusive. */
  since?: string | undefined;
  /** Exclusive. */
  before?: string | undefined;
  isUndelivered?: boolean | undefined;
  /** The time before which a booking must have ended. */
  endedBefore?: string | undefined;
}

/** A filter that cannot select the whole inbox by mistake. */
export type ErasureFilter =
  | (SubmissionFilter & { id: number })
  | (Omit<SubmissionFilter, 'id'> & { before: string });

/** The last reading of the machine's clock, and the time since which it has not jumped. */
export interface Clock {
  seenAt: string;
  steadySince: string;
}

/** The number of counts of an event, or of stored submissions of a kind, in a week. */
export interface WeekCount {
  /** Its Monday, such as 2026-01-05, UTC. */
  week: string;
  event: Counted['event'] | 'submission';
  /** The label of a count, or the kind of a submission. */
  label: string;
  count: number;
}
