import type { Clients } from './schema/sections.ts';

/**
 * What clients say, and their logos, which are files in `content/pictures/`. Print either only with
 * leave. Without both the page has no such section; with a `label` the navigation leads to it.
 */
export const clients: Clients = {
  heading: 'What clients say',
  words: [],
  logosHeading: 'I have worked for',
  logos: [],
};
