import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import {
  applicationErrorMessages,
  failureMessages,
  failureOptionLabels,
  submissionMessages,
} from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { variants } from '../../tools/variants.ts';
import { openWithStoppedClock } from '../clock.ts';
import {
  button,
  control,
  fillIn,
  formError,
  sent,
  submit,
  typed,
  valuesOf,
} from '../contact-form.ts';
import {
  callHref,
  callName,
  emailHref,
  expect,
  expectLink,
  holdBack,
  hydrated,
  missingResource,
  open,
  type Page,
  scheduleIn,
  test,
} from '../fixtures.ts';
import { islandNames, throwInIsland } from './broken-island.ts';

// Whatever is broken, the visitor can read, reach the owner, and loses nothing typed; other cases are
// in docs/quality.md.

const expectReadable = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const id of ['services', 'expertise', 'about', 'resources', 'contact']) {
    await expect(page.locator(`#${id}-heading`)).toBeVisible();
  }
  const card = page.locator('#services details').first();
  await card.locator('summary').click();
  await expect(card.getByRole('link', { name: services.labels.discuss })).toBeVisible();
  // Not transparent over scrolled content.
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(10);
  await expect
    .poll(() =>
      page
        .locator('header')
        .evaluateAll((headers) =>
          headers.map((header) => getComputedStyle(header).backgroundColor),
        ),
    )
    .not.toContain('rgba(0, 0, 0, 0)');
  const section = page.locator('#contact');
  await expectLink(section, contact.actions.email.label, emailHref);
  await expect(section.getByRole('link', { name: callName }).first()).toHaveAttribute(
    'href',
    callHref,
  );
};

const expectToSend = async (
  page: Page,
  stored: () => { fields: Record<string, string> }[],
): Promise<void> => {
  const before = stored().length;
  await submit(page);
  await expect(sent(page)).toBeVisible();
  expect(stored()).toHaveLength(before + 1);
  expect(stored().at(-1)?.fields).toEqual(typed);
};

test.describe('without JavaScript', () => {
  test('the words of the page are those that the scripts show', async ({ page, browser, site }) => {
    await open(page);
    const read = (from: Page) =>
      from.locator('main').evaluate((main) => {
        const copy = main.cloneNode(true) as HTMLElement;
        for (const extra of copy.querySelectorAll('script, style, template')) extra.remove();
        return (copy.textContent ?? '').replace(/\s+/g, '');
      });
    const withScripts = await read(page);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(site.url);
    expect(await read(plain)).toBe(withScripts);
    expect(withScripts.length).toBeGreaterThan(5000);
    await expectReadable(plain);
    await context.close();
  });
});

test('the page works whichever script fails to load', async ({ page, site, allowConsole }) => {
  test.setTimeout(300_000);
  allowConsole(/ERR_FAILED|Error hydrating|Failed to fetch dynamically imported/);
  const scripts = readdirSync(join(variants.embedded.folder, '_astro')).filter(
    (name) => name.endsWith('.js') && !name.startsWith('booking-widget.'),
  );
  expect(scripts).toHaveLength(2);
  for (const script of scripts) {
    await test.step(script, async () => {
      const refuse = `**/_astro/${script}*`;
      await page.route(refuse, (route) => route.abort());
      const refused = page.waitForEvent('requestfailed');
      await page.goto('/');
      await page.locator('#hero input[type=range]').focus();
      await refused;
      await expectReadable(page);
      await expectToSend(page, site.stored);
      await page.unroute(refuse);
    });
  }
});

for (const name of islandNames) {
  test(`the page works when ${name} throws while it renders`, async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/spoilt/);
    await throwInIsland(page, name);
    await page.goto('/');
    await hydrated(page);
    await expectReadable(page);
    if (name === 'contact-form') {
      const failure = page.locator('#contact').getByRole('group', {
        name: applicationErrorMessages.error,
      });
      await expect(failure.getByRole('link', { name: identity.email })).toBeVisible();
    } else {
      await expectToSend(page, site.stored);
    }
    expect(await page.getByText(applicationErrorMessages.error).count()).toBeLessThanOrEqual(1);
  });
}

test('full storage breaks nothing', async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const storage of [sessionStorage, localStorage]) {
      let chunk = 'x'.repeat(1024 * 1024);
      for (let key = 0; chunk.length > 0; key++) {
        try {
          storage.setItem(`filler ${key}`, chunk);
        } catch {
          chunk = chunk.slice(0, Math.floor(chunk.length / 2));
        }
      }
    }
  });
  await open(page);
  const isFull = await page.evaluate(() => {
    try {
      sessionStorage.setItem('another', 'x'.repeat(50));
      return false;
    } catch {
      return true;
    }
  });
  expect(isFull).toBe(true);
  await expectReadable(page);
  await expectToSend(page, site.stored);
});

test('rubbish in storage, under every key, breaks nothing', async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const key of ['contact_draft', 'failed_analytics_events']) {
      sessionStorage.setItem(key, '{"enquiry":');
      localStorage.setItem(key, '[{"x":');
    }
  });
  await open(page);
  await (await missingResource(page)).click();
  await expect(page.getByText(failureMessages.notFound)).toBeVisible();
  await expectToSend(page, site.stored);
});

