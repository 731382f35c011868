import type { SectionId } from '#model/vocabulary.ts';
import { failedEventsKey } from '../src/analytics/events.ts';
import { sent, submit } from './contact-form.ts';
import {
  expect,
  firstSection,
  lastSection,
  navigationLink,
  open,
  scheduleIn,
  test,
} from './fixtures.ts';

// src/analytics/track.test.ts tests the data for a provider, inbox/counts.test.ts the data in the inbox.

// A person's browser, which counts.
test.use({
  variant: 'published',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
});

test('a visit and its actions are counted in the inbox, an action without a connection once that is back, and the browser stores nothing else (behavior 7.1, 7.2, 7.3)', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
  });
  // Other tests may have used the same server.
  const before = site.counted();
  const counted = () => {
    const since = Object.entries(site.counted()).map(
      ([name, count]) => [name, count - (before[name] ?? 0)] as const,
    );
    return Object.fromEntries(since.filter(([, count]) => count > 0));
  };
  const stored = () =>
    page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const goTo = (section: SectionId) =>
    navigationLink(page.getByRole('contentinfo'), section).click();
  await page.goto('/', { referer: 'https://www.example.com/in/robin?session=1' });
  await expect.poll(counted).toEqual({ 'page_view www.example.com': 1 });
  await page.reload();
  await expect.poll(counted).toMatchObject({ 'page_view internal': 1 });
  await open(page, '/');
  await goTo(firstSection);
  // The focus moves a moment later, unless another element has taken it by then.
  await expect.poll(counted).toMatchObject({ [`navigation ${firstSection}:reached`]: 1 });
  const opened = page.waitForEvent('popup');
  await scheduleIn(page.locator('#hero')).click();
  await (await opened).close();
  await submit(page);
  await expect(sent(page)).toBeVisible();
  const counts = {
    'page_view www.example.com': 1,
    'page_view internal': 1,
    'page_view direct': 1,
    [`navigation ${firstSection}:reached`]: 1,
    'schedule_click hero:opened': 1,
    'contact_form sent': 1,
  };
  await expect.poll(counted).toEqual(counts);
  expect(await stored()).toEqual([]);

  await page.context().setOffline(true);
  await goTo(lastSection);
  const navigated = `navigation ${lastSection}:reached`;
  await expect.poll(stored).toEqual([failedEventsKey]);
  expect(counted()).toEqual(counts);
  await page.context().setOffline(false);
  await expect.poll(counted).toEqual({ ...counts, [navigated]: 1, 'error network_error': 1 });
  expect(await stored()).toEqual([]);
});
