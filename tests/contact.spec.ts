import type { Route } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { failureOptionLabels, submissionMessages, validationMessages } from '#content/messages.ts';
import { services } from '#content/services.ts';
import { site as words } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { emptyEnquiry as defaults } from '#enquiry/enquiry.ts';
import { button, control, fillIn, formError, sent, typed, valuesOf } from './contact-form.ts';
import { expect, firstSection, navigationLink, open, test } from './fixtures.ts';

const enquiry = {
  ...typed,
  lastName: 'O’Byron-García',
  company: 'Engines & Sons <Ltd>',
  message: '  Two lines,\nwith "quotes", ünïcödé and 日本語 🙂  ',
};

test('a message is a draft until it is stored, once, byte for byte: over a failure, a lost answer and a reload (behavior 3.4, 3.6, 3.8)', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/503/, /ERR_INTERNET_DISCONNECTED/, /: offline/, /ERR_FAILED/, /: network/);
  await open(page);
  await fillIn(page, enquiry);
  const before = site.stored().length;
  const repair = site.breakStore();
  await button(page).click();
  await expect(formError(page)).toContainText(embedded.messages.storage).finally(repair);
  expect(site.stored()).toHaveLength(before);
  await context.setOffline(true);
  await button(page).click();
  await expect(formError(page)).toContainText(submissionMessages.network);
  await expect(formError(page)).toContainText(submissionMessages.offline);
  await context.setOffline(false);
  // The message arrives, the first answer does not.
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/submit', lose, { times: 1 });
  await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
  await expect(formError(page)).toContainText(submissionMessages.uncertainStoredOnce);
  await open(page);
  expect(await valuesOf(page)).toEqual({ ...enquiry, message: expect.any(String) });
  await button(page).click();
  await expect(sent(page)).toBeFocused();
  expect(site.stored().slice(before)).toEqual([{ kind: 'enquiry', fields: enquiry }]);
  await open(page);
  expect(await valuesOf(page)).toEqual(defaults);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  const title = words.received;

  test('a mistake comes back below its field with all that was typed, and the enquiry arrives byte for byte; the receipt claims nothing without one (behavior 1.1, 1.2, 3.5, 3.6)', async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/400/);
    const before = site.stored().length;
    await page.goto('/');
    await fillIn(page, { ...enquiry, message: '           short' });
    await button(page).click();
    const message = page.getByLabel(contact.form.labels.message, { exact: true });
    await expect(message).toBeFocused();
    await expect(message).toHaveAccessibleDescription(validationMessages.messageLength);
    const banner = await page.getByText(validationMessages.messageLength).boundingBox();
    const box = await message.boundingBox();
    expect(banner?.y).toBeGreaterThan(box?.y ?? 0);
    expect(banner?.width).toBe(box?.width);
    await expect(message).toHaveValue('           short');
    expect(site.stored()).toHaveLength(before);
    await message.fill(enquiry.message);
    await page.getByRole('button', { name: embedded.contact.submit }).click();
    await expect(page).toHaveURL('/received#sent');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(title.heading, { useInnerText: true });
    expect(site.stored().slice(before)).toEqual([{ kind: 'enquiry', fields: enquiry }]);

    await page.goto('/received');
    const { text, unsent } = title;
    await expect(heading).toHaveText(unsent.heading, { useInnerText: true });
    await expect(page.getByText(text)).toBeHidden();
    for (const claim of [title.heading, text]) expect(await page.title()).not.toContain(claim);
    await page.getByRole('link', { name: unsent.write }).click();
    await expect(page).toHaveURL('/#contact');
  });

  test('the menu and services open, and links lead to their sections and the form (behavior 1.1, 1.4, 2.1, 2.2, 2.4, 8.1, 10.2)', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    // Neither a control without effect, nor words that wait for fonts.
    await expect(page.locator('#hero figure input')).toBeHidden();
    await expect(page.getByText(thresholdFigure.hint)).toBeHidden();
    await expect(page.locator('html[data-fonts]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveCSS('scroll-padding-top', '80px');
    await page.getByRole('button', { name: words.labels.menu }).click();
    await expect(page.getByRole('button', { name: words.labels.closeMenu })).toBeVisible();
    const menu = page.getByRole('navigation', { name: words.labels.menu });
    await navigationLink(menu, firstSection).click();
    await expect(page).toHaveURL(`/#${firstSection}`);
    await expect(page.locator(`#${firstSection}-heading`)).toBeInViewport();
    const card = page.locator('#services details').first();
    await card.locator('summary').click();
    await card.getByRole('link', { name: services.labels.discuss }).click();
    const form = page.locator('#contact').getByRole('heading', { name: contact.form.heading });
    await expect(form).toBeInViewport();
    await expect(control(page, 'firstName')).toBeInViewport();
  });
});
