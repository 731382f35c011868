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

export interface Delivery {
  /** Null when nothing is to be delivered. */
  nextAttemptAt: string | null;
  attempts: number;
  lastError: string | null;
  deliveredAt: string | null;
}

export interface Submission extends Omit<NewSubmission, 'isToDeliver'> {
  /** Never given twice, also after an erasure. */
  id: number;
  delivery: Delivery;
  /** When the owner first saw it, and marked it as answered. */
  seenAt: string | null;
  answeredAt: string | null;
}

export interface SubmissionFilter {
  id?: number | undefined;
  kind?: SubmissionKind | undefined;
  /** Inclusive. */
  since?: string | undefined;
  /** Exclusive. */
  before?: string | undefined;
  isUndelivered?: boolean | undefined;
}

/** Without `kinds`, of every kind; without `limit`, all of them. */
export type ErasureFilter =
  | { id: number }
  | { before: string; kinds?: readonly SubmissionKind[]; limit?: number };

export interface Erased {
  count: number;
  /** False while another program reads what was there before. */
  isGone: boolean;
}

export interface AcknowledgementLimits {
  /** Those sent before this time do not count. */
  since: string;
  /** To all mailboxes together; to one mailbox it is one. */
  inAll: number;
}

/** How often something was counted in a week, or a kind of submission arrived, as far as it is kept. */
export interface WeekCount {
  /** Its Monday, such as 2026-01-05, UTC. */
  week: string;
  event: Counted['event'] | 'submission';
  /** Of a submission, its kind. */
  label: string;
  count: number;
}

/** Each method rejects when the store cannot be used. */
export interface Store {
  /** On disk when it resolves. @returns its id, or null when its key is known */
  add(submission: NewSubmission): Promise<number | null>;
  /** Newest first. */
  list(filter?: SubmissionFilter): Promise<Submission[]>;
  /** The same in parts, so that an inbox may be larger than the memory. */
  pages(filter: SubmissionFilter, limit?: number): AsyncIterable<readonly Submission[]>;
  count(filter: SubmissionFilter): Promise<number>;
  erase(filter: ErasureFilter): Promise<Erased>;
  /** Newest first. What is put off beyond `latest`, a clock that was ahead put off, and is due, too. */
  listDue(now: string, latest: string, limit: number): Promise<Submission[]>;
  nextDueAt(): Promise<string | null>;
  /**
   * Takes a due submission; the next attempt is set in case the process ends during this one.
   * @returns false when another process was quicker
   */
  claim(submission: Submission, nextAttemptAt: string): Promise<boolean>;
  setDelivered(id: number, deliveredAt: string): Promise<void>;
  setFailed(id: number, error: string, nextAttemptAt: string): Promise<void>;
  /** @returns false when this submission has been acknowledged, or the limits are reached */
  claimAcknowledgement(
    id: number,
    mailbox: string,
    now: string,
    limits: AcknowledgementLimits,
  ): Promise<boolean>;
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
  /** @param before a day, exclusive. @returns how many counts there were */
  eraseCounts(before: string): Promise<number>;
  /** Rejects when the store cannot take a large submission. */
  checkWritable(now: string): Promise<void>;
}
