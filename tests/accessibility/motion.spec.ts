import { failureMessages } from '#content/messages.ts';
import {
  expect,
  lastSection,
  missingResource,
  navigationLink,
  open,
  type Page,
  test,
} from '../fixtures.ts';

// WCAG 2.3.3.

const findMotion = (page: Page) =>
  page.evaluate(() => {
    const lasts = (durations: string) =>
      durations.split(',').some((duration) => Number.parseFloat(duration) > 0);
    const could = [...document.querySelectorAll('*')].filter((element) =>
      ['', '::before', '::after'].some((part) => {
        const style = getComputedStyle(element, part);
        const animates = style.animationName !== 'none' && lasts(style.animationDuration);
        return lasts(style.transitionDuration) || animates;
      }),
    );
    return {
      could: could.length,
      running: document.getAnimations().length,
      glides: getComputedStyle(document.documentElement).scrollBehavior === 'smooth',
    };
  });

const use = async (page: Page): Promise<void> => {
  await page.locator('#services summary').first().click();
  await (await missingResource(page)).click();
  await expect(page.getByText(failureMessages.notFound)).toBeVisible();
};

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const path of ['/', '/terms']) {
    test(`nothing moves by itself on ${path}`, async ({ page }) => {
      await open(page, path);
      if (path === '/') await use(page);
      expect(await findMotion(page)).toEqual({ could: 0, running: 0, glides: false });
    });
  }

  test('a link to a section does not glide', async ({ page }) => {
    await open(page);
    await navigationLink(page.getByRole('banner'), lastSection).click();
    // Smooth scrolling would still be near the top.
    const top = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => resolve(window.scrollY));
        }),
    );
    expect(top).toBeGreaterThan(1000);
  });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the check for motion finds some where there is some', async ({ page }) => {
    await open(page);
    await use(page);
    const { could, glides } = await findMotion(page);
    expect(could).toBeGreaterThan(10);
    expect(glides).toBe(true);
  });
});
