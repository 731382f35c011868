import { contact } from '#content/contact.ts';
import { submissionMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { sectionIds } from '#model/sections.ts';
import { openWithStoppedClock } from '../clock.ts';
import { formError, sent, submit, typed, valuesOf } from '../contact-form.ts';
import {
  callHref,
  emailHref,
  expect,
  expectLink,
  holdBack,
  open,
  type Page,
  test,
} from '../fixtures.ts';

// Whatever is broken, the visitor can read, reach the owner, and send a message.

const expectReadable = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const id of sectionIds) await expect(page.locator(`#${id}`)).toBeAttached();
  const card = page.locator('#services details').first();
  await card.locator('summary').click();
  await expect(card.getByRole('link', { name: services.labels.discuss })).toBeVisible();
  // The header is not transparent over scrolled content.
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(10);
  await expect(page.getByRole('banner')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const section = page.locator('#contact');
  await expectLink(section, contact.actions.email.label, emailHref);
  await expect(section.locator(`a[href="${callHref}"]`).first()).toBeVisible();
};

const withoutScript =
  (file: string) =>
  async (page: Page): Promise<void> => {
    await page.route(`**/_astro/${file}.*.js`, (route) => route.abort());
    const refused = page.waitForEvent('requestfailed');
    await page.goto('/');
    await page.locator('#hero input[type=range]').focus();
    await refused;
  };

/** Functions that open the page with a fault, and wait until it has happened. */
const faults: Record<string, (page: Page) => Promise<unknown>> = {
  'the script of the page does not arrive': withoutScript('page-script'),
  'the script of the islands does not arrive': withoutScript('islands'),
  'the scripts are still on their way': async (page) => {
    await holdBack(page, '**/_astro/*.js');
    await page.goto('/', { waitUntil: 'commit' });
  },
  'the page was open for a day, and asked for nothing': async (page) => {
    const clock = await openWithStoppedClock(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await clock.pass(24 * 3600 * 1000);
    expect(requests).toEqual([]);
    await page.clock.resume();
  },
};

for (const [name, meet] of Object.entries(faults)) {
  test(`the visitor reads, reaches the owner and sends a message when ${name} (behavior 1.1, 1.4)`, async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED|Error hydrating|Failed to fetch dynamically imported/);
    await meet(page);
    await expectReadable(page);
    const before = site.stored().length;
    await submit(page);
    await expect(sent(page)).toBeVisible();
    expect(site.stored().slice(before)).toMatchObject([{ fields: typed }]);
  });
}

test.describe('with third parties', () => {
  test.use({ variant: 'hosted' });

  test('the page stays readable and keeps its links and what was typed while the form’s service redirects and the newsletter’s is unreachable (behavior 1.1, 3.7, 3.8, 9.3)', async ({
    page,
    thirdParties: { formService, newsletter },
    allowConsole,
  }) => {
    allowConsole(/ERR_|contact_form: network|CORS/);
    const elsewhere = { Location: 'http://booking.test/x', 'Access-Control-Allow-Origin': '*' };
    formService.answer((_request, response) => response.writeHead(302, elsewhere).end());
    newsletter.answer((_request, response) => response.socket?.resetAndDestroy());
    await open(page);
    await submit(page);
    await expect(formError(page)).toContainText(submissionMessages.network);
    expect(await valuesOf(page)).toEqual(typed);
    await open(page);
    await expectReadable(page);
    const { linkLabel } = resources.newsletter;
    await expectLink(page.locator('#resources'), linkLabel, 'http://newsletter.test/embed');
  });
});

test('the page has the same words with and without scripts (behavior 1.1)', async ({
  page,
  browser,
  site,
}) => {
  const read = (from: Page): Promise<string> =>
    from.locator('main').evaluate((main) => {
      const copy = main.cloneNode(true) as HTMLElement;
      for (const extra of copy.querySelectorAll('script, style, template')) extra.remove();
      return (copy.textContent ?? '').replace(/\s+/g, '');
    });
  await open(page);
  const words = await read(page);
  expect(words.length).toBeGreaterThan(5000);
  await using context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(site.url);
  expect(await read(plain)).toBe(words);
  await expectReadable(plain);
});
