import { contact } from '#content/contact.ts';
import { hero } from '#content/hero.ts';
import { notificationMessages } from '#content/messages.ts';
import { navigation } from '#content/schema/sections.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { propertyOf, readTree } from './accessibility/accessibility-tree.ts';
import { openWithStoppedClock } from './clock.ts';
import {
  expect,
  firstSection,
  holdBack,
  hydrated,
  lastSection,
  navigationLink,
  notices,
  open,
  type Page,
  scheduleIn,
  test,
} from './fixtures.ts';

// Navigation and header (behavior 2, 8.1).

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const header = (page: Page) => page.getByRole('banner');

const distanceToHeader = (page: Page, id: string) =>
  page.evaluate((section) => {
    const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const top = document.getElementById(section)?.getBoundingClientRect().top ?? Number.NaN;
    return Math.abs(Math.round(top - bottom));
  }, id);

const expectAtSection = async (page: Page, id: string): Promise<void> => {
  await expect.poll(() => distanceToHeader(page, id)).toBe(0);
};

const placeOf = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** @returns where the page is then */
const scrollOn = (page: Page, pixels: number) =>
  page.evaluate((top) => {
    scrollBy({ top, behavior: 'instant' });
    return Math.round(scrollY);
  }, pixels);

test('a legal page is fetched when the visitor seems about to open it', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Preload.enable');
  const fetched = new Promise<string>((resolve) => {
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') resolve(new URL(prefetchUrl).pathname);
    });
  });
  await open(page);
  await page.getByRole('contentinfo').getByRole('link', { name: site.footer.privacy }).hover();
  expect(await fetched).toBe('/privacy');
});

