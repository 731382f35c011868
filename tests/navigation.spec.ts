import { contact } from '#content/contact.ts';
import { hero } from '#content/hero.ts';
import { notificationMessages } from '#content/messages.ts';
import { site } from '#content/site.ts';
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

// The keyboard in the menu is in accessibility/keyboard.spec.ts, other engines in hosts/engines.spec.ts.

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const header = (page: Page) => page.getByRole('banner');

const expectAtSection = (page: Page, id: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate((section) => {
        const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        const top = document.getElementById(section)?.getBoundingClientRect().top ?? Number.NaN;
        return Math.abs(Math.round(top - bottom));
      }, id),
    )
    .toBe(0);

const placeOf = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** @returns the new scroll position */
const scrollOn = (page: Page, pixels: number) =>
  page.evaluate((top) => {
    scrollBy({ top, behavior: 'instant' });
    return Math.round(scrollY);
  }, pixels);

const expectFocused = (page: Page, id: string) => expect(page.locator(`#${id}`)).toBeFocused();

const expectAt = async (page: Page, id: string): Promise<void> => {
  await expectAtSection(page, id);
  await expectFocused(page, id);
};

test('the header is solid beyond 10 px, sets the scroll padding to its height, and marks the section that is read (behavior 2.4, 8.1, 10.9)', async ({
  page,
}) => {
  await open(page);
  for (const [place, background] of [
    [10, 'rgba(0, 0, 0, 0)'],
    [11, 'rgb(251, 250, 247)'],
    [0, 'rgba(0, 0, 0, 0)'],
  ] as const) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), place);
    await expect(header(page)).toHaveCSS('background-color', background);
  }
  const height = await header(page).evaluate((element) => element.getBoundingClientRect().height);
  expect(height).not.toBe(80);
  await expect(page.locator('html')).toHaveCSS('scroll-padding-top', `${height}px`);

  const current = page.locator('header nav').first().locator('[aria-current]');
  for (const [id, line, hrefs] of [
    [firstSection, height + 102, []],
    [firstSection, height + 99, [`#${firstSection}`]],
    [lastSection, height, [`#${lastSection}`]],
  ] as const) {
    await page.locator(`#${id}`).evaluate((section, target) => {
      scrollBy({ top: section.getBoundingClientRect().top - target, behavior: 'instant' });
    }, line);
    const marked = () =>
      current.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await expect.poll(marked).toEqual(hrefs);
  }
});

test('a link within the page scrolls to its section, sets the address and moves the focus at once, also a second time (behavior 2.1, 2.2)', async ({
  page,
}) => {
  await open(page);
  for (const id of [lastSection, firstSection]) {
    await navigationLink(header(page), id).click();
    await expect(page).toHaveURL(`/#${id}`);
    await expectAt(page, id);
  }
  // The address already has this section.
  await page.locator('#services summary').first().focus();
  await navigationLink(header(page), firstSection).click();
  await expectAt(page, firstSection);
  await navigationLink(header(page), 'contact').click();
  await page.getByRole('heading', { name: contact.faq.heading }).click();
  await page.keyboard.press('Tab');
  await expect(page.locator('#contact summary').first()).toBeFocused();
  // If the browser followed the link, a screen reader would start elsewhere.
  const after = await navigationLink(header(page), firstSection).evaluate((link) => {
    const isLeft = link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return { isLeft, focused: document.activeElement?.id, hash: location.hash };
  });
  expect(after).toEqual({ isLeft: false, focused: firstSection, hash: `#${firstSection}` });
  await header(page).getByRole('link', { name: site.labels.logo }).click();
  await expect.poll(() => placeOf(page)).toBe(0);
  await expect(page).toHaveURL('/');
  await expectFocused(page, 'hero');
});

