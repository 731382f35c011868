import { findPage, pagePaths } from '#model/pages.ts';
import { draftKey } from '../src/actions/stored-draft.ts';
import { failedEventsKey } from '../src/analytics/events.ts';
import { button, fillIn, sent, typed } from './contact-form.ts';
import { expect, open, type Page, scheduleIn, test } from './fixtures.ts';
import { isSample } from './sample.ts';

// The site does what its privacy policy promises. The policy's words are checked in the sample only.

const stored = async (page: Page) => ({
  ...(await page.context().storageState({ indexedDB: true })),
  session: await page.evaluate(() => Object.keys(sessionStorage)),
  caches: await page.evaluate(async () => (await caches.keys()).length),
  workers: page.context().serviceWorkers().length,
});
const nothing = { cookies: [], origins: [], session: [], caches: 0, workers: 0 };

/** The promises of the sample’s policy that this test checks. */
const claims = [
  'It sets no cookies',
  'so it stays empty',
  'is gone when the message is sent',
  'your first and last name, email address, company, message, and what it is about, and, if you give them, your role, the service, and the urgency.',
];

test.use({ variant: 'hosted' });

test('a page contacts no third party, except the newsletter’s provider when its frame is near, and the booking page and the form service when the visitor uses them; it stores and sends what the policy lists (behavior 3.4, 3.6, 8.2, 9.3, 10.7)', async ({
  page,
  site,
  thirdParties: { booking, formService, newsletter },
  allowConsole,
}) => {
  allowConsole(/404/);
  const outside: string[] = [];
  page.context().on('request', (request) => {
    const url = request.url();
    if (/^(?:https?|wss?):/.test(url) && !url.startsWith(site.url)) outside.push(url);
  });
  for (const path of [...pagePaths, '/received', '/nowhere', '/']) {
    await open(page, path);
    await page.waitForLoadState('networkidle');
    expect(outside, path).toEqual([]);
    expect(await stored(page)).toEqual(nothing);
    const hints = 'link[rel~=preconnect], link[rel~=dns-prefetch], link[rel~=prefetch]';
    await expect(page.locator(hints)).toHaveCount(0);
    if (path !== '/privacy') continue;
    const keys = await page.locator('main code').allInnerTexts();
    for (const key of keys) expect([draftKey, failedEventsKey]).toContain(key);
    if (!isSample) continue;
    expect(keys).toEqual([draftKey, failedEventsKey]);
    for (const words of claims) await expect(page.locator('main')).toContainText(words);
  }
  await page.getByRole('slider').press('ArrowRight');
  await page.waitForLoadState('networkidle');
  expect(outside).toEqual([]);
  // Some browsers already load the frame from here.
  for (const summary of await page.locator('summary').all()) await summary.click();
  const iframe = page.locator('#resources iframe');
  await iframe.scrollIntoViewIfNeeded();
  await expect(iframe.contentFrame().getByText('Third party')).toBeVisible();
  await expect(iframe).toHaveAttribute('sandbox', /^(?!.*top-navigation).*allow-forms/);
  await page.locator('#contact').scrollIntoViewIfNeeded();
  expect(new Set(outside.map((url) => new URL(url).host))).toEqual(new Set(['newsletter.test']));
  // The provider learns the site, not the page.
  expect(newsletter.requests[0]?.headers.referer).toBe(`${site.url}/`);
  expect([...booking.requests, ...formService.requests]).toEqual([]);

  const opened = page.waitForEvent('popup');
  await scheduleIn(page.locator('#hero')).click();
  await (await opened).waitForURL(/booking\.test/);
  // The browser may also request the tab's icon.
  expect(booking.requests[0]?.url).toBe('/robin/30min');

  await fillIn(page);
  await expect.poll(() => stored(page)).toEqual({ ...nothing, session: [draftKey] });
  expect(formService.requests, 'a draft leaves the browser').toEqual([]);
  await button(page).click();
  await expect(sent(page)).toBeVisible();
  expect(await stored(page)).toEqual(nothing);
  const [request] = formService.requests;
  // The fields that the policy names, and three of the service's contract.
  expect(Object.keys(JSON.parse(request?.body ?? '{}'))).toHaveLength(
    Object.keys(typed).length + 3,
  );
  expect(request?.headers).not.toHaveProperty('cookie');
});

const states = {
  embedded: { form: 'own', booking: 'own', newsletter: 'own', analytics: 'none' },
  hosted: { form: 'service', booking: 'tab', newsletter: 'frame', analytics: 'none' },
  adapted: { form: 'service', booking: 'popup', newsletter: 'link', analytics: 'service' },
  published: { form: 'own', booking: 'own', newsletter: 'own', analytics: 'own' },
} as const;

test('the policy describes the services of each configuration, and no others (behavior 8.2)', async ({
  page,
  siteServers,
}) => {
  const policy = (findPage('privacy').services ?? {}) as Record<string, Record<string, string>>;
  for (const [variant, state] of Object.entries(states)) {
    await page.goto(`${siteServers[variant as keyof typeof states].url}/privacy`);
    const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
    expect.soft(text, variant).not.toMatch(/[{}]/);
    const expected = { ...state, analyticsKept: state.analytics };
    for (const [service, lines] of Object.entries(policy)) {
      // The words between code and names that are filled in.
      const plain = (line: string): string[] => line.split(/`[^`]*`|\{\w+\}/);
      const stated = Object.keys(lines).filter((name) =>
        plain(lines[name] ?? '').every((part) => text.includes(part.trim())),
      );
      const wanted = expected[service as keyof typeof expected];
      expect.soft(stated, `${variant}: ${service}`).toEqual([wanted]);
    }
  }
});
