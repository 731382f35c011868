import { countPath } from '#enquiry/counts.ts';
import type { SiteUnderTest } from '#hosting/tests/test-site.ts';
import type { SectionId } from '#model/vocabulary.ts';
import { failedEventsKey } from '../src/analytics/events.ts';
import { sent, submit } from './contact-form.ts';
import {
  expect,
  firstSection,
  lastSection,
  navigationLink,
  open,
  type Page,
  scheduleIn,
  test,
} from './fixtures.ts';

// src/analytics/track.test.ts tests the data for a provider, inbox/counts.test.ts the data in the inbox.

/** The properties of a person's browser, which a test browser lacks. */
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
});
const asPerson = (page: Page, wishes: object = {}) =>
  page.addInitScript((over) => {
    for (const [name, value] of Object.entries({ webdriver: false, ...over })) {
      Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });
    }
  }, wishes);

/** Returns only the counts from now on, because other tests may have used the same server. */
const countedSince = ({ counted }: SiteUnderTest) => {
  const before = counted();
  return () => {
    const since = Object.entries(counted()).map(
      ([name, count]) => [name, count - (before[name] ?? 0)] as const,
    );
    return Object.fromEntries(since.filter(([, count]) => count > 0));
  };
};

const stored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

const goTo = (page: Page, section: SectionId) =>
  navigationLink(page.getByRole('contentinfo'), section).click();

test.describe('with counts on', () => {
  test.use({ variant: 'published' });

  test('a visit and its actions are counted in the inbox, and the browser stores nothing (behavior 7.1, 7.3)', async ({
    page,
    site,
  }) => {
    await asPerson(page);
    const counted = countedSince(site);
    await page.goto('/', { referer: 'https://www.example.com/in/robin?session=1' });
    await expect.poll(counted).toEqual({ 'page_view www.example.com': 1 });
    await page.reload();
    await expect.poll(counted).toMatchObject({ 'page_view internal': 1 });
    await open(page, '/');
    await goTo(page, firstSection);
    // The focus moves a moment later, unless another element has taken it by then.
    await expect.poll(counted).toMatchObject({ [`navigation ${firstSection}:reached`]: 1 });
    const opened = page.waitForEvent('popup');
    await scheduleIn(page.locator('#hero')).click();
    await (await opened).close();
    await submit(page);
    await expect(sent(page)).toBeVisible();
    await expect.poll(counted).toEqual({
      'page_view www.example.com': 1,
      'page_view internal': 1,
      'page_view direct': 1,
      [`navigation ${firstSection}:reached`]: 1,
      'schedule_click hero:opened': 1,
      'contact_form sent': 1,
    });
    expect(await stored(page)).toEqual([]);
  });

  test('an action without a connection is counted once the connection is back (behavior 7.2)', async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/);
    await asPerson(page);
    await open(page);
    const counted = countedSince(site);
    await page.context().setOffline(true);
    await goTo(page, lastSection);
    const kept = () =>
      page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]'), failedEventsKey);
    const event = { name: 'navigation', section: lastSection, outcome: 'reached' };
    await expect.poll(kept).toContainEqual({ ...event, failed_at: expect.any(String) });
    await page.context().setOffline(false);
    await expect
      .poll(counted)
      .toMatchObject({ [`navigation ${lastSection}:reached`]: 1, 'error network_error': 1 });
    expect(await stored(page)).toEqual([]);
  });

  test('a browser with Global Privacy Control sends no counts and deletes those that waited (behavior 7.3)', async ({
    page,
  }) => {
    await asPerson(page, { globalPrivacyControl: true });
    const posted: string[] = [];
    page.on('request', (request) => void posted.push(new URL(request.url()).pathname));
    await page.addInitScript((key) => {
      // The newsletter's frame, which loads later, must not store this again.
      if (window !== window.top) return;
      localStorage.setItem(key, '[{"name":"consultation_booked","failed_at":""}]');
    }, failedEventsKey);
    await open(page);
    await expect.poll(() => stored(page)).toEqual([]);
    // A count would have been sent before this request.
    await page.evaluate(() => fetch('/favicon.svg'));
    expect(posted).not.toContain(countPath);
  });
});

test.describe('with Plausible', () => {
  test.use({ variant: 'adapted' });

  test('a visit reaches Plausible, which the content security policy allows (behavior 7.3)', async ({
    page,
    thirdParties: { plausible },
  }) => {
    await asPerson(page);
    await page.goto('/');
    await expect.poll(() => plausible.requests.map(({ url }) => url)).toEqual(['/api/event']);
    expect(await stored(page)).toEqual([]);
  });
});
