import { identity } from '#content/identity.ts';
import { openWithStoppedClock } from './clock.ts';
import { expect, test } from './fixtures.ts';

// Behavior 1.3. A hydration error fails these by its console message.

const copyright = (year: number) => `© ${year} ${identity.firm}`;

test('the year in the footer is the visitor’s, however old the build is', async ({ page }) => {
  await openWithStoppedClock(page, '/', '2031-06-01T12:00:00Z');
  await expect(page.getByRole('contentinfo')).toContainText(copyright(2031));
});

test('the year in the footer is the new one when the visitor comes back to the tab', async ({
  page,
}) => {
  const clock = await openWithStoppedClock(page, '/terms', '2029-12-31T11:00:00Z');
  await expect(page.getByRole('contentinfo')).toContainText(copyright(2029));
  await clock.pass(36 * 3600 * 1000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('contentinfo')).toContainText(copyright(2030));
});
