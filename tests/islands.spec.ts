import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import {
  applicationErrorMessages,
  failureMessages,
  validationMessages,
} from '#content/messages.ts';
import { formatPhone } from '#content/schema/phone.ts';
import { button, control, fillIn, formError, typed } from './contact-form.ts';
import {
  expect,
  firstService,
  holdBack,
  hydrated,
  missingResource,
  notices,
  type Page,
  test,
} from './fixtures.ts';

// Behavior 1.4, 6.3.

/** Replaces an island's props, so that it throws while it renders. */
const breakIsland = (page: Page, name: string, props: string) =>
  page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const island = new RegExp(`(<astro-island[^>]*component-export="${name}"[^>]*?props=")[^"]*"`);
    expect(html).toMatch(island);
    await route.fulfill({ response, body: html.replace(island, `$1${props}"`) });
  });

const failedPart = (page: Page, section: string) =>
  page.locator(section).getByRole('group', { name: applicationErrorMessages.error });

const islandErrors = /^(?:Type)?Error: Cannot destructure/;

test('an island that throws keeps the focus that it had, and takes none', async ({
  page,
  allowConsole,
}) => {
  allowConsole(islandErrors);
  await breakIsland(page, 'ThresholdFigure', '{}');
  const failure = failedPart(page, '#hero');
  const figure = page.locator('#hero figure');
  await page.goto('/');
  await figure.getByRole('slider').focus();
  await expect(failure).toBeFocused();

  await page.goto('/');
  await figure.hover();
  await expect(failure).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
});

const figureIsland = 'astro-island[component-export="ThresholdFigure"]';

test('an island waits until a screen reader has said what has the focus', async ({ page }) => {
  await page.goto('/');
  // Its files come before it is hydrated.
  await page.mouse.move(1, 1);
  await page.waitForLoadState('load');
  const waited = await page.locator(figureIsland).evaluate(
    (island) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        new MutationObserver(() => {
          if (!island.hasAttribute('ssr')) resolve(performance.now() - begun);
        }).observe(island, { attributes: true });
        island.querySelector('input')?.focus();
      }),
  );
  expect(waited).toBeGreaterThanOrEqual(300);
});

/** The slider of a figure that is asleep, on a page whose clock stands still. */
const sliderAtRest = async (page: Page) => {
  await page.clock.install();
  await page.goto('/');
  const slider = page.locator(figureIsland).getByRole('slider');
  await expect(slider).toBeVisible();
  await page.clock.runFor(5000);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  return slider;
};

test('the files of an island that waits are run meanwhile', async ({ page }) => {
  const slider = await sliderAtRest(page);
  const file = page.waitForResponse(/\/_astro\/islands\./);
  // By a script, so that nothing else asks for them.
  await slider.evaluate((input) => input.focus());
  await file;
  await expect(page.locator(figureIsland)).toHaveAttribute('ssr');
});

test('an island that is changed does not wait', async ({ page }) => {
  const slider = await sliderAtRest(page);
  await slider.focus();
  await slider.press('ArrowRight');
  await expect(page.locator(figureIsland)).not.toHaveAttribute('ssr');
});

test('an island that throws explains itself, offers other ways, and takes no other with it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(islandErrors);
  await breakIsland(page, 'ThresholdFigure', '{}');
  await page.goto('/');
  await hydrated(page);
  const failure = failedPart(page, '#hero');
  const name = applicationErrorMessages.parts['threshold-figure'];
  await expect(page.locator('#hero').getByRole('group', { name })).toBeVisible();
  await expect(failure.getByRole('link', { name: identity.email })).toBeVisible();
  await expect(failure.getByRole('link', { name: formatPhone(identity.phone) })).toBeVisible();
  const details = failure.getByText(applicationErrorMessages.details);
  await expect(failure.locator('pre')).toBeHidden();
  await details.click();
  await expect(failure.locator('pre')).toContainText('TypeError');
  await expect(failure.locator('pre')).toContainText('_astro');

  await (await missingResource(page)).click();
  await expect(page.getByText(failureMessages.notFound)).toBeVisible();
  await page.locator('#contact-form button[type=submit]').click();
  await expect(page.locator('#contact-form [aria-invalid=true]')).toHaveAccessibleDescription(
    validationMessages.firstName,
  );
});

test('a contact form that throws keeps what was typed', async ({ page, allowConsole }) => {
  allowConsole(islandErrors);
  await breakIsland(page, 'ContactForm', '{}');
  const release = await holdBack(page, '**/_astro/islands.*.js');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByLabel(contact.form.labels.message, { exact: true }).fill('Half a message');
  release();
  await expect(page.locator('#contact')).toContainText(applicationErrorMessages.kept);
  await page.unroute('/');
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByLabel(contact.form.labels.message, { exact: true })).toHaveValue(
    'Half a message',
  );
});

test('a contact form that throws says that words are kept only if there were any', async ({
  page,
  allowConsole,
}) => {
  allowConsole(islandErrors);
  await breakIsland(page, 'ContactForm', '{}');
  await page.goto('/');
  await hydrated(page);
  const failure = failedPart(page, '#contact');
  await expect(failure).toContainText(applicationErrorMessages.error);
  await expect(failure).not.toContainText(applicationErrorMessages.kept);
});

test('a part of the page’s script that throws takes no other with it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/matchMedia is not here/);
  await page.addInitScript(() => {
    window.matchMedia = () => {
      throw new Error('matchMedia is not here');
    };
  });
  await page.goto('/');
  await expect(notices(page, failureMessages.script)).toBeVisible();
  await (await missingResource(page)).click();
  await expect(notices(page, failureMessages.notFound)).toBeVisible();
});

