import { contact } from '#content/contact.ts';
import { notificationLabels, notificationMessages } from '#content/messages.ts';
import { services } from '#content/services.ts';
import { button, control, fillIn, sent } from '../contact-form.ts';
import {
  expect,
  firstService,
  navigationLink,
  notices,
  open,
  type Page,
  scheduleIn,
  test,
} from '../fixtures.ts';
import { states } from './states.ts';

// WCAG 2.5.5: targets of 44 px for fingers, except for links in a line of text.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const side = 44;

/** Presses around the middle of each control, as a thick finger does. */
const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    // The page learns the height of new notices with a frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const small: string[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    );
    // An open menu covers the rest.
    const within = document.querySelector('header:has(:popover-open)') ?? document.body;
    for (const control of controls) {
      if (!within.contains(control)) continue;
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (control.closest('[aria-hidden=true], [inert], .visually-hidden')) continue;
      const around = control.parentElement?.textContent?.trim() ?? '';
      const own = control.textContent?.trim() ?? '';
      if (getComputedStyle(control).display === 'inline' && around.length > own.length) continue;
      control.focus({ preventScroll: true });
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      // The bounding box of a link over two lines includes its neighbors: its longer part is pressed.
      const [part = control.getBoundingClientRect()] = [...control.getClientRects()].sort(
        (one, other) => other.width - one.width,
      );
      const { left, top, width, height } = part;
      const reach = (wanted - 2) / 2;
      const [x, y] = [left + width / 2, top + height / 2];
      const isHit = (across: number, down: number): boolean => {
        const hit = document.elementFromPoint(x + across, y + down);
        return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control);
      };
      const misses = [
        [-reach, 0],
        [reach, 0],
        [0, -reach],
        [0, reach],
      ].filter(([across = 0, down = 0]) => !isHit(across, down));
      if (misses.length > 0) {
        const what = own || control.getAttribute('aria-label') || control.id;
        const size = `${Math.round(width)} × ${Math.round(height)}`;
        small.push(
          `${control.tagName} “${what.slice(0, 40)}” of ${size}, missed at ${misses.join(' and ')}`,
        );
      }
    }
    return small;
  }, side);

for (const { name, reach } of states) {
  test(`a finger finds every control: ${name}`, async ({ page, context, allowConsole, site }) => {
    await reach({ page, context, allowConsole, site });
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    expect(await findSmallTargets(page)).toEqual([]);
  });
}

test('a finger leads through the page, from the menu to a message that is sent', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await open(page);
  const menu = page.locator('#menu');
  await page.getByRole('banner').getByRole('button').tap();
  await navigationLink(menu, 'services').tap();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/#services');

  const card = page.locator('#services details').first();
  await card.locator('summary').tap();
  await card.getByRole('link', { name: services.labels.discuss }).tap();
  await expect(control(page, 'serviceType')).toHaveValue(firstService.id);
  await button(page).tap();
  await expect(control(page, 'firstName')).toBeFocused();
  await fillIn(page);
  await button(page).tap();
  await expect(sent(page)).toBeVisible();
  await page.getByRole('button', { name: contact.form.success.again }).tap();
  await expect(control(page, 'message')).toHaveValue('');

  await context.setOffline(true);
  const offline = notices(page, notificationMessages.offline);
  await offline.getByRole('button', { name: notificationLabels.dismiss }).tap();
  await expect(offline).toHaveCount(0);
  await context.setOffline(false);

  const download = page.waitForEvent('download');
  await page.locator('#resources [data-action=download]').first().tap();
  await download;
  const booking = context.waitForEvent('page');
  await scheduleIn(page.locator('#about')).tap();
  await expect(await booking).toHaveURL(/\/book$/);
});
