import type { CalendarCache } from '#booking/calendars.ts';
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

/** A time that is taken by a booking; its length is in the fields. */
export interface BookedTime {
  start: string;
  /** 0 at first, one more with each change (RFC 5545 3.8.7.4). */
  sequence: number;
  /** The time of the last change; null when there was none. */
  changedAt: string | null;
  cancelledAt: string | null;
  /** Mail to the visitor, of the booking as it is now: sent or on its way, due from the outbox, or none. */
  invitation: 'sent' | 'due' | 'none';
  /** The code that confirms the visitor's address; null once it is confirmed, and where none is asked for. */
  confirmation: string | null;
}

/** A time that somebody wants, and what must hold for it to be theirs. */
export interface WantedTime {
  start: string;
  /** The start of the conversation with its buffers, which nothing else may overlap. */
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
  /** A code holds the time until it is confirmed; the limit of the mailbox applies then. */
  confirmation: string | null;
  /** Hash of the key that changes it; the same hash is stored once. */
  keyHash: string;
}

/**
 * The people who learn of a change: of a visitor's the owner, by `deliver` or in the `inbox`; of the owner's
 * `both`, by mail, or `none`.
 */
export type News = 'deliver' | 'inbox' | 'both' | 'none';

/** The reason why a time cannot be booked. */
export type TimeRefusal = 'taken' | 'dayFull';

export type BookingRefusal = TimeRefusal | 'known' | 'fromNetwork';

/** Blocked by bookings that are not cancelled, and while they wait for a confirmation. */
export interface BlockedTime {
  id: number;
  start: string;
  blockedFrom: string;
  blockedUntil: string;
  ownerDay: string;
}

export interface Submission extends Omit<NewSubmission, 'isToDeliver'> {
  /** Never given twice, also after an erasure. */
  id: number;
  delivery: {
    /** Null when nothing is to be delivered. */
    nextAttemptAt: string | null;
    attempts: number;
    lastError: string | null;
    deliveredAt: string | null;
  };
  /** The times at which the owner first saw it, and marked it as answered. */
  seenAt: string | null;
  answeredAt: string | null;
  /** Null for all that took no time. */
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

/** Never all of them by an oversight. */
export type ErasureFilter =
  | (SubmissionFilter & { id: number })
  | (Omit<SubmissionFilter, 'id'> & { before: string });

/** The machine's, as it was last looked at, and since when it has run without a jump. */
export interface Clock {
  seenAt: string;
  steadySince: string;
}

/** The limits of mails to visitors, to all mailboxes together and to one, counted from a time on. */
export interface InvitationLimits {
  since: string;
  inAll: number;
  toMailbox: number;
}

/** The number of counts of an event, or of submissions of a kind, in a week, as far as they are kept. */
export interface WeekCount {
  /** Its Monday, such as 2026-01-05, UTC. */
  week: string;
  event: Counted['event'] | 'submission';
  /** The label of a count, or the kind of a submission. */
  label: string;
  count: number;
}

/** Each method rejects when the store cannot be used. */
export interface Store {
  /** Stores a submission, on disk when it resolves. @returns its id, or null when its key is known */
  add(submission: NewSubmission): Promise<number | null>;
  /** Stores a booking on disk. Of any number of requests for one time, one is `booked`. */
  book(booking: NewBooking): Promise<Booking | BookingRefusal>;
  findBooking(keyHash: string): Promise<Booking | null>;
  /** Confirms it by its code, within `holdTime` and before the time begins. */
  confirmBooking(
    booking: Booking,
    code: string,
    now: string,
    isToDeliver: boolean,
  ): Promise<Booking | 'tooMany' | 'taken' | 'changed'>;
  /** Moves it to another time. @returns `changed` when it is no longer as it was read */
  moveBooking(
    booking: Booking,
    time: WantedTime,
    now: string,
    news: News,
  ): Promise<Booking | TimeRefusal | 'changed'>;
  /** @returns it, or null when it is not as it was read any more */
  cancelBooking(booking: Booking, now: string, news: News): Promise<Booking | null>;
  /** Times that end after `since`, in any order. */
  blockedTimes(since: string, now: string): Promise<BlockedTime[]>;
  /** The last copies of the owner's calendars. */
  calendars: CalendarCache;
  /** Newest first; here and below, without bookings that wait for a confirmation. */
  list(filter?: SubmissionFilter): Promise<Submission[]>;
  /** The same in parts, so that an inbox may be larger than the memory. */
  pages(filter: SubmissionFilter, limit?: number): AsyncIterable<readonly Submission[]>;
  count(filter: SubmissionFilter): Promise<number>;
  /** Erases at most `limit` submissions, or all. `isGone` is false while another program still reads them. */
  erase(filter: ErasureFilter, limit?: number): Promise<{ count: number; isGone: boolean }>;
  /** Newest first. What is put off beyond `latest`, a clock that was ahead put off, and is due, too. */
  listDue(now: string, latest: string, limit: number): Promise<Submission[]>;
  /**
   * Takes a due submission; the next attempt is set in case the process ends during this one.
   * @returns false when another process was quicker
   */
  claim(submission: Submission, nextAttemptAt: string): Promise<boolean>;
  /** Here and below, nothing happens to a booking that was changed since it was read. */
  /** Marks a delivery to the owner. It stays due while an invitation is. */
  setDelivered(submission: Submission, deliveredAt: string): Promise<void>;
  setFailed(submission: Submission, error: string): Promise<void>;
  /** @returns false when this submission has been acknowledged, its mailbox had one since, or all had `inAll` */
  claimAcknowledgement(
    id: number,
    mailbox: string,
    now: string,
    limits: Omit<InvitationLimits, 'toMailbox'>,
  ): Promise<boolean>;
  /**
   * @returns why there is none: one is `known` of the booking as it is, or its mailbox or all had too many;
   * those of a booking count as long as its last
   */
  claimInvitation(
    booking: Booking,
    now: string,
    limits: InvitationLimits,
  ): Promise<'claimed' | 'known' | 'tooMany'>;
  /** Whether there is an invitation; it is due no more. */
  setInvited(booking: Submission, isInvited: boolean): Promise<void>;
  markSeen(ids: readonly number[], seenAt: string): Promise<void>;
  /** @returns whether there is such a submission */
  setAnswered(id: number, answeredAt: string | null): Promise<boolean>;
  /**
   * Adds one to the count of a day, such as 2026-01-02 (UTC). A label that is one too many of its event
   * and day counts as another.
   */
  addCount(day: string, counted: Counted): Promise<void>;
  /** @param since a day, which should be a Monday: weeks are not divided */
  weekCounts(since: string): Promise<WeekCount[]>;
  /** Erases the counts of days before one. @returns the number of rows */
  eraseCounts(before: string): Promise<number>;
  /** The key by which networks are hashed; `fresh` where there is none yet. */
  networkKey(fresh: string): Promise<string>;
  /**
   * Erases bookings that nobody confirmed within a day, the networks of past ones, and the key once no booking
   * has a network.
   */
  forgetNetworks(now: string): Promise<void>;
  /** Null before the first look. */
  readClock(): Promise<Clock | null>;
  writeClock(clock: Clock): Promise<void>;
  /** Rejects when the store cannot take a large submission. */
  checkWritable(now: string): Promise<void>;
}
