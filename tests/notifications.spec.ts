import { contact } from '#content/contact.ts';
import { failureMessages, notificationLabels, notificationMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { site } from '#content/site.ts';
import { openWithStoppedClock, type StoppedClock } from './clock.ts';
import { control } from './contact-form.ts';
import { expect, hydrated, missingResource, notices, open, type Page, test } from './fixtures.ts';

// Notifications (behavior 5).

const region = (page: Page) => page.getByRole('region', { name: notificationLabels.region });
const showNotFound = async (page: Page) => (await missingResource(page)).click();

test('both live regions are in the HTML before anything is said', async ({ request }) => {
  const html = await (await request.get('/')).text();
  expect(html).toMatch(/<div role="alert" aria-live="assertive" aria-atomic="false"><\/div>/);
  expect(html).toMatch(/<div role="status" aria-atomic="false"><\/div>/);
});

test('errors and warnings interrupt, the others wait their turn', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write']);
  await open(page);
  await showNotFound(page);
  await expect(region(page).getByRole('alert')).toContainText(notificationLabels.kinds.error);
  await expect(region(page).getByRole('status')).toBeEmpty();
  // Chromium has each piece of text in a live region spoken by itself.
  const pieces = (text: Element) => text.childNodes.length;
  expect(await notices(page).locator('p').evaluate(pieces)).toBe(1);
  await page.getByRole('button', { name: contact.details.copyEmail }).click();
  await expect(region(page).getByRole('status')).toContainText(notificationLabels.kinds.success);
});

const expectToGoAfter = async (
  page: Page,
  clock: StoppedClock,
  milliseconds: number,
): Promise<void> => {
  await clock.pass(milliseconds - 1);
  await expect(notices(page)).toHaveCount(1);
  await clock.pass(1);
  await expect(notices(page)).toHaveCount(0);
};

test('the time of a notification stands still while it is hovered', async ({ page }) => {
  const clock = await openWithStoppedClock(page);
  await showNotFound(page);
  await clock.pass(4000);
  await notices(page).hover();
  await clock.pass(60_000);
  await expect(notices(page)).toHaveCount(1);
  await page.mouse.move(5, 5);
  await expectToGoAfter(page, clock, 1000);
});

test('the time of a notification stands still while the focus is in it', async ({ page }) => {
  const clock = await openWithStoppedClock(page);
  await showNotFound(page);
  await clock.pass(4000);
  await notices(page).getByRole('button', { name: notificationLabels.dismiss }).focus();
  await clock.pass(60_000);
  await expect(notices(page)).toHaveCount(1);
  await page.locator('#hero a').first().focus();
  await expectToGoAfter(page, clock, 1000);
});

test('a notification can be dismissed, and the focus goes back to where it was', async ({
  page,
}) => {
  await open(page);
  const trigger = await missingResource(page);
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(notices(page)).toHaveCount(1);
  await notices(page).first().getByRole('button', { name: notificationLabels.dismiss }).focus();
  await page.keyboard.press('Escape');
  await expect(notices(page)).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

for (const path of ['/', ...legalPaths]) {
  test(`${path}: a visitor who has touched nothing is shown that the connection is gone`, async ({
    page,
    context,
  }) => {
    await page.goto(path);
    await hydrated(page, '[client=script]');
    await context.setOffline(true);
    await expect(notices(page, notificationMessages.offline)).toBeVisible({ timeout: 1000 });
    await context.setOffline(false);
    await expect(notices(page, notificationMessages.online)).toBeVisible();
    await expect(notices(page, notificationMessages.offline)).toHaveCount(0);
  });
}

test('where other scripts do not come, as after a new version was published, notices do', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|resource_download/);
  await page.route(/\/_astro\/(?!page-script)|\.pdf$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await hydrated(page, '[client=script]');
  await showNotFound(page);
  await expect(notices(page, failureMessages.notFound)).toBeVisible();
  await page.locator('[data-action=download]:not([data-resource=case-studies])').first().click();
  await expect(notices(page, failureMessages.resource_download)).toBeFocused();
  await page.evaluate(() => {
    window.dispatchEvent(new ErrorEvent('error', { message: 'Nobody has caught this' }));
  });
  await expect(notices(page, failureMessages.script)).toBeVisible();
});

test('the same failure again refreshes the notice that stands', async ({ page }) => {
  const clock = await openWithStoppedClock(page);
  await showNotFound(page);
  await clock.pass(4000);
  await showNotFound(page);
  await expect(notices(page)).toHaveCount(1);
  await expectToGoAfter(page, clock, 5000);
});

test.describe('several at once', () => {
  test.skip(resources.catalogue.length < 2, 'content/resources.ts has no two resources');

  const refuseFiles = (page: Page) =>
    page.route('**/*.pdf', (route) => route.fulfill({ status: 404 }));
  const downloads = (page: Page) => page.locator('#resources a[data-action="download"]');

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [320, 568],
  ] as const) {
    test(`each is in view or reached by scrolling, the newest at once: ${width} × ${height}`, async ({
      page,
      context,
      allowConsole,
    }) => {
      allowConsole(/404|resource_download|offline/);
      await page.setViewportSize({ width, height });
      await refuseFiles(page);
      await open(page);
      for (const [index, happens] of [
        () => downloads(page).nth(0).click(),
        () => downloads(page).nth(1).click(),
        () => context.setOffline(true),
        () => context.setOffline(false),
      ].entries()) {
        await happens();
        const isOnline = index === 3;
        await expect(notices(page)).toHaveCount(isOnline ? 3 : index + 1);
        const newest = notices(page).filter({
          hasText: [
            failureMessages.resource_download,
            failureMessages.resource_download,
            notificationMessages.offline,
            notificationMessages.online,
          ][index] as string,
        });
        await expect(newest.last()).toBeInViewport({ ratio: 0.99 });
      }
      const seen = await region(page).evaluate((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const isInWindow = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        const cards = [...element.querySelectorAll('[data-kind]')].map((card) => {
          card.scrollIntoView({ block: 'nearest' });
          const box = card.getBoundingClientRect();
          return box.top >= top - 1 && box.bottom <= bottom + 1 && box.right <= right + 1;
        });
        return { isInWindow, cards };
      });
      expect(seen).toEqual({ isInWindow: true, cards: [true, true, true] });
    });
  }

  test('each failure names what failed', async ({ page, allowConsole }) => {
    allowConsole(/404|resource_download/);
    await refuseFiles(page);
    await open(page);
    for (const index of [0, 1]) await downloads(page).nth(index).click();
    await expect(notices(page)).toHaveCount(2);
    for (const { title } of resources.catalogue.slice(0, 2)) {
      await expect(notices(page).filter({ hasText: title })).toHaveCount(1);
    }
  });

  test('one with a time goes although the focus is in another', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(/404|resource_download|offline/);
    await refuseFiles(page);
    const clock = await openWithStoppedClock(page);
    await downloads(page).nth(0).click();
    await expect(notices(page)).toBeFocused();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(notices(page)).toHaveCount(2);
    await clock.pass(3000);
    await expect(notices(page)).toHaveCount(1);
    await expect(notices(page)).toBeFocused();
  });
});