test.describe('with every third party unreachable', () => {
  test.use({ variant: 'hosted' });

  test('the page opens, reads and offers other ways', async ({
    page,
    thirdParties,
    allowConsole,
  }) => {
    allowConsole(/ERR_|contact_form: network/);
    for (const party of Object.values(thirdParties)) {
      party.answer((_request, response) => response.socket?.resetAndDestroy());
    }
    await open(page);
    await expectReadable(page);
    await expectLink(
      page.locator('#resources'),
      resources.newsletter.linkLabel,
      'http://newsletter.test/embed',
    );
    await submit(page);
    await expect(formError(page)).toContainText(submissionMessages.network);
    const direct = formError(page).getByRole('link', { name: failureOptionLabels.emailDirectly });
    const href = await direct.getAttribute('href');
    expect(href?.startsWith(`${emailHref}?`)).toBe(true);
    expect(href).toContain('First%20line');
    expect(await valuesOf(page)).toEqual(typed);
    const opened = page.waitForEvent('popup');
    await scheduleIn(page.locator('#hero')).click();
    await opened;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('on a slow line a form sent half-way through loading arrives', async ({ page, site }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // Slow 3G: 400 kbit/s, 400 ms.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  const release = await holdBack(page, '**/_astro/client.*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await control(page, 'message').waitFor();
  await expectToSend(page, site.stored);
  await expect(page).toHaveURL('/received#sent');
  release();
});

test.describe('on New Year’s Eve, where it is the next day already', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('the year is the visitor’s, and a form filled in over midnight is sent', async ({
    page,
    site,
  }) => {
    const clock = await openWithStoppedClock(page, '/', '2029-12-31T09:59:50Z');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('© 2029');
    await fillIn(page);
    await clock.pass(20_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(footer).toContainText('© 2030');
    expect(await valuesOf(page)).toEqual(typed);
    await button(page).click();
    await expect(sent(page)).toBeVisible();
    expect(site.stored().at(-1)?.fields).toEqual(typed);
  });
});

test('a page kept open for a day asks for nothing, and then works', async ({ page, site }) => {
  const clock = await openWithStoppedClock(page);
  await fillIn(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await clock.pass(24 * 3600 * 1000);
  expect(requests).toEqual([]);
  expect(await valuesOf(page)).toEqual(typed);
  await button(page).click();
  await expect(sent(page)).toBeVisible();
  expect(site.stored().at(-1)?.fields).toEqual(typed);
});

test.describe('two tabs of the same draft', () => {
  /** The second tab has a copy of the first one's storage. */
  const duplicate = async (page: Page): Promise<Page> => {
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(location.href));
    const other = await opened;
    await hydrated(other);
    return other;
  };

  test('the same content sent from two tabs is stored once', async ({ page, site }) => {
    await open(page);
    await fillIn(page);
    const other = await duplicate(page);
    expect(await valuesOf(other)).toEqual(typed);
    const before = site.stored().length;
    for (const tab of [page, other]) {
      await button(tab).click();
      await expect(sent(tab)).toBeVisible();
    }
    expect(site.stored()).toHaveLength(before + 1);
  });

  test('two tabs keep each what is typed in it, and both messages arrive', async ({
    page,
    site,
  }) => {
    await open(page);
    await fillIn(page);
    const other = await duplicate(page);
    await control(other, 'message').fill('Another matter altogether');
    expect(await valuesOf(page)).toEqual(typed);
    const before = site.stored().length;
    await button(page).click();
    await expect(sent(page)).toBeVisible();
    await other.reload();
    await hydrated(other);
    await expect(control(other, 'message')).toHaveValue('Another matter altogether');
    await button(other).click();
    await expect(sent(other)).toBeVisible();
    const messages = site.stored().slice(before);
    expect(messages.map(({ fields }) => fields.message)).toEqual([
      typed.message,
      'Another matter altogether',
    ]);
  });
});

test('a reload in the middle of sending loses nothing and stores it once', async ({
  page,
  site,
}) => {
  const before = site.stored().length;
  let isCut = true;
  await page.route('**/api/submit', async (route) => {
    // The request arrives, its answer does not.
    if (isCut) await route.fetch();
    else await route.continue();
  });
  await open(page);
  await submit(page);
  await expect(button(page)).toHaveText(contact.form.submitting);
  await expect.poll(() => site.stored().length).toBe(before + 1);
  isCut = false;
  await open(page);
  expect(await valuesOf(page)).toEqual(typed);
  await button(page).click();
  await expect(sent(page)).toBeVisible();
  expect(site.stored()).toHaveLength(before + 1);
});

test('leaving for another page and coming back loses nothing', async ({ page }) => {
  await open(page);
  await fillIn(page);
  await page.getByRole('contentinfo').getByRole('link', { name: site.footer.terms }).click();
  await expect(page).toHaveURL('/terms');
  await page.goBack();
  await hydrated(page);
  expect(await valuesOf(page)).toEqual(typed);
});
