import type { SubmissionKind } from '../kinds/index.ts';
import type { Fields } from '../kinds/kind.ts';

/** What the form backend keeps, and what it needs of a place to keep it. */

export type { Fields, SubmissionKind };

export interface NewSubmission {
  kind: SubmissionKind;
  fields: Fields;
  /** ISO 8601, UTC, as are all times here. */
  receivedAt: string;
  /** The same key is stored once, however often it comes; null is always new. */
  idempotencyKey: string | null;
  /** Whether it goes into the outbox, in the same transaction. */
  isToDeliver: boolean;
}

/** How far the outbox has come with a submission. */
export interface Delivery {
  /** When it is tried next; null when it is delivered, or was never to be. */
  nextAttemptAt: string | null;
  attempts: number;
  /** What the last attempt failed with. */
  lastError: string | null;
  deliveredAt: string | null;
}

export interface Submission extends Omit<NewSubmission, 'isToDeliver'> {
  id: number;
  delivery: Delivery;
}

/** Which submissions to list; without a condition, all. */
export interface SubmissionFilter {
  kind?: SubmissionKind | undefined;
  /** Received at this time or later. */
  since?: string | undefined;
  /** Only what is still in the outbox. */
  isUndelivered?: boolean | undefined;
}

/** Which submissions to erase: one, or all that were received before a time. */
export type ErasureFilter = { id: number } | { before: string };

/** A place that keeps submissions. Each method rejects when the place cannot be used. */
export interface Store {
  /**
   * Keeps a submission. When this resolves it is on disk.
   * @returns whether it is new; false when its idempotency key was there already
   */
  add(submission: NewSubmission): Promise<boolean>;
  /** Submissions that match, newest first. */
  list(filter?: SubmissionFilter): Promise<Submission[]>;
  /** Erases what matches. @returns how many there were */
  erase(filter: ErasureFilter): Promise<number>;
  /** What is to be delivered by now, longest waiting first, at most so many. */
  listDue(now: string, limit: number): Promise<Submission[]>;
  /** When the outbox has something to do next; null when it is empty. */
  nextDueAt(): Promise<string | null>;
  /**
   * Takes a due submission for one attempt, and puts off the next in case this one is never heard
   * of again.
   * @returns whether it was still there to take; false when another process was quicker
   */
  claim(submission: Submission, nextAttemptAt: string): Promise<boolean>;
  /** Notes that an attempt succeeded. */
  setDelivered(id: number, deliveredAt: string): Promise<void>;
  /** Notes why an attempt failed. */
  setFailed(id: number, error: string): Promise<void>;
  /** Writes something, to learn whether the store can be written. */
  checkWritable(now: string): Promise<void>;
}