test.describe('where the browser records no first paint, as Firefox does at an address with a hash', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => undefined;
    }),
  );

  test('the scripts run once the page has loaded', async ({ page }) => {
    await page.goto('/#contact');
    await hydrated(page);
    await expect(page.locator('#contact')).toBeFocused();
  });

  test('the scripts run even when the page never finishes loading', async ({ page }) => {
    const release = await holdBack(page, '**/slow.png');
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.body.append(Object.assign(new Image(), { src: '/slow.png' }));
      });
    });
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const script = page.locator('astro-island[client=script]:not([ssr])');
    await expect(script).toBeAttached({ timeout: 15_000 });
    expect(await page.evaluate(() => document.readyState)).toBe('interactive');
    release();
  });
});

test.describe('before anybody needs them', () => {
  const scripted = (page: Page) =>
    expect(page.locator('astro-island[client=script]:not([ssr])')).toBeAttached();
  const asleep = (page: Page) => page.locator('astro-island[client=needed][ssr]');
  const island = (page: Page, name: string) =>
    page.locator(`astro-island[component-export=${name}]:not([ssr])`);

  /** Names of the scripts that have been requested. */
  const watchScripts = (page: Page): Set<string> => {
    const scripts = new Set<string>();
    page.on('request', (request) => {
      const [, name] = /\/_astro\/([\w-]+)\.[^/]*\.js$/.exec(request.url()) ?? [];
      if (name) scripts.add(name);
    });
    return scripts;
  };

  test('islands are fetched when a visitor moves, and run when they are reached', async ({
    page,
  }) => {
    const scripts = watchScripts(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await scripted(page);
    expect([...scripts]).toEqual(['page-script']);
    const fetched = page.waitForResponse('**/_astro/islands.*.js');
    await page.mouse.move(5, 5);
    await fetched;
    expect([...scripts]).toEqual(['page-script', 'islands']);
    await expect(asleep(page)).toHaveCount(3);
    await page.getByRole('slider').hover();
    await expect(asleep(page)).toHaveCount(2);
    await expect(island(page, 'ThresholdFigure')).toBeAttached();
  });

  test('where each kilobyte counts, they are fetched when they are reached', async ({ page }) => {
    const scripts = watchScripts(page);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto('/');
    await scripted(page);
    await page.mouse.move(5, 5);
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => scrollY > 0);
    expect([...scripts]).toEqual(['page-script']);
    await page.getByRole('slider').focus();
    await expect(island(page, 'ThresholdFigure')).toBeAttached();
  });

  test('the form comes to life before it is in view, by scrolling and by a shared link', async ({
    page,
  }) => {
    await page.goto('/');
    await page.locator('#resources').scrollIntoViewIfNeeded();
    await expect(island(page, 'ContactForm')).toBeAttached();
    await page.goto('about:blank');
    await page.goto(`/#contact?service=${firstService.id}`);
    await expect(control(page, 'serviceType')).toHaveValue(firstService.id);
    await expect(asleep(page)).toHaveCount(2);
  });

  test('a draft brings the form to life', async ({ page }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('contact_draft', '{"enquiry":{"message":"Half a message"}}');
    });
    await page.goto('/');
    await expect(control(page, 'message')).toHaveValue('Half a message');
  });

  test('a slider that is moved before its figure is alive moves the figure', async ({ page }) => {
    const release = await holdBack(page, '**/_astro/islands.*.js');
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('End');
    await expect(slider).toHaveValue('100');
    const verdict = page.locator('#hero figure dl + p');
    const before = await verdict.textContent();
    release();
    await expect(verdict).not.toHaveText(before ?? '');
    await expect(slider).toHaveValue('100');
    await expect(island(page, 'VisitorsLine')).toBeAttached();
  });

  test('an island whose file did not come is HTML until it is reached again', async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/404/);
    const islandsFile = '**/_astro/islands.*.js*';
    await page.route(islandsFile, (route) => route.fulfill({ status: 404 }));
    const refused = page.waitForResponse(islandsFile);
    await page.goto('/#contact');
    await refused;
    await fillIn(page);
    await button(page).click();
    await expect(page).toHaveURL('/received#sent');
    expect(site.stored().at(-1)?.fields).toEqual(typed);

    await page.goto('/#contact');
    await fillIn(page, { message: 'Half a message' });
    await page.unroute(islandsFile);
    // It is reached again and again by whoever is still in the form.
    const field = control(page, 'firstName');
    await expect
      .poll(async () => {
        await field.press('A');
        return island(page, 'ContactForm').count();
      })
      .toBe(1);
    await button(page).click();
    await expect(formError(page)).toHaveText(validationMessages.lastName);
    await expect(control(page, 'message')).toHaveValue('Half a message');
  });

  for (const [sign, show] of Object.entries({
    'the connection is back': (page: Page) =>
      page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    'the visitor moves': (page: Page) => page.mouse.move(Math.random() * 100, 5),
  })) {
    test(`the page’s own script, which did not come, is fetched again when ${sign}`, async ({
      page,
      allowConsole,
    }) => {
      allowConsole(/ERR_/);
      const file = '**/_astro/page-script.*.js*';
      await page.route(file, (route) => route.abort());
      const refused = page.waitForEvent('requestfailed');
      await page.goto('/');
      await refused;
      await page.unroute(file);
      await expect(page.locator('astro-island[client=script][ssr]')).toBeAttached();
      await show(page);
      await scripted(page);
    });
  }
});
