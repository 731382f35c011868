import { contact } from '#content/contact.ts';
import {
  failureMessages,
  notificationLabels,
  notificationMessages,
  submissionMessages,
} from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { pagePaths } from '#model/pages.ts';
import { openWithStoppedClock } from './clock.ts';
import { button, control, formError, sent, submit } from './contact-form.ts';
import { expect, hydrated, missingResource, notices, open, type Page, test } from './fixtures.ts';

// Tests of the focus are in accessibility/keyboard.spec.ts.

const region = (page: Page) => page.getByRole('region', { name: notificationLabels.region });
const showNotFound = async (page: Page) => (await missingResource(page)).click();
const downloads = (page: Page) => page.locator('#resources a[data-action="download"]');
const refusePapers = (page: Page) =>
  page.route('**/*.pdf', (route) => route.fulfill({ status: 404 }));

test('errors and warnings interrupt a screen reader, other notices wait, and their live regions exist beforehand (behavior 4.3, 5.1, 5.2, 10.11)', async ({
  page,
  context,
}) => {
  const html = await (await page.request.get('/')).text();
  expect(html).toMatch(/<div role="alert" aria-live="assertive" aria-atomic="false"><\/div>/);
  expect(html).toMatch(/<div role="status" aria-atomic="false"><\/div>/);
  await context.grantPermissions(['clipboard-write']);
  await open(page);
  // An empty region is not a landmark.
  await expect(region(page)).toHaveCount(0);
  await showNotFound(page);
  const words = `${notificationLabels.kinds.error}. ${failureMessages.notFound}`;
  await expect(region(page).getByRole('alert').getByRole('paragraph')).toHaveText(words);
  await expect(region(page).getByRole('status')).toBeEmpty();
  // In Chromium, screen readers announce each text node of a live region separately.
  const pieces = (text: Element) => text.childNodes.length;
  expect(await notices(page).locator('p').evaluate(pieces)).toBe(1);
  await context.setOffline(true);
  await expect(region(page).getByRole('alert')).toContainText(notificationMessages.offline);
  await context.setOffline(false);
  await page.getByRole('button', { name: contact.details.copyEmail }).click();
  await expect(region(page).getByRole('status')).toContainText(notificationMessages.emailCopied);
});

test('the timer of a notice pauses while the pointer or the focus is in it (behavior 5.1, 8.1)', async ({
  page,
}) => {
  const clock = await openWithStoppedClock(page);
  const dismiss = notices(page).getByRole('button', { name: notificationLabels.dismiss });
  await showNotFound(page);
  await clock.pass(4000);
  await notices(page).hover();
  await clock.pass(60_000);
  await dismiss.focus();
  await page.mouse.move(5, 5);
  await clock.pass(60_000);
  await expect(notices(page)).toHaveCount(1);
  await dismiss.blur();
  await clock.pass(999);
  await expect(notices(page)).toHaveCount(1);
  await clock.pass(1);
  await expect(notices(page)).toHaveCount(0);
});

test('every page shows that the connection is lost, until it is back, even if the visitor has touched nothing (behavior 5.1, 6.2)', async ({
  page,
  context,
}) => {
  for (const path of ['/', ...pagePaths]) {
    await page.goto(path);
    await hydrated(page, '[component-export=PageScript]');
    await context.setOffline(true);
    await expect(notices(page, notificationMessages.offline)).toBeVisible({ timeout: 1000 });
    await context.setOffline(false);
    await expect(notices(page, notificationMessages.online)).toBeVisible();
    await expect(notices(page, notificationMessages.offline)).toHaveCount(0);
  }
});

