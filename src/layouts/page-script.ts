import { delegateClicks } from '#src/actions/click-delegation.ts';
import { followHash } from '#src/actions/navigate.ts';
import { readStoredDraft } from '#src/actions/stored-draft.ts';
import { startCounting } from '#src/analytics/track.ts';
import { needIsland } from '#src/browser.ts';
import { installGlobalHandlers } from '#src/errors/global-handlers.ts';
import { followHeader } from '#src/sections/header/follow-header.ts';
import { keepPrintedDate, keepYear } from './dates.ts';

/** Gives Astro the file of `start`: `client:needed="page"`. */
export const PageScript = () => null;

const parts = [
  followHeader,
  delegateClicks,
  followHash,
  keepYear,
  keepPrintedDate,
  () => {
    if (readStoredDraft()) needIsland('ContactForm');
  },
  // Compared here, so that the builder leaves it out (src/analytics/track.ts).
  ...(import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === undefined ? [] : [startCounting]),
];

/** What every page does without React. */
export const start = (): void => {
  installGlobalHandlers();
  // One that throws takes no other with it.
  for (const part of parts) queueMicrotask(part);
};
