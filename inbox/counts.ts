import { isbot } from 'isbot';

/** Bytes of a count; the longest that the page sends has some 120. */
export const countLimit = 256;

/** How many times the limit of submissions an address may count in a minute: a visitor clicks more than they write. */
export const countsPerSubmission = 6;

/**
 * Whether a request is not to be counted: its sender asks for that (Do Not Track, Global Privacy
 * Control), or is no person.
 */
export const isLeftOut = (headers: Headers): boolean => {
  const agent = headers.get('user-agent');
  return (
    headers.get('dnt') === '1' || headers.get('sec-gpc') === '1' || agent === null || isbot(agent)
  );
};
