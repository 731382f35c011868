import { delegateClicks, ignoreStrayClicks } from '#src/actions/click-delegation.ts';
import { followHash } from '#src/actions/navigate.ts';
import { readStoredDraft } from '#src/actions/stored-draft.ts';
import { startCounting } from '#src/analytics/track.ts';
import { attempt, needIsland, wait } from '#src/browser.ts';
import { installGlobalHandlers } from '#src/errors/global-handlers.ts';
import { followHeader } from '#src/sections/header/follow-header.ts';
import { fetchIslandsAhead } from './loading.ts';

/** A component with which Astro finds the file of `start` (`client:needed="page"`). */
export const PageScript = () => null;

/** Prints the current date instead of the date of the build. */
const keepPrintedDate = (): void =>
  window.addEventListener('beforeprint', () => {
    const date = document.querySelector('[data-printed-date]');
    const print = (lang?: string) => new Date().toLocaleDateString(lang, { dateStyle: 'long' });
    // Translation may have set a language that the browser does not know.
    if (date) date.textContent = attempt(() => print(document.documentElement.lang)) ?? print();
  });

/** Keeps the year in the footer current: it can change while the page is open. */
const keepYear = (): void => {
  const keep = (): void => {
    const year = document.querySelector('footer [data-year]');
    if (year) year.textContent = String(new Date().getFullYear());
  };
  keep();
  document.addEventListener('visibilitychange', keep);
};

/** Loads a frame of this site again when the connection is back, if the browser shows an error in it. */
const reloadFrames = (): void =>
  window.addEventListener('online', () => {
    for (const { src, contentDocument, contentWindow } of document.querySelectorAll('iframe')) {
      // The page cannot read an error of the browser. A frame that was not reached yet has an empty document.
      const isError = src.startsWith(`${location.origin}/`) && contentDocument === null;
      if (isError) contentWindow?.location.replace(src);
    }
  });

const parts = [
  followHeader,
  ignoreStrayClicks,
  delegateClicks,
  followHash,
  keepYear,
  keepPrintedDate,
  fetchIslandsAhead,
  reloadFrames,
  () => {
    if (readStoredDraft()) needIsland('ContactForm');
  },
  // Compared here, so that a build without analytics omits this code (src/analytics/track.ts).
  ...(import.meta.env.PUBLIC_ANALYTICS_ENDPOINT === undefined ? [] : [startCounting]),
];

/** Starts everything that a page does without React. */
export const start = (): Promise<unknown> => {
  installGlobalHandlers();
  // In tasks of their own: one that throws does not affect the others, and a slow phone can react in between.
  for (const part of parts) setTimeout(part);
  return wait(0);
};
