import { identity } from '#content/identity.ts';
import { failureMessages, failureOptionLabels, notificationLabels } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { site } from '#content/site.ts';
import { navigation } from '#model/sections.ts';
import { openWithStoppedClock } from '../clock.ts';
import { expect, notices, open, type Page, scheduleIn, test } from '../fixtures.ts';

// The keyboard focus when something opens or closes. The walk through each state is in states.spec.ts.

const focused = (page: Page) => page.locator(':focus');

const expectNext = async (page: Page, ...names: string[]): Promise<void> => {
  for (const name of names) {
    await page.keyboard.press('Tab');
    await expect(focused(page)).toHaveAccessibleName(name);
    await expect(focused(page)).toBeInViewport({ ratio: 0.9 });
  }
};

test('the skip link is the first stop, is visible, and leads past the header (behavior 2.2)', async ({
  page,
}) => {
  const clock = await openWithStoppedClock(page);
  await expectNext(page, site.labels.skipLink);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/#content');
  await page.keyboard.press('Tab');
  const next = scheduleIn(page.locator('#hero'));
  await expect(next).toBeFocused();
  // The focus must not move to the heading later.
  await clock.pass(1000);
  await expect(next).toBeFocused();
});

test('a notice with options takes the focus, Tab leads through the options, and Escape returns the focus (behavior 5.2)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/, /resource_download/);
  await page.route('**/*.pdf', (route) => route.fulfill({ status: 404 }));
  await open(page);
  const trigger = page.getByRole('link', { name: resources.labels.access }).first();
  await trigger.focus();
  await page.keyboard.press('Enter');
  const panel = notices(page);
  await expect(panel).toBeFocused();
  await expect(panel).toHaveAccessibleName(
    `${notificationLabels.kinds.error}. ${resources.catalogue[0]?.title}: ${failureMessages.resource_download}`,
  );
  // The focus announces the notice; no live region repeats it.
  await expect(panel.locator('xpath=ancestor::*[@role="alert" or @role="status"]')).toHaveCount(0);
  await expectNext(
    page,
    failureOptionLabels.tryAgain,
    `${failureOptionLabels.requestByEmail}: ${identity.email}`,
    failureOptionLabels.browseResources,
    notificationLabels.dismiss,
  );
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

test('the menu closes when the focus leaves it, so that it covers nothing (behavior 2.4)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await open(page);
  const button = page.getByRole('banner').getByRole('button');
  await button.focus();
  await page.keyboard.press('Enter');
  const schedule = `${site.labels.schedule} (${site.labels.newTab})`;
  await expectNext(page, ...navigation.map(({ label }) => label), schedule);
  await page.keyboard.press('Tab');
  await expect(page.locator('#menu')).toBeHidden();
  await expect(page.locator('#hero').getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
});
