import { recordOf } from '#model/record.ts';
import { type SignUp, signUps } from '#model/vocabulary.ts';
import { booking } from './booking.ts';
import { enquiry } from './enquiry.ts';
import type { Kind } from './kind.ts';
import { signUp } from './sign-up.ts';

export type SubmissionKind = 'enquiry' | 'booking' | SignUp['kind'];

/** The kinds in the order in which the owner sees them. */
export const kinds: Readonly<Record<SubmissionKind, Kind>> = {
  enquiry,
  booking,
  ...recordOf(signUps.map((each) => [each.kind, signUp(each)])),
};

export const submissionKinds = Object.keys(kinds) as SubmissionKind[];
