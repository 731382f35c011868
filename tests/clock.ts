import type { Page } from '@playwright/test';
import { open } from './fixtures.ts';

/** Opens a page at a time (ISO 8601), hydrates it, and stops its clock. */
export const openWithStoppedClock = async (
  page: Page,
  path = '/',
  now = '2026-03-04T10:00:00Z',
) => {
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
    pass: (milliseconds: number) => page.clock.runFor(milliseconds),
    /** Counts the timers with this delay, because a test must wait until a timer is set before it lets time pass. */
    timersOf: (milliseconds: number) =>
      delays.evaluate(
        (lengths, sought) => lengths.filter((length) => length === sought).length,
        milliseconds,
      ),
  };
};
