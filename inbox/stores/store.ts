import type { Counted } from '#enquiry/counts.ts';
import type { Fields, SubmissionKind } from '../kinds/index.ts';

export type { Fields, SubmissionKind };

export interface NewSubmission {
  kind: SubmissionKind;
  fields: Fields;
  /** ISO 8601, UTC, like all times here. */
  receivedAt: string;
  /** Stored only once. */
  idempotencyKey: string;
  isToDeliver: boolean;
}

/** The time of a booking; its length is in the fields. */
export interface BookedTime {
  start: string;
  /** 0 at first, incremented with each change (RFC 5545 3.8.7.4). */
  sequence: number;
  /** The time of the last change; null for none. */
  changedAt: string | null;
  cancelledAt: string | null;
  /** The mail to the visitor about the current state: sent or being sent, due from the outbox, or none. */
  invitation: 'sent' | 'due' | 'none';
  /** The code that confirms the visitor's address; null if the address is confirmed, or need not be. */
  confirmation: string | null;
}

/** A time that a visitor or the owner wants, with the interval that it blocks. */
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
  /** The mailbox that gets the mails, normalized. */
  mailbox: string;
  /** The hash of the visitor's network; null if it has no limit. */
  network: string | null;
  /** A code if the visitor must confirm the booking, which then counts toward the mailbox's limit. */
  confirmation: string | null;
  /** The hash of the key with which the visitor changes the booking; a hash is stored only once. */
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

export interface Submission extends Omit<NewSubmission, 'isToDeliver' | 'idempotencyKey'> {
  /** The owner's number for the submission, never reused, even after an erasure. */
  id: number;
  /** Random, for mails and calendar files, where the ID would reveal the number of submissions. */
  publicId: string;
  delivery: {
    /** Null if nothing is to be delivered. */
    nextAttemptAt: string | null;
    attempts: number;
    lastError: string | null;
    deliveredAt: string | null;
  };
  /** The time at which the owner first saw the submission. */
  seenAt: string | null;
  /** Null for a submission without a booked time. */
  time: BookedTime | null;
}

/** A submission with a time that it holds or held. */
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
  /** Leaves out bookings that are not cancelled and end after this time. */
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