test('the header is solid once the page is scrolled more than 10 px', async ({ page }) => {
  await open(page);
  await page.evaluate(() => scrollTo({ top: 10, behavior: 'instant' }));
  await expect(header(page)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.evaluate(() => scrollTo({ top: 11, behavior: 'instant' }));
  await expect(header(page)).toHaveCSS('background-color', 'rgb(251, 250, 247)');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(header(page)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('a navigation link scrolls to its section, puts it into the address, and moves the focus there', async ({
  page,
}) => {
  await open(page);
  for (const id of [lastSection, ...navigation.map(({ section }) => section)]) {
    await navigationLink(header(page), id).click();
    await expect(page).toHaveURL(`/#${id}`);
    await expectAtSection(page, id);
    await expect(page.locator(`#${id}`)).toBeFocused();
  }
});

test('a link within the page is followed at once, and not left to the browser', async ({
  page,
}) => {
  await open(page);
  const after = await navigationLink(header(page), lastSection).evaluate((link) => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    const isLeft = link.dispatchEvent(click);
    return { isLeft, focused: document.activeElement?.id, hash: location.hash };
  });
  expect(after).toEqual({ isLeft: false, focused: lastSection, hash: `#${lastSection}` });
});

test('whoever has followed a link and scrolls on is left alone', async ({ page }) => {
  const clock = await openWithStoppedClock(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await navigationLink(header(page), firstSection).click();
  const left = await scrollOn(page, 250);
  await clock.pass(1000);
  expect(await placeOf(page)).toBe(left);
});

test('who comes with a hash has no caret put anywhere, which a screen reader would follow', async ({
  page,
}) => {
  await open(page, `/#${lastSection}`);
  await expect(page.locator(`#${lastSection}`)).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.rangeCount)).toBe(0);
});

test('the logo scrolls to the top and clears the hash', async ({ page }) => {
  await open(page, '/#about');
  await expectAtSection(page, 'about');
  await header(page).getByRole('link', { name: site.labels.logo }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveURL('/');
  await expect(page.locator('#hero')).toBeFocused();
});

test('Download Resources leads to the resources', async ({ page }) => {
  await open(page);
  await page.getByRole('link', { name: hero.resourcesLabel }).click();
  await expect(page).toHaveURL('/#resources');
  await expectAtSection(page, 'resources');
});

test('the hash is honoured on load, after 100 ms', async ({ page }) => {
  const clock = await openWithStoppedClock(page);
  await page.evaluate(async () => {
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve));
    location.hash = '#about';
    await changed;
  });
  await clock.pass(99);
  await expect(page.locator('#about')).not.toBeFocused();
  await clock.pass(1);
  await expect(page.locator('#about')).toBeFocused();

  await page.goto('/terms');
  await page.goto('/#expertise');
  // The delay begins once an idle browser has loaded the scripts.
  await expect
    .poll(async () => {
      await clock.pass(100);
      return page.evaluate(() => document.activeElement?.id);
    })
    .toBe('expertise');
  await expectAtSection(page, 'expertise');
});

test('the hash takes no focus from a field that is in use when the scripts load', async ({
  page,
}) => {
  const release = await holdBack(page, '**/*.js');
  await page.clock.install();
  await page.goto('/#contact', { waitUntil: 'commit' });
  const field = page.getByLabel(contact.form.labels.firstName);
  await field.focus();
  await page.keyboard.type('Ad');
  release();
  await hydrated(page);
  await page.clock.runFor(1000);
  await page.keyboard.type('a');
  await expect(field).toHaveValue('Ada');
});

test('a link to where the address already is leads there again', async ({ page }) => {
  await open(page, `/#${firstSection}`);
  await expect(page.locator(`#${firstSection}`)).toBeFocused();
  await scrollOn(page, 2000);
  await page.locator('#contact-form [name=company]').focus();
  await navigationLink(header(page), firstSection).click();
  await expectAtSection(page, firstSection);
  await expect(page.locator(`#${firstSection}`)).toBeFocused();
});

test('Tab goes on from where the visitor clicks in the section that a link led to', async ({
  page,
}) => {
  await open(page, '/#contact');
  await expect(page.locator('#contact')).toBeFocused();
  await page.getByRole('heading', { name: contact.faq.heading }).click();
  await page.keyboard.press('Tab');
  await expect(page.locator('#contact summary').first()).toBeFocused();
});

test('the hash is honoured on back and forward', async ({ page }) => {
  await open(page);
  await navigationLink(header(page), firstSection).click();
  await expectAtSection(page, firstSection);
  await navigationLink(header(page), lastSection).click();
  await expectAtSection(page, lastSection);
  await page.goBack();
  await expect(page).toHaveURL(`/#${firstSection}`);
  await expectAtSection(page, firstSection);
  await page.goForward();
  await expectAtSection(page, lastSection);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('back gives the focus to the link that was followed, and to the section after one of the header', async ({
  page,
}) => {
  await open(page);
  const link = page.getByRole('link', { name: hero.resourcesLabel });
  await link.click();
  await expectAtSection(page, 'resources');
  await expect(page.locator('#resources')).toBeFocused();
  await navigationLink(header(page), firstSection).click();
  await expectAtSection(page, firstSection);
  await expect(page.locator(`#${firstSection}`)).toBeFocused();
  await page.goBack();
  await expect(page.locator('#resources')).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();
  await page.goForward();
  await expect(page.locator('#resources')).toBeFocused();
});

test('back and forward return to the place that the visitor left', async ({ page }) => {
  const clock = await openWithStoppedClock(page);
  await navigationLink(header(page), firstSection).click();
  await expectAtSection(page, firstSection);
  await clock.pass(1000);
  const left = await scrollOn(page, 300);
  await navigationLink(header(page), lastSection).click();
  await expectAtSection(page, lastSection);
  await clock.pass(1000);
  const leftLast = await scrollOn(page, 200);
  await page.goBack();
  await expect(page).toHaveURL(`/#${firstSection}`);
  await clock.pass(1000);
  await expect.poll(() => placeOf(page)).toBe(left);
  await page.goForward();
  await expect(page).toHaveURL(`/#${lastSection}`);
  await clock.pass(1000);
  await expect.poll(() => placeOf(page)).toBe(leftLast);
});

test('back returns to the place that was left by a hash that was typed', async ({ page }) => {
  const clock = await openWithStoppedClock(page, `/#${firstSection}`);
  await clock.pass(1000);
  const left = await scrollOn(page, 300);
  await page.goto(`/#${lastSection}`);
  await expectAtSection(page, lastSection);
  await clock.pass(1000);
  await page.goBack();
  await clock.pass(1000);
  await expect.poll(() => placeOf(page)).toBe(left);
});

test('what gets higher above the place that back returned to moves nobody from it', async ({
  page,
}) => {
  const clock = await openWithStoppedClock(page, `/#${lastSection}`);
  await clock.pass(1000);
  const left = await scrollOn(page, 300);
  await navigationLink(header(page), firstSection).click();
  await expectAtSection(page, firstSection);
  await clock.pass(1000);
  await page.goBack();
  await clock.pass(1000);
  await expect.poll(() => placeOf(page)).toBe(left);
  // As a note in the form, when the event of the return is still to come.
  await page.locator(`#${firstSection}`).evaluate(async (section) => {
    section.style.paddingBottom = '200px';
    window.dispatchEvent(new Event('scroll'));
    await new Promise((resolve) => new ResizeObserver(resolve).observe(section));
  });
  expect(await placeOf(page)).toBe(left);
});

for (const [how, comeBack] of [
  ['a reload', (page: Page) => page.reload()],
  [
    'back from another page',
    async (page: Page) => {
      await page.goto('/terms');
      await page.goBack();
    },
  ],
] as const) {
  test(`${how} returns to the place that the visitor left, where the address has a hash, too`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    for (const hash of [firstSection, `contact?service=${services.items[0]?.id}`]) {
      await page.goto('/terms');
      await open(page, `/#${hash}`);
      await page.clock.runFor(1000);
      await expect.poll(() => placeOf(page)).toBeGreaterThan(0);
      const left = await scrollOn(page, -300);
      await comeBack(page);
      await hydrated(page);
      await page.clock.runFor(1000);
      await expect.poll(() => placeOf(page)).toBe(left);
    }
  });
}

for (const [where, width, pixels] of [
  ['in the form of a phone', 390, 300],
  ['below it', 390, 1600],
  ['at the end of the page', 390, 100_000],
  ['in the form of a wide window', 1280, 200],
] as const) {
  test(`what an address fills in moves no visitor who reloads ${where}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // A first visit may do without the fonts, and be of another height.
    await open(page, '/terms');
    await page.evaluate(() => document.fonts.ready);
    await page.clock.install();
    await open(page, `/#contact?service=${services.items[0]?.id}`);
    await page.clock.runFor(1000);
    await expect(page.locator('#contact-form').getByRole('status')).not.toBeEmpty();
    const left = await scrollOn(page, pixels);
    for (let times = 0; times < 2; times++) {
      await page.reload();
      await hydrated(page);
      await page.clock.runFor(1000);
      await expect(page.locator('#contact-form').getByRole('status')).not.toBeEmpty();
      await page.clock.runFor(1000);
      expect(await placeOf(page)).toBe(left);
    }
  });
}

test('a reload returns to the pixel, and so does the next', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  // Where Chromium took another element for the one that was in view.
  for (const share of [0.23, 0.59]) {
    const left = await page.evaluate((of) => {
      scrollTo(0, Math.round(of * (document.documentElement.scrollHeight - innerHeight)));
      return Math.round(scrollY);
    }, share);
    for (let times = 0; times < 2; times++) {
      await page.reload();
      await hydrated(page);
      expect(await placeOf(page)).toBe(left);
    }
  }
});

