/** What the form backend keeps, and what it needs of a place to keep it. */

export const submissionKinds = ['enquiry', 'booking', 'subscriber'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** The fields of a submission, as they were typed. */
export type Fields = Readonly<Record<string, string>>;

export interface NewSubmission {
  kind: SubmissionKind;
  fields: Fields;
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** The same key is stored once, however often it comes; null is always new. */
  idempotencyKey: string | null;
}

export interface Submission extends NewSubmission {
  id: number;
}

/** Which submissions to list; without a condition, all. */
export interface SubmissionFilter {
  kind?: SubmissionKind;
  /** Received at this time or later; ISO 8601, UTC. */
  since?: string;
}

/** A place that keeps submissions. */
export interface Store {
  /**
   * Keeps a submission. When this resolves it is on disk.
   * @returns whether it is new; false when its idempotency key was there already
   * @throws when it cannot be kept
   */
  add(submission: NewSubmission): Promise<boolean>;
  /** Submissions that match, newest first. */
  list(filter?: SubmissionFilter): Promise<Submission[]>;
}
