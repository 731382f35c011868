import { embedded } from '#content/embedded.ts';
import { submissionMessages } from '#content/messages.ts';
import { bookButton, sayTimes } from '../booking-page.ts';
import { button, control, fillIn, formError, sent, valuesOf } from '../contact-form.ts';
import { expect, open, type Page, test } from '../fixtures.ts';
import { naughtyStrings as texts } from '../naughty-strings.ts';

// Typed text is sent and stored, and breaks no layout. Text that ran as code would change the title, or log a message
// if the policy blocked it. Links that carry text: enquiry/mailto.test.ts, src/links.test.ts.

const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

test.use({ viewport: { width: 320, height: 640 } });

test(`${texts.length} strings, each in a line and in the message, and some as the service’s own words, are shown and stored as they were typed (behavior 3.6, 3.8)`, async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/500|^contact_form: status 500/);
  await open(page);
  const title = await page.title();
  let refusal: string | null = null;
  await page.route('**/api/submit', (route) =>
    refusal === null
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: refusal } }),
  );
  for (let index = 0; index < texts.length; index += 5) {
    const some = texts.slice(index, index + 5);
    const [one = '', two = '', three = '', four = '', five = ''] = some;
    await fillIn(page, {
      firstName: `x${one}`,
      lastName: `x${two}`,
      email: `${three}@example.com`,
      company: `x${four}`,
      role: five,
      message: some.join(' and '),
    });
    const typed = await valuesOf(page);
    refusal = five;
    await button(page).click();
    const banner = formError(page).locator('p').first();
    const words = refusal.trim().slice(0, 300) || submissionMessages.failed;
    await expect.soft(banner, `${index}`).toContainText(words);
    if (words.startsWith('مرحبا')) await expect(banner).toHaveCSS('direction', 'rtl');
    expect.soft(await overflow(page), `banner ${index}`).toBe(0);
    // A second try after a failure takes a while, one after a mistake does not.
    await control(page, 'firstName').fill('');
    await button(page).click();
    await expect(control(page, 'firstName')).toHaveAttribute('aria-invalid', 'true');
    await control(page, 'firstName').fill(`x${one}`);
    refusal = null;
    await button(page).click();
    await expect(sent(page)).toBeVisible();
    expect.soft(await overflow(page), `sent ${index}`).toBe(0);
    expect.soft(site.stored().at(-1)?.fields, `${index}`).toMatchObject(typed);
    await sent(page).locator('..').getByRole('button').click();
    await expect(control(page, 'firstName')).toBeFocused();
  }
  await expect(page).toHaveTitle(title);
});

test('the booking page stores and shows the strings as they are, and does not scroll sideways (behavior 9.2)', async ({
  page,
  site,
}) => {
  for (let index = 0; index < texts.length; index += 7) {
    // A server refuses a long address.
    const textOf = (field: number) => `x${texts[(index + field) % texts.length]?.slice(0, 500)}`;
    const [name, a1, a2] = [textOf(0), textOf(1), textOf(2)];
    const prefill = new URLSearchParams({ email: 'ada@example.com', name, a1, a2 });
    await page.goto(`/book?${prefill}`);
    await sayTimes(page, [3, 4, 5, 6].map(textOf).join(' and '));
    const typed = await page
      .locator('form')
      .evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form)));
    const asHtml = (text = '') =>
      text.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll(/\r\n?/g, '\n');
    expect.soft(typed.message, `${index}`).toBe(asHtml(a2));
    await bookButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(embedded.booking.done.title);
    expect.soft(await page.title(), `${index}`).toContain(embedded.booking.done.title);
    const { company, email, message, times } = typed;
    const stored = site.stored().at(-1)?.fields;
    expect.soft(stored, `${index}`).toMatchObject({ name: typed.name, company, message, times });
    const shown = [typed.name, email, company, message, times].map((text) =>
      String(text).replaceAll('\0', ''),
    );
    expect.soft(await page.locator('dd').allTextContents(), `${index}`).toEqual(shown);
    expect.soft(await overflow(page), `${index}`).toBe(0);
  }
});
