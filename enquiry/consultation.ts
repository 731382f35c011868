import { generalConsultation } from '#model/vocabulary.ts';

/** The embedded booking page for a length. */
export const bookingPath = (minutes: number): '/book' | `/book/${number}` =>
  minutes === generalConsultation ? '/book' : `/book/${minutes}`;
