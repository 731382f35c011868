import { booking } from './booking.ts';
import { enquiry } from './enquiry.ts';
import type { Kind } from './kind.ts';
import { subscriber } from './subscriber.ts';

const all = { enquiry, booking, subscriber };

export type SubmissionKind = keyof typeof all;

/** The kinds in the order in which the owner sees them. */
export const kinds: Readonly<Record<SubmissionKind, Kind>> = all;

export const submissionKinds = Object.keys(kinds) as SubmissionKind[];