test('a visitor who scrolls on after a reload is left alone', async ({ page }) => {
  await page.clock.install();
  await open(page, `/#contact?service=${services.items[0]?.id}`);
  await page.clock.runFor(1000);
  await scrollOn(page, -300);
  await page.reload();
  await hydrated(page);
  await page.clock.runFor(1000);
  const left = await scrollOn(page, -200);
  await page.getByRole('contentinfo').evaluate(async (footer: HTMLElement) => {
    footer.style.paddingBottom = '200px';
    await new Promise((resolve) => new ResizeObserver(resolve).observe(footer));
  });
  expect(await placeOf(page)).toBe(left);
});

test('a place from before the page was kept in memory is not returned to', async ({ page }) => {
  // As in browsers without it; Playwright keeps no page of Chromium in memory.
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  const clock = await openWithStoppedClock(page, `/#${firstSection}`);
  await clock.pass(1000);
  const old = await scrollOn(page, 300);
  await page.evaluate(() => {
    for (const type of ['pagehide', 'pageshow']) {
      window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    }
  });
  await scrollOn(page, 200);
  await page.goto(`/#${lastSection}`);
  await clock.pass(1000);
  await page.goBack();
  await clock.pass(1000);
  expect(await placeOf(page)).not.toBe(old);
});

test('a new visit to an address that was read before follows its hash again', async ({ page }) => {
  await open(page, `/#${firstSection}`);
  await expectAtSection(page, firstSection);
  await scrollOn(page, 400);
  await page.goto('/terms');
  await open(page, `/#${firstSection}`);
  await expectAtSection(page, firstSection);
  await expect(page.locator(`#${firstSection}`)).toBeFocused();
});

test('from another page the header leads to the section', async ({ page }) => {
  await open(page, '/terms');
  await navigationLink(header(page), lastSection).click();
  await expect(page).toHaveURL(`/#${lastSection}`);
  await hydrated(page);
  await expectAtSection(page, lastSection);
});

