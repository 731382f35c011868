import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import { failureOptionLabels, notificationLabels, submissionMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { formatPhone } from '#content/schema/phone.ts';
import { navigation } from '#content/schema/sections.ts';
import { site } from '#content/site.ts';
import { openWithStoppedClock } from '../clock.ts';
import { expect, hydrated, notices, open, type Page, scheduleIn, test } from '../fixtures.ts';
import { throwInIsland } from '../robustness/broken-island.ts';
import { states } from './states.ts';

// WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11.

interface Stop {
  /** Place in the list of controls, or -1. */
  index: number;
  what: string;
  /** Visible share of the control. */
  seen: number;
  /** In pixels. */
  height: number;
  hasIndicator: boolean;
  isFrame: boolean;
}

/** Puts the controls that the keyboard should reach into `window`. */
const listControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selector =
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"])';
    const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.tabIndex >= 0 &&
        // Of a group of radio buttons Tab reaches the chosen one, arrows the others.
        !element.matches(':disabled, [inert] *, [type=hidden], [type=radio]:not(:checked)'),
    );
    Object.assign(window, { controls });
    return controls.map((element, index) => `${index} ${element.tagName} ${element.innerText}`);
  });

/** Null when the focus has left the page. */
const lookAtFocus = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const { controls } = window as unknown as { controls: HTMLElement[] };
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    // The bounding box of a link over two lines includes its neighbors.
    const rect = element.getClientRects()[0] ?? element.getBoundingClientRect();
    let hits = 0;
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    for (const across of steps) {
      for (const down of steps) {
        const hit = document.elementFromPoint(
          rect.left + rect.width * across,
          rect.top + rect.height * down,
        );
        if (hit && element.contains(hit)) hits++;
      }
    }
    const shows =
      element instanceof HTMLInputElement && element.type === 'range'
        ? (element.parentElement?.querySelector('circle') ?? element)
        : element;
    const { outlineStyle, outlineWidth } = getComputedStyle(shows);
    return {
      index: controls.indexOf(element),
      what: `${element.tagName} ${element.innerText.slice(0, 40) || element.id}`,
      seen: hits / steps.length ** 2,
      height: rect.height,
      hasIndicator: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isFrame: element instanceof HTMLIFrameElement,
    };
  });

/** Browsers do not scroll to an empty frame that takes the focus. */
const loadFrames = async (page: Page): Promise<void> => {
  for (const element of await page.locator('iframe').elementHandles()) {
    await element.scrollIntoViewIfNeeded();
    const frame = await element.contentFrame();
    await expect.poll(() => frame?.url()).not.toBe('about:blank');
    await frame?.waitForLoadState();
  }
};

