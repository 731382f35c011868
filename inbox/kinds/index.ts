import { recordOf } from '#enquiry/record.ts';
import { booking } from './booking.ts';
import { enquiry } from './enquiry.ts';
import type { Kind } from './kind.ts';
import { subscriber } from './subscriber.ts';

const all = [enquiry, booking, subscriber];

export type SubmissionKind = (typeof all)[number]['name'];

/** The kinds in the order in which the owner sees them. */
export const kinds: Readonly<Record<SubmissionKind, Kind>> = recordOf(
  all.map((kind) => [kind.name, kind]),
);

export const submissionKinds = all.map(({ name }) => name);
