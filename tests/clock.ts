import type { Page } from '@playwright/test';
import { open } from './fixtures.ts';

/** A clock that the test moves; the page sees no other time. */
export interface StoppedClock {
  /** Lets time pass, firing what is due, in milliseconds. */
  pass: (milliseconds: number) => Promise<void>;
}

/**
 * Opens a page and stops its clock once its islands have hydrated.
 * @param now the page's time, ISO 8601
 */
export const openWithStoppedClock = async (
  page: Page,
  path = '/',
  now = '2026-03-04T10:00:00Z',
): Promise<StoppedClock> => {
  await page.clock.install({ time: new Date(now) });
  await open(page, path);
  const time = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(time + 1000);
  return { pass: (milliseconds) => page.clock.runFor(milliseconds) };
};
