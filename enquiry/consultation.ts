import { generalConsultation } from '#content/schema/vocabulary.ts';

/** The embedded booking page for a length. */
export const bookingPath = (minutes: number): string =>
  minutes === generalConsultation ? '/book' : `/book/${minutes}`;
