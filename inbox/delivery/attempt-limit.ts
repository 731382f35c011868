/** Milliseconds for all of an attempt; less than the first pause, after which others may try. */
export const attemptLimit = 20_000;