test.describe('several at once', () => {
  test.skip(resources.catalogue.length < 2, 'content/resources.yaml has no two resources');

  test('each notice names what failed and can be scrolled into view, and the newest is in view at once (behavior 5.1, 5.2, 6.2)', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(/404|resource_download/);
    await page.setViewportSize({ width: 320, height: 568 });
    await refusePapers(page);
    const clock = await openWithStoppedClock(page);
    const [one = '', two = ''] = resources.catalogue.map(({ title }) => title);
    for (const [happens, text, count] of [
      [() => downloads(page).nth(0).click(), one, 1],
      [() => downloads(page).nth(1).click(), two, 2],
      [() => context.setOffline(true), notificationMessages.offline, 3],
      [() => context.setOffline(false), notificationMessages.online, 3],
    ] as const) {
      await happens();
      await expect(notices(page)).toHaveCount(count);
      await expect(notices(page, text)).toBeInViewport({ ratio: 0.99 });
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
    // A notice disappears although the focus is in another notice.
    await expect(notices(page, two)).toBeFocused();
    await clock.pass(3000);
    await expect(notices(page)).toHaveCount(2);
    await expect(notices(page, two)).toBeFocused();
  });

  test('on a phone, a notice does not cover the control it is about, and a dismissed notice does not scroll the page (behavior 5.2)', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/404|resource_download/);
    await page.setViewportSize({ width: 390, height: 700 });
    await refusePapers(page);
    await open(page);
    const link = downloads(page).first();
    const findEdge = () => region(page).evaluate((element) => element.getBoundingClientRect().top);
    const findBottom = () => link.evaluate((element) => element.getBoundingClientRect().bottom);
    await link.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await link.click();
    await expect(notices(page)).toHaveCount(1);
    const edge = await findEdge();
    await expect.poll(findBottom).toBeLessThanOrEqual(edge);
    // The same holds after a tap on the upper half of a link whose lower half is under the notice.
    await link.evaluate((element, top) => {
      const box = element.getBoundingClientRect();
      scrollBy({ top: box.top + box.height / 2 - top, behavior: 'instant' });
    }, edge);
    expect(await findBottom()).toBeGreaterThan(edge);
    await link.click({ position: { x: 20, y: 4 } });
    await expect.poll(findBottom).toBeLessThanOrEqual(edge);
    expect(await findEdge()).toBe(edge);

    await downloads(page).nth(1).click();
    await expect(notices(page)).toHaveCount(2);
    const field = control(page, 'message');
    const place = await field.evaluate((element) => {
      element.focus({ preventScroll: true });
      const { bottom } = element.getBoundingClientRect();
      scrollBy({ top: bottom - innerHeight + 20, behavior: 'instant' });
      return scrollY;
    });
    await notices(page).nth(0).getByRole('button', { name: notificationLabels.dismiss }).click();
    await expect(notices(page)).toHaveCount(1);
    await expect(field).toBeFocused();
    await field.evaluate(
      (element) => new Promise((resolve) => new ResizeObserver(resolve).observe(element)),
    );
    expect(await page.evaluate(() => scrollY)).toBe(place);
  });
});

/** Holds back the next answer until the returned function is called. */
const answerLate = async (page: Page, url: string, status: number): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const answer = { status, json: {} };
  await page.route(url, (route) => released.then(() => route.fulfill(answer)), { times: 1 });
  return release;
};

/** Returns text and position of the focused element, or of a section if the form or nothing has the focus. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement, body } = document;
    const isGone = activeElement === body || activeElement?.matches('#contact-form *');
    const shown = isGone ? document.querySelector('#about') : activeElement;
    return { focus: shown?.textContent, top: Math.round(shown?.getBoundingClientRect().top ?? 0) };
  });

const { heading, again } = contact.form.success;
const { failed } = submissionMessages;

test('the late outcome of a submission does not move a visitor who has moved on; a notice leads to the outcome until the next try (behavior 3.8, 5.2)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/500|contact_form/);
  await open(page);
  const notice = notices(page);
  const follow = notice.getByRole('button', { name: notificationLabels.showForm });
  const expectNotice = async (status: number, goOn: () => Promise<unknown>): Promise<void> => {
    const release = await answerLate(page, '**/api/submit', status);
    await submit(page);
    await goOn();
    const before = await placeOf(page);
    release();
    const role = status === 200 ? 'status' : 'alert';
    await expect(region(page).getByRole(role).getByRole('group')).toContainText(
      status === 200 ? heading : failed,
    );
    await expect(notice).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await placeOf(page)).toEqual(before);
  };

  await expectNotice(500, () => page.locator('#contact summary').last().focus());
  await button(page).click();
  await expect(sent(page)).toBeFocused();
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: again }).click();
  await expectNotice(500, async () => {
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, -4000);
    await page.waitForFunction(() => scrollY < 3000);
  });
  await follow.click();
  await expect(formError(page)).toBeFocused();
  for (const place of ['#services summary', '#about h2']) {
    await expectNotice(200, () => page.locator(place).first().click());
    await follow.click();
    await expect(sent(page)).toBeFocused();
    await expect(sent(page)).toBeInViewport();
    await expect(notice).toHaveCount(0);
    await page.getByRole('button', { name: again }).click();
  }
});

test('a download that fails while the visitor types moves neither focus nor page, and loses no letter (behavior 5.2)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|resource_download/);
  const release = await answerLate(page, '**/*.pdf', 404);
  await open(page);
  await page.locator('#resources a[data-action=download]').first().click();
  const message = control(page, 'message');
  await message.focus();
  await page.keyboard.type('the words were typed while ');
  const top = await message.evaluate((field) => field.getBoundingClientRect().top);
  release();
  await expect(page.getByRole('alert')).toContainText(failureMessages.resource_download);
  await page.keyboard.type('the download failed');
  await expect(message).toHaveValue('the words were typed while the download failed');
  expect(await message.evaluate((field) => field.getBoundingClientRect().top)).toBe(top);
});
