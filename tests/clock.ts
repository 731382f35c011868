import type { Page } from '@playwright/test';
import { open } from './fixtures.ts';

/** A clock that the test moves; the page sees no other time. */
export interface StoppedClock {
  /** Lets time pass, firing what is due, in milliseconds. */
  pass: (milliseconds: number) => Promise<void>;
  /** How many timers of a length the page has set: one that is set later misses the time that passes. */
  timersOf: (milliseconds: number) => Promise<number>;
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
  const delays = await page.evaluateHandle(() => {
    const set: (...timer: Parameters<typeof setTimeout>) => number = setTimeout;
    const lengths: unknown[] = [];
    Object.assign(window, {
      setTimeout: (...timer: Parameters<typeof set>) => {
        lengths.push(timer[1]);
        return set(...timer);
      },
    });
    return lengths;
  });
  return {
    pass: (milliseconds) => page.clock.runFor(milliseconds),
    timersOf: (milliseconds) =>
      delays.evaluate(
        (lengths, sought) => lengths.filter((length) => length === sought).length,
        milliseconds,
      ),
  };
};