test('the page follows a hash after 100 ms, without a caret that a screen reader would follow; a hash without a section logs a warning, and one that cannot be an id does nothing (behavior 2.2, 2.3, 8.1)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/There is no section "nowhere" on this page/);
  const clock = await openWithStoppedClock(page, '/#nowhere');
  for (const hash of ['', '#%E0%A4%A', '#__proto__', '#<img src=x onerror=alert(1)>']) {
    await page.evaluate((next) => {
      location.hash = next || location.hash;
    }, hash);
    await clock.pass(1000);
    expect(await placeOf(page)).toBe(0);
  }
  await page.evaluate(async () => {
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve));
    location.hash = '#about';
    await changed;
  });
  await clock.pass(99);
  await expect(page.locator('#about')).not.toBeFocused();
  await clock.pass(1);
  await expectFocused(page, 'about');

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
  expect(await page.evaluate(() => getSelection()?.rangeCount)).toBe(0);
});

test('the hash takes no focus from a field in use, and does not scroll back a visitor who scrolls on (behavior 2.2)', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const release = await holdBack(page, '**/*.js');
  await page.clock.install();
  await page.goto('/#contact', { waitUntil: 'commit' });
  const field = page.getByLabel(contact.form.labels.firstName);
  await field.focus();
  release();
  await hydrated(page);
  await page.clock.runFor(1000);
  await page.keyboard.type('Ada');
  await expect(field).toHaveValue('Ada');

  // Scrolling is not smooth for visitors who asked for less motion.
  await navigationLink(header(page), firstSection).click();
  const left = await scrollOn(page, 5000);
  await page.clock.runFor(1000);
  // The key of Ctrl+Tab, by which a visitor comes back from another tab.
  await page.keyboard.down('Control');
  await page.keyboard.up('Tab');
  expect(await placeOf(page)).toBe(left);
});

test('on load, the hash does not scroll back a visitor who scrolled before the script came, or from a highlighted text (behavior 2.2)', async ({
  page,
}) => {
  for (const text of ['', `:~:text=${encodeURIComponent(contact.faq.items[0]?.question ?? '')}`]) {
    const release = await holdBack(page, '**/*.js');
    await page.goto('/terms');
    await page.goto(`/#${firstSection}${text}`, { waitUntil: 'domcontentloaded' });
    await expect.poll(() => placeOf(page)).toBeGreaterThan(0);
    const left = text ? await placeOf(page) : await scrollOn(page, 500);
    release();
    await page.waitForFunction(() => history.state !== null);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
    expect(await placeOf(page)).toBe(left);
  }
});

test('back and forward jump, and focus the address’s section if it is then in view, or else the one that is (behavior 2.1, 2.2, 10.15)', async ({
  page,
}) => {
  const clock = await openWithStoppedClock(page);
  await page.getByRole('link', { name: hero.resourcesLabel }).click();
  await expectAtSection(page, 'resources');
  await clock.pass(1000);
  await scrollOn(page, 300);
  await navigationLink(header(page), firstSection).click();
  await expectAtSection(page, firstSection);
  await clock.pass(1000);
  await page.goto(`/#${lastSection}`);
  await expectAtSection(page, lastSection);
  const traverse = async (way: 'goBack' | 'goForward', hash: string): Promise<void> => {
    const steps = page.evaluate(
      () =>
        new Promise((resolve) => {
          let count = 0;
          addEventListener('scroll', () => count++);
          addEventListener('scrollend', () => resolve(count), { once: true });
        }),
    );
    await page[way]();
    expect(await steps).toBe(1);
    await expect(page).toHaveURL(`/${hash}`);
    await clock.pass(1000);
    await expect(page.locator('section:focus')).toBeInViewport();
  };
  const expectSection = async (id: string): Promise<void> => {
    // Chromium may restore an earlier place.
    const isRight = await page.locator(`#${id}`).evaluate((section) => {
      const { top, bottom } = section.getBoundingClientRect();
      return section.contains(document.activeElement) === (top < innerHeight && bottom > 0);
    });
    expect(isRight, id).toBe(true);
  };
  await traverse('goBack', `#${firstSection}`);
  await expectSection(firstSection);
  await traverse('goBack', '#resources');
  await expectSection('resources');
  await traverse('goBack', '');
  await traverse('goForward', '#resources');
  await expectSection('resources');
});

