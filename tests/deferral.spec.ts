import { sectionIds } from '#content/schema/sections.ts';
import { expect, laidOut, lastSection, navigationLink, type Page, test } from './fixtures.ts';

// Only the first view is laid out at once: src/layouts/FirstView.astro.

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const deferred = (page: Page) => page.locator('html[data-deferred]');

const skipped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main > section')]
      .filter(
        ({ firstElementChild }) =>
          !firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
      )
      .map(({ id }) => id),
  );

const keepBusy = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

test('what is far below the first view is laid out when the browser is idle', async ({ page }) => {
  await page.addInitScript(() => {
    const callbacks: IdleRequestCallback[] = [];
    window.requestIdleCallback = (callback) => callbacks.push(callback);
    Object.assign(window, {
      beIdle: () => {
        for (const callback of callbacks.splice(0)) callback({} as IdleDeadline);
      },
    });
  });
  await page.goto('/');
  await expect(deferred(page)).toHaveCount(1);
  const first = await skipped(page);
  expect(first.length).toBeGreaterThan(2);
  expect(first).toEqual(sectionIds.slice(-first.length));
  expect(first).not.toContain('hero');

  const beIdle = () =>
    page.evaluate(async () => {
      (window as unknown as { beIdle: () => void }).beIdle();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    });
  // One section per idle moment.
  const left = [first.length];
  await expect
    .poll(
      async () => {
        await beIdle();
        left.push((await skipped(page)).length);
        return deferred(page).count();
      },
      { intervals: [50] },
    )
    .toBe(0);
  expect([...new Set(left)]).toEqual([...first.keys(), first.length].toReversed());
});

test('a click on a link to a section lands there, however early', async ({ page }) => {
  await keepBusy(page);
  await page.goto('/');
  await expect(deferred(page)).toHaveCount(1);
  await navigationLink(page.getByRole('banner'), lastSection).click();
  await laidOut(page);
  // The header's height before it is measured.
  await expect
    .poll(() =>
      page.locator(`#${lastSection}`).evaluate((section) => section.getBoundingClientRect().top),
    )
    .toBeCloseTo(80, 0);
});

test('nothing is deferred for a visitor who comes further down', async ({ page }) => {
  await keepBusy(page);
  const nothingIsDeferred = async (): Promise<void> => {
    await laidOut(page);
    expect(await skipped(page)).toEqual([]);
  };
  await page.goto('/#resources');
  await nothingIsDeferred();

  await page.goto('/terms');
  await page.goto('/');
  await expect(deferred(page)).toHaveCount(1);
  await page.reload();
  await nothingIsDeferred();
});
