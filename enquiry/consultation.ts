/** In minutes, of a conversation about no service in particular (behavior 4.1). */
export const generalConsultation = 30;

/** The embedded booking page for a length. */
export const bookingPath = (minutes: number): string =>
  minutes === generalConsultation ? '/book' : `/book/${minutes}`;