test('the section that is read is marked in the navigation', async ({ page }) => {
  await open(page);
  const current = page.locator('header nav').first().locator('[aria-current]');
  await expect(current).toHaveCount(0);
  const scrollSoThatTopIsAt = (id: string, line: number) =>
    page.evaluate(
      ([section, target]) => {
        const top = document.getElementById(section)?.getBoundingClientRect().top ?? 0;
        scrollBy({ top: top - target, behavior: 'instant' });
      },
      [id, line] as const,
    );
  const height = await header(page).evaluate((element) => element.getBoundingClientRect().height);
  await scrollSoThatTopIsAt(firstSection, height + 102);
  await expect(current).toHaveCount(0);
  await scrollSoThatTopIsAt(firstSection, height + 99);
  await expect(current).toHaveAttribute('href', `#${firstSection}`);
  await scrollSoThatTopIsAt(lastSection, height);
  await expect(current).toHaveAttribute('href', `#${lastSection}`);
});

test('the header’s height is 80 px to the page until it has been measured', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  const padding = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop);
  await page.route('**/*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/');
  await failed;
  expect(await padding()).toBe('80px');
  await page.unroute('**/*.js');
  await open(page);
  const height = await header(page).evaluate((element) => element.getBoundingClientRect().height);
  expect(height).not.toBe(80);
  await expect.poll(padding).toBe(`${height}px`);
});

test('a section that does not exist is a warning, not an error', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/There is no section "nowhere" on this page/);
  const clock = await openWithStoppedClock(page, '/#nowhere');
  await clock.pass(1000);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('malformed hashes do nothing', async ({ page }) => {
  const clock = await openWithStoppedClock(page);
  for (const hash of [
    '#%E0%A4%A',
    '#__proto__',
    '#constructor.prototype',
    '#?service=<script>alert(1)</script>',
    `#${'x'.repeat(10_000)}`,
    '#<img src=x onerror=alert(1)>',
    '#"]',
  ]) {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await clock.pass(200);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test('scrolling is instant for those who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
    'auto',
  );
});

test.describe('the mobile menu', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const button = (page: Page) => page.getByRole('banner').getByRole('button');
  const menu = (page: Page) => page.getByRole('navigation', { name: site.labels.menu });

  /** No attribute says it. */
  const isSaidToBeOpen = async (page: Page): Promise<unknown> => {
    const node = (await readTree(page)).find(
      ({ role, name }) =>
        role?.value === 'button' &&
        [site.labels.menu, site.labels.closeMenu].includes(String(name?.value)),
    );
    return node && propertyOf(node, 'expanded');
  };

  test('the menu button toggles the menu, and says whether it is open', async ({ page }) => {
    await open(page);
    expect(await isSaidToBeOpen(page)).toBe(false);
    await expect(menu(page)).toBeHidden();
    await button(page).click();
    await expect(button(page)).toHaveAccessibleName(site.labels.closeMenu);
    expect(await isSaidToBeOpen(page)).toBe(true);
    await expect(menu(page).getByRole('link')).toHaveText(navigation.map(({ label }) => label));
    await button(page).click();
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toHaveAccessibleName(site.labels.menu);
    expect(await isSaidToBeOpen(page)).toBe(false);
  });

  test('the menu closes when a link in it is chosen', async ({ page }) => {
    await open(page);
    await button(page).click();
    await navigationLink(menu(page), lastSection).click();
    await expect(menu(page)).toBeHidden();
    await expectAtSection(page, lastSection);
    await expect(page.locator(`#${lastSection}`)).toBeFocused();
    await expect(button(page)).toBeVisible();
  });

  test('the menu closes when Schedule Consultation is chosen, behind the tab that opens', async ({
    page,
  }) => {
    await open(page);
    await button(page).click();
    const booking = page.waitForEvent('popup');
    await scheduleIn(page.locator('#menu')).click();
    await booking;
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toHaveAccessibleName(site.labels.menu);
  });

  test('the menu closes on Escape and gives the focus back', async ({ page }) => {
    await open(page);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(navigationLink(menu(page), firstSection)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
  });

  test('the menu closes when the window grows past it', async ({ page }) => {
    await open(page);
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.locator('#menu')).toBeHidden();
  });

  test('a notice stands clear of the open menu, in a low window, too', async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 320, height: 480 });
    await open(page);
    await button(page).click();
    await context.setOffline(true);
    const [notice, list] = [notices(page, notificationMessages.offline), page.locator('#menu')];
    await expect
      .poll(async () => {
        const [above, below] = [await list.boundingBox(), await notice.boundingBox()];
        return above && below && below.y - (above.y + above.height);
      })
      .toBeGreaterThan(0);
    await expect(menu(page)).toBeVisible();
    await scheduleIn(list).scrollIntoViewIfNeeded();
    await expect(scheduleIn(list)).toBeInViewport();
  });

  test('the menu opens before any script has run', async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED/);
    await page.route('**/*.js', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.goto('/', { waitUntil: 'commit' });
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await failed;
  });
});
