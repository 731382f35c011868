import type { Route } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { failureOptionLabels, submissionMessages, validationMessages } from '#content/messages.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
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
  site: { stored, breakStore },
  expectConsole,
}) => {
  expectConsole(/503/, /ERR_INTERNET_DISCONNECTED/, /: offline/, /ERR_FAILED/, /: network/);
  await open(page);
  await fillIn(page, enquiry);
  const before = stored().length;
  const repair = breakStore();
  await button(page).click();
  await expect(formError(page)).toContainText(embedded.messages.storage).finally(repair);
  expect(stored()).toHaveLength(before);
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
  expect(stored().slice(before)).toEqual([{ kind: 'enquiry', fields: enquiry }]);
  await open(page);
  expect(await valuesOf(page)).toEqual(defaults);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('menu and services open, links lead to their sections and the form, which comes back with a mistake; the receipt claims nothing without a message (behavior 1.1, 1.2, 1.4, 2.1, 2.2, 2.4, 3.5, 8.1, 10.2)', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/400/);
    await page.goto('/');
    // Neither a control without effect, nor words that wait for fonts.
    await expect(page.locator('#hero figure input')).toBeHidden();
    await expect(page.getByText(thresholdFigure.hint)).toBeHidden();
    await expect(page.locator('html[data-fonts]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveCSS('scroll-padding-top', '80px');
    await page.getByRole('button', { name: site.labels.menu }).click();
    await expect(page.getByRole('button', { name: site.labels.closeMenu })).toBeVisible();
    const menu = page.getByRole('navigation', { name: site.labels.menu });
    await navigationLink(menu, firstSection).click();
    await expect(page).toHaveURL(`/#${firstSection}`);
    await expect(page.locator(`#${firstSection}-heading`)).toBeInViewport();
    const card = page.locator('#services details').first();
    await card.locator('summary').click();
    await card.getByRole('link', { name: services.labels.discuss }).click();
    const form = page.locator('#contact').getByRole('heading', { name: contact.form.heading });
    await expect(form).toBeInViewport();
    await expect(control(page, 'firstName')).toBeInViewport();

    await fillIn(page, { ...enquiry, message: '           short' });
    await button(page).click();
    const message = page.getByLabel(contact.form.labels.message, { exact: true });
    await expect(message).toBeFocused();
    await expect(message).toHaveAccessibleDescription(validationMessages.messageLength);
    await expect(message).toHaveValue('           short');

    await page.goto('/received');
    const { heading, text, unsent } = site.received;
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(unsent.heading, { useInnerText: true });
    await expect(page.getByText(text)).toBeHidden();
    for (const claim of [heading, text]) expect(await page.title()).not.toContain(claim);
    await page.getByRole('link', { name: unsent.write }).click();
    await expect(page).toHaveURL('/#contact');
  });
});