const openOnPhoneWithoutPapers = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.route('**/*.pdf', (route) => route.fulfill({ status: 404 }));
  await open(page);
};

test('nothing covers the control that a notice is about', async ({ page, allowConsole }) => {
  allowConsole(/404|resource_download/);
  await openOnPhoneWithoutPapers(page);
  const download = page.locator('#resources a[data-action="download"]').first();
  await download.evaluate((link) => link.scrollIntoView({ block: 'end' }));
  await download.click();
  await expect(notices(page)).toHaveCount(1);
  await expect
    .poll(() =>
      download.evaluate((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height - 2);
        return link.contains(hit);
      }),
    )
    .toBe(true);
});

test('nothing covers the control that a notice is about when it comes again', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|resource_download/);
  await openOnPhoneWithoutPapers(page);
  const download = page.locator('#resources a[data-action="download"]').first();
  await download.click();
  await expect(notices(page)).toHaveCount(1);
  const findEdge = () => region(page).evaluate((element) => element.getBoundingClientRect().top);
  const edge = await findEdge();
  const findOverlap = () =>
    download.evaluate((link, top) => link.getBoundingClientRect().bottom - top, edge);
  await download.evaluate((link, top) => {
    const box = link.getBoundingClientRect();
    scrollBy({ top: box.top + box.height / 2 - top, behavior: 'instant' });
  }, edge);
  expect(await findOverlap()).toBeGreaterThan(0);
  // A tap on its upper half.
  await download.click({ position: { x: 20, y: 4 } });
  await expect.poll(findOverlap).toBeLessThanOrEqual(0);
  expect(await findEdge()).toBe(edge);
});

test('a notice that goes moves nobody, also where another still covers what has the focus', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|resource_download/);
  await openOnPhoneWithoutPapers(page);
  const links = page.locator('#resources a[data-action="download"]');
  for (const index of [0, 1]) {
    await links.nth(index).click();
    await expect(notices(page)).toHaveCount(index + 1);
  }
  const field = control(page, 'message');
  await field.evaluate((element) => {
    element.focus({ preventScroll: true });
    scrollBy({
      top: element.getBoundingClientRect().bottom - innerHeight + 20,
      behavior: 'instant',
    });
  });
  const place = await page.evaluate(() => scrollY);
  const dismiss = notices(page).nth(0).getByRole('button', { name: notificationLabels.dismiss });
  await dismiss.click();
  await expect(notices(page)).toHaveCount(1);
  await expect(field).toBeFocused();
  await field.evaluate(
    (element) => new Promise((resolve) => new ResizeObserver(resolve).observe(element)),
  );
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test('what can be done stands on one line, in one size', async ({ page, allowConsole }) => {
  allowConsole(/404|resource_download/);
  await page.route('**/*.pdf', (route) => route.fulfill({ status: 404 }));
  await open(page);
  await page.locator('#resources a[data-action="download"]').first().click();
  const options = notices(page).locator('li > *');
  await expect(options).toHaveCount(3);
  const looks = await options.evaluateAll((elements) =>
    elements.map((element) => {
      const style = getComputedStyle(element);
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = element.getBoundingClientRect();
      return [style.fontSize, box.height, range.getBoundingClientRect().top - box.top];
    }),
  );
  expect(new Set(looks.map(String)).size, String(looks)).toBe(1);
});

test('the open menu does not dim a notice', async ({ page, context, allowConsole }) => {
  allowConsole(/offline/);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await context.setOffline(true);
  const words = notices(page).getByRole('paragraph');
  const before = await words.screenshot({ animations: 'disabled' });
  await page.getByRole('button', { name: site.labels.menu }).click();
  await expect(page.locator('#menu')).toBeVisible();
  const after = await words.screenshot({ animations: 'disabled' });
  expect(after.equals(before)).toBe(true);
});