test('a reload, or going back from another page, restores the scroll position; a new visit follows its hash (behavior 2.2)', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // On a busy machine, an observer is called too late for a hash.
  await page.addInitScript(() => {
    ResizeObserver.prototype.observe = () => {};
  });
  await open(page, '/terms');
  // Without the fonts, a first visit may have another height.
  await page.evaluate(() => document.fonts.ready);
  await open(page, `/#${firstSection}`);
  await expectAt(page, firstSection);
  const left = await scrollOn(page, 250);
  for (const comeBack of [
    () => page.reload(),
    async () => {
      // A script that started later would replace the history's entry, which looks like the way back.
      await open(page, '/terms');
      await page.goBack();
    },
  ]) {
    await comeBack();
    await hydrated(page);
    await expectFocused(page, firstSection);
    await expect.poll(() => placeOf(page)).toBe(left);
  }
});

test.describe('the menu of a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const button = (page: Page) => header(page).getByRole('button');
  const menu = (page: Page) => page.getByRole('navigation', { name: site.labels.menu });
  const openMenu = async (page: Page): Promise<void> => {
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await expect(button(page)).toHaveAccessibleName(site.labels.closeMenu);
  };

  test('it is closed by its button, by a link that opens a tab, and by a wider window (behavior 2.4)', async ({
    page,
  }) => {
    await open(page);
    await openMenu(page);
    await button(page).click();
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toHaveAccessibleName(site.labels.menu);

    await openMenu(page);
    const booking = page.waitForEvent('popup');
    await scheduleIn(page.locator('#menu')).click();
    await booking;
    await expect(menu(page)).toBeHidden();

    await page.bringToFront();
    await openMenu(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.locator('#menu')).toBeHidden();
  });

  test('a link in it that is followed before the script has come closes it once the script comes (behavior 2.4)', async ({
    page,
  }) => {
    for (const isFollowed of [false, true]) {
      const bringScript = await holdBack(page, '**/_astro/page-script.*.js');
      await page.goto(`/#${firstSection}`);
      await openMenu(page);
      if (isFollowed) await navigationLink(menu(page), lastSection).click();
      bringScript();
      await expect(header(page)).toHaveAttribute('data-solid');
      await expect(menu(page)).toBeVisible({ visible: !isFollowed });
      await page.unrouteAll({ behavior: 'wait' });
      await page.goto('about:blank');
    }
  });

  test('browsers without popovers have neither menu nor button, and understand all rules of the style sheet (behavior 2.4)', async ({
    page,
  }) => {
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replace(/ popover(?:target)?="\w+"/gi, '')
        .replace('not selector(:popover-open)', 'selector(:popover-open)');
      expect(/<style>[^<]*&/.test(body)).toBe(false);
      // The policy would block the changed style sheet.
      await route.fulfill({ body, contentType: 'text/html' });
    });
    await open(page);
    await expect(header(page)).toHaveAttribute('data-solid');
    await expect(page.locator('#menu')).toBeHidden();
    await expect(button(page)).toBeHidden();
  });

  test('it leaves room for a notice in a low window, and does not dim the notice (behavior 2.4, 5.2)', async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 320, height: 480 });
    await open(page);
    await context.setOffline(true);
    const [notice, list] = [notices(page, notificationMessages.offline), page.locator('#menu')];
    const words = notice.getByRole('paragraph');
    const before = await words.screenshot({ animations: 'disabled' });
    await openMenu(page);
    await expect
      .poll(async () => {
        const [above, below] = [await list.boundingBox(), await notice.boundingBox()];
        return above && below && below.y - (above.y + above.height);
      })
      .toBeGreaterThan(0);
    await scheduleIn(list).scrollIntoViewIfNeeded();
    await expect(scheduleIn(list)).toBeInViewport();
    expect((await words.screenshot({ animations: 'disabled' })).equals(before)).toBe(true);
  });
});
