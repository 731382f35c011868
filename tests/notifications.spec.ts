import { contact } from '#content/contact.ts';
import { notificationLabels } from '#content/messages.ts';
import { openWithStoppedClock, type StoppedClock } from './clock.ts';
import {
  expect,
  holdBack,
  hydrated,
  missingResource,
  notices,
  open,
  type Page,
  test,
} from './fixtures.ts';

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
  await page.keyboard.press('Enter');
  await expect(notices(page)).toHaveCount(2);
  await notices(page).first().getByRole('button', { name: notificationLabels.dismiss }).click();
  await expect(notices(page)).toHaveCount(1);
  await notices(page).first().getByRole('button', { name: notificationLabels.dismiss }).focus();
  await page.keyboard.press('Escape');
  await expect(notices(page)).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

test('a notification from before its view hydrates is shown afterwards', async ({ page }) => {
  const release = await holdBack(page, '**/_astro/Notifications.*.js');
  await page.goto('/', { waitUntil: 'load' });
  await hydrated(page, 'astro-island:not([component-url*="/Notifications."])');
  await showNotFound(page);
  await expect(notices(page)).toHaveCount(0);
  release();
  await expect(notices(page)).toHaveCount(1);
});
