import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import {
  applicationErrorMessages,
  failureMessages,
  validationMessages,
} from '#content/messages.ts';
import { formatPhone } from '#content/schema/phone.ts';
import {
  expect,
  holdBack,
  hydrated,
  missingResource,
  notices,
  type Page,
  test,
} from './fixtures.ts';

// Behavior 6.3.

/** Replaces an island's props, so that it throws while it renders. */
const breakIsland = (page: Page, name: string, props: string) =>
  page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const island = new RegExp(`(<astro-island[^>]*component-export="${name}"[^>]*?props=")[^"]*"`);
    expect(html).toMatch(island);
    await route.fulfill({ response, body: html.replace(island, `$1${props}"`) });
  });

const islandErrors = /^(?:Type)?Error: Cannot destructure/;

test('an island that throws explains itself, offers other ways, and takes no other with it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(islandErrors);
  await breakIsland(page, 'ThresholdFigure', '{}');
  await page.goto('/');
  await hydrated(page);
  const failure = page.locator('#hero').getByRole('alert');
  await expect(failure).toContainText(applicationErrorMessages.error);
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
  const failure = page.locator('#contact').getByRole('alert');
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
    await expect(page.locator('#contact-heading')).toBeFocused();
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
