import { generalConsultation } from '#model/vocabulary.ts';

/** Returns the path of our own booking page for a length. */
export const bookingPath = (minutes: number): '/book' | `/book/${number}` =>
  minutes === generalConsultation ? '/book' : `/book/${minutes}`;