/** Presses a key until the focus leaves the page; a frame is one stop. */
const walk = async (page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> => {
  const stops: Stop[] = [];
  for (let press = 0; press < 200; press++) {
    await page.keyboard.press(key);
    const stop = await lookAtFocus(page);
    const last = stops.at(-1);
    if (!stop) return stops;
    if (last?.isFrame && stop.index === last.index) continue;
    if (stops.some(({ index }) => index === stop.index)) return stops;
    stops.push(stop);
  }
  throw new Error(`${key} goes on for ever`);
};

const windows = [
  // The second is a page magnified four times.
  { width: 1440, height: 900, share: 1 },
  { width: 320, height: 256, share: 0.5 },
];

const walked = states.filter(({ name }) =>
  [
    'home at first',
    'home without JavaScript’s help',
    'claims open',
    'service cards open',
    'a mistake in the form',
    'the form service failed',
    'sent',
    'offline',
    'an island that failed',
    'terms',
    'not found',
    'embedded booking with a mistake',
    'embedded newsletter',
    'embedded newsletter with a mistake',
  ].includes(name),
);

for (const { name, reach } of walked) {
  for (const { width, height, share } of windows) {
    test(`the keyboard reaches every control: ${name}, ${width} × ${height}`, async ({
      page,
      context,
      allowConsole,
      site,
    }) => {
      await page.setViewportSize({ width, height });
      await reach({ page, context, allowConsole, site });
      await loadFrames(page);
      const controls = await listControls(page);
      const inOrder = controls.map((_, index) => index);
      // Start at the top, whatever the state has focused.
      await page.evaluate(() => {
        const start = document.createElement('span');
        start.tabIndex = -1;
        document.body.prepend(start);
        start.focus();
        start.remove();
      });
      const forward = await walk(page, 'Tab');
      const backward = await walk(page, 'Shift+Tab');
      expect
        .soft(
          forward.map(({ index }) => index),
          controls.join('\n'),
        )
        .toEqual(inOrder);
      expect
        .soft(
          backward.map(({ index }) => index),
          'back',
        )
        .toEqual(inOrder.toReversed());
      // Of a tall field browsers show the caret's line; offline, the frame holds the browser's page.
      const unseen = [...forward, ...backward].filter(
        (stop) =>
          stop.seen < share &&
          !(stop.height > 90 && stop.seen >= 0.2) &&
          !(stop.isFrame && name === 'offline'),
      );
      expect.soft(unseen, 'not to be seen').toEqual([]);
      const unmarked = forward.filter(({ hasIndicator, isFrame }) => !hasIndicator && !isFrame);
      expect.soft(unmarked, 'no sign of the focus').toEqual([]);
    });
  }
}

test.describe('order of focus', () => {
  const focused = (page: Page) => page.locator(':focus');

  test('the skip link comes first, is seen, and leads past the header', async ({ page }) => {
    const clock = await openWithStoppedClock(page);
    await page.keyboard.press('Tab');
    const skipLink = page.getByRole('link', { name: site.labels.skipLink });
    const hashChanged = page.evaluate(async () => {
      await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    });
    await expect(skipLink).toBeFocused();
    await expect(skipLink).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await hashChanged;
    // Now the focus must not move to the heading.
    await page.keyboard.press('Tab');
    const next = scheduleIn(page.locator('#hero'));
    await expect(next).toBeFocused();
    await clock.pass(1000);
    await expect(next).toBeFocused();
  });

  test('after a jump the keyboard goes on in the section', async ({ page }) => {
    await open(page);
    await page.goto('/#resources');
    await hydrated(page);
    await expect(page.locator('#resources')).toBeFocused();
    await page.keyboard.press('Tab');
    const name = `${resources.labels.access} ${resources.catalogue[0]?.title}`;
    await expect(page.getByRole('link', { name })).toBeFocused();
  });

  test('a panel takes the keyboard, goes through its options, and gives it back', async ({
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
    for (const name of [
      failureOptionLabels.tryAgain,
      `${failureOptionLabels.requestByEmail}: ${identity.email}`,
      failureOptionLabels.browseResources,
      notificationLabels.dismiss,
    ]) {
      await page.keyboard.press('Tab');
      await expect(focused(page)).toHaveAccessibleName(name);
    }
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(trigger).toBeFocused();
  });

  test('a failed submission is followed by its options', async ({ page, expectConsole }) => {
    expectConsole(/500/, /contact_form/);
    await page.route('**/api/submit', (route) => route.fulfill({ status: 500 }));
    await open(page);
    await page.getByLabel(contact.form.labels.firstName).focus();
    for (const value of ['Ada', 'Byron', 'ada@example.com', 'Engines']) {
      await page.keyboard.type(value);
      await page.keyboard.press('Tab');
    }
    await page.getByLabel(contact.form.labels.message, { exact: true }).focus();
    await page.keyboard.type('Written with keys alone');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${submissionMessages.failed}`));
    for (const name of [
      `${failureOptionLabels.emailDirectly}: ${identity.email}`,
      `${failureOptionLabels.callDirectly}: ${formatPhone(identity.phone)}`,
      failureOptionLabels.tryAgain,
    ]) {
      await page.keyboard.press('Tab');
      await expect(focused(page)).toHaveAccessibleName(name);
    }
  });

  test('the menu closes behind the keyboard, so that it hides nothing', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await open(page);
    const button = page.getByRole('banner').getByRole('button');
    const menu = page.getByRole('navigation', { name: site.labels.menu });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    for (const { label } of navigation) {
      await page.keyboard.press('Tab');
      await expect(focused(page)).toHaveAccessibleName(label);
      await expect(focused(page)).toBeInViewport({ ratio: 0.9 });
    }
    await page.keyboard.press('Tab');
    await expect(focused(page)).toHaveAccessibleName(
      `${site.labels.schedule} (${site.labels.newTab})`,
    );
    await page.keyboard.press('Tab');
    await expect(menu).toBeHidden();
    await expect(page.locator('#hero').getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(button).toBeFocused();
  });

  test('an island that fails keeps the keyboard in its place', async ({ page, allowConsole }) => {
    allowConsole(/spoilt/);
    await throwInIsland(page, 'threshold-figure');
    await page.goto('/');
    await hydrated(page);
    await page.locator('#hero > div').first().getByRole('link').last().focus();
    await page.keyboard.press('Tab');
    await expect(focused(page)).toHaveAccessibleName(identity.email);
  });
});
