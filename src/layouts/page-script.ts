import { delegateClicks } from '#src/actions/click-delegation.ts';
import { followHash } from '#src/actions/navigate.ts';
import { readStoredDraft } from '#src/actions/stored-draft.ts';
import { startCounting } from '#src/analytics/counting.ts';
import { installGlobalHandlers } from '#src/errors/global-handlers.ts';
import { needIsland } from '#src/need-island.ts';
import { notifications } from '#src/notifications/manager.ts';
import { showNotifications } from '#src/notifications/view.ts';
import { followHeader } from '#src/sections/header/follow-header.ts';
import { keepPrintedDate, keepYear } from './dates.ts';
import { fetchIslandsAhead } from './fetch-file.ts';

/** Gives Astro the file of `start`: `client:script`. */
export const PageScript = () => null;

const parts = [
  followHeader,
  delegateClicks,
  followHash,
  keepYear,
  keepPrintedDate,
  fetchIslandsAhead,
  () => {
    if (readStoredDraft()) needIsland('ContactForm');
  },
  // Compared here, so that the builder leaves it out (src/analytics/provider-in-use.ts).
  ...(import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === undefined ? [] : [startCounting]),
];

/** Starts everything that a page does without React. */
export const start = (): void => {
  showNotifications(notifications);
  installGlobalHandlers(window, notifications);
  // One that throws takes no other with it.
  for (const part of parts) queueMicrotask(part);
};
