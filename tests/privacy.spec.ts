import { draftKey } from '../src/actions/draft.ts';
import { failedEventsKey } from '../src/analytics/failed-events.ts';
import { button, fillIn, sent, typed } from './contact-form.ts';
import { expect, open, type Page, test } from './fixtures.ts';

// The site does to a visitor's privacy what its own policy says, and says what it does. The services
// are those of third parties, so that whatever goes to them is seen.

test.use({ variant: 'hosted' });

const pages = ['/', '/terms', '/privacy', '/received', '/nowhere'];

/** Addresses outside the site that a page asks for, from now on. */
const watchOutside = (page: Page, site: string): string[] => {
  const outside: string[] = [];
  page.context().on('request', (request) => {
    const url = request.url();
    if (/^(?:https?|wss?):/.test(url) && !url.startsWith(site)) outside.push(url);
  });
  return outside;
};

/** Everything that a site can leave in a browser, apart from cookies. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    // Both exist on secure origins only, and localhost is one.
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));

const nothing = { local: [], session: [], databases: 0, caches: 0, workers: 0 };

/** The privacy policy as a visitor reads it, and the keys that it names. */
const readPolicy = async (page: Page): Promise<{ text: string; keys: string[] }> => {
  await open(page, '/privacy');
  const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
  return { text, keys: await page.locator('main code').allInnerTexts() };
};

for (const path of pages) {
  test(`${path} asks no third party, sets no cookie and stores nothing`, async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/404/);
    const outside = watchOutside(page, site.url);
    await open(page, path);
    await page.waitForLoadState('networkidle');
    expect(outside).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await stored(page)).toEqual(nothing);
    // Nor does it let the browser prepare for one.
    const hints = 'link[rel~=preconnect], link[rel~=dns-prefetch], link[rel~=prefetch]';
    await expect(page.locator(hints)).toHaveCount(0);
  });
}

test('reading, opening and moving about asks no third party but the newsletter’s frame', async ({
  page,
  site,
  thirdParties,
}) => {
  const outside = watchOutside(page, site.url);
  await open(page);
  for (const summary of await page.locator('#services summary').all()) await summary.click();
  await page.locator('#hero input[type=range], #hero [role=slider]').first().press('ArrowRight');
  await page.waitForLoadState('networkidle');
  expect(outside).toEqual([]);

  await page.locator('#resources iframe').scrollIntoViewIfNeeded();
  const frame = page.frameLocator('#resources iframe');
  await expect(frame.getByText('Third party')).toBeVisible();
  await page.locator('#contact').scrollIntoViewIfNeeded();
  await page.locator('#contact details').last().locator('summary').click();
  await expect(page.locator('#contact details').last()).toHaveAttribute('open');
  expect(new Set(outside.map((url) => new URL(url).host))).toEqual(new Set(['newsletter.test']));
  expect(thirdParties.booking.requests).toEqual([]);
  expect(thirdParties.formService.requests).toEqual([]);
  // The provider learns which site, not which page or with what in its address.
  expect(thirdParties.newsletter.requests[0]?.headers.referer).toBe(`${site.url}/`);
});

test('what the policy says is kept in the browser is what is kept', async ({
  page,
  thirdParties,
}) => {
  const { text, keys } = await readPolicy(page);
  expect(keys).toEqual([draftKey, failedEventsKey]);
  expect(text).toContain('It sets no cookies');
  expect(text).toContain('so it stays empty');
  expect(text).toContain('is gone when the message is sent');

  await open(page);
  await fillIn(page);
  await expect.poll(() => stored(page)).toEqual({ ...nothing, session: [draftKey] });
  const draft = await page.evaluate((key) => sessionStorage.getItem(key), draftKey);
  expect(draft).toContain(typed.email);
  expect(thirdParties.formService.requests, 'a draft leaves the browser').toEqual([]);

  thirdParties.formService.answer((_request, response) => {
    response
      .writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' })
      .end('{"success":true}');
  });
  await button(page).click();
  await expect(sent(page)).toBeVisible();
  expect(await stored(page)).toEqual(nothing);
  expect(await page.context().cookies()).toEqual([]);
});

test('what the policy says is sent with the form is what is sent', async ({
  page,
  thirdParties,
}) => {
  const { text } = await readPolicy(page);
  const listed = /If you use the contact form, we receive (.*?)\. If you request/.exec(text)?.[1];
  // The policy's words for each field, beside the names under which the service gets them.
  const words: Record<string, string> = {
    first_name: 'first and last name',
    last_name: 'first and last name',
    email: 'email address',
    company: 'company',
    message: 'message',
    interested_in: 'what it is about',
    role: 'role',
    service_type: 'service',
    urgency: 'urgency',
  };
  for (const word of Object.values(words)) expect(listed).toContain(word);

  await open(page);
  await fillIn(page);
  await button(page).click();
  await expect(sent(page)).toBeVisible();
  const [request] = thirdParties.formService.requests;
  // Beside the visitor's own words: the owner's key, and what the service's contract makes of them.
  const contract = ['access_key', 'name', 'subject'];
  expect(Object.keys(JSON.parse(request?.body ?? '{}')).sort()).toEqual(
    [...Object.keys(words), ...contract].sort(),
  );
  expect(request?.headers).not.toHaveProperty('cookie');
});

test('the booking page opens in a tab of its own, and only when asked', async ({
  page,
  thirdParties,
}) => {
  const { text } = await readPolicy(page);
  expect(text).toContain('The booking page opens in a tab of its own when you ask for it.');
  expect(text).toContain('The newsletter form is a frame that loads when you scroll near it.');
  await open(page);
  expect(thirdParties.booking.requests).toEqual([]);
  const opened = page.waitForEvent('popup');
  await page.locator('#hero').getByRole('link', { name: 'Schedule Consultation' }).click();
  await (await opened).waitForURL(/booking\.test/);
  // The browser may ask for the tab's icon too, of the same host.
  expect(thirdParties.booking.requests[0]?.url).toBe('/robin/30min');
});
