import type { Page } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { failureOptionLabels, validationMessages } from '#content/messages.ts';
import { services } from '#content/services.ts';
import { site as words } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { fields } from '#enquiry/fields.ts';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import { bookButton, sayTimes } from './booking-page.ts';
import { formError, typed } from './contact-form.ts';
import { expect, firstSection, lastService, navigationLink, open, test } from './fixtures.ts';

const enquiry = {
  ...typed,
  lastName: 'O’Byron-García',
  company: 'Engines & Sons <Ltd>',
  message: '  Two lines,\nwith "quotes", ünïcödé and 日本語 🙂  ',
};

const fillIn = async (page: Page): Promise<void> => {
  for (const { name, required, control } of fields) {
    const words = contact.form.labels[name];
    const field = page.getByLabel(required ? words : `${words} (${contact.form.optional})`, {
      exact: true,
    });
    if (control === 'select') await field.selectOption(enquiry[name]);
    else await field.fill(enquiry[name]);
  }
};

test('an enquiry arrives byte for byte', async ({ page, site }) => {
  await open(page);
  await fillIn(page);
  await page.getByRole('button', { name: contact.form.submit }).click();
  await expect(page.getByRole('heading', { name: contact.form.success.heading })).toBeFocused();
  expect(site.stored().at(-1)).toEqual({ kind: 'enquiry', fields: enquiry });
});

test('an enquiry that cannot be stored is not lost, and arrives when it can', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/503/);
  await open(page);
  await fillIn(page);
  const before = site.stored().length;
  const repair = site.breakStore();
  try {
    await page.getByRole('button', { name: contact.form.submit }).click();
    await expect(formError(page)).toContainText(embedded.messages.storage);
    await expect(
      formError(page).getByRole('link', { name: failureOptionLabels.emailDirectly }),
    ).toBeVisible();
  } finally {
    repair();
  }
  expect(site.stored()).toHaveLength(before);
  await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
  await expect(page.getByRole('heading', { name: contact.form.success.heading })).toBeFocused();
  expect(site.stored().slice(before)).toEqual([{ kind: 'enquiry', fields: enquiry }]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an enquiry arrives byte for byte', async ({ page, site }) => {
    await page.goto('/');
    await fillIn(page);
    await page.getByRole('button', { name: contact.form.submit }).click();
    await expect(page).toHaveURL('/received#sent');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.received.heading, {
      useInnerText: true,
    });
    expect(site.stored().at(-1)).toEqual({ kind: 'enquiry', fields: enquiry });
  });

  test('the receipt claims nothing to whom no message led there', async ({ page }) => {
    await page.goto('/received');
    const { heading, text, unsent } = words.received;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(unsent.heading, {
      useInnerText: true,
    });
    await expect(page.getByText(text)).toBeHidden();
    for (const claim of [heading, text]) expect(await page.title()).not.toContain(claim);
    await page.getByRole('link', { name: unsent.write }).click();
    await expect(page).toHaveURL('/#contact');
  });

  test('a message that is too short comes back with all that was typed', async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/400/);
    const before = site.stored().length;
    await page.goto('/');
    await fillIn(page);
    await page.getByLabel(contact.form.labels.message, { exact: true }).fill('           short');
    await page.getByRole('button', { name: contact.form.submit }).click();
    const message = page.getByLabel(contact.form.labels.message, { exact: true });
    await expect(message).toBeFocused();
    await expect(message).toHaveAccessibleDescription(validationMessages.messageLength);
    const banner = page.getByText(validationMessages.messageLength);
    const [messageBox, bannerBox] = await Promise.all([
      message.boundingBox(),
      banner.boundingBox(),
    ]);
    expect(bannerBox?.y).toBeGreaterThan(messageBox?.y ?? 0);
    expect(bannerBox?.width).toBe(messageBox?.width);
    await expect(page.getByLabel(contact.form.labels.lastName)).toHaveValue(enquiry.lastName);
    await expect(page.getByLabel(contact.form.labels.company)).toHaveValue(enquiry.company);
    for (const name of ['interestedIn', 'serviceType', 'urgency'] as const) {
      await expect(page.getByLabel(contact.form.labels[name])).toHaveValue(enquiry[name]);
    }
    expect(site.stored()).toHaveLength(before);
    await page.getByLabel(contact.form.labels.message).fill('Now it is long enough');
    await page.getByRole('button', { name: embedded.contact.submit }).click();
    await expect(page).toHaveURL('/received#sent');
    expect(site.stored().at(-1)?.fields).toEqual({ ...enquiry, message: 'Now it is long enough' });
  });

  test('a booking request and a subscription arrive', async ({ page, site }) => {
    await page.goto(
      `${bookingPath(lastService.consultation)}?name=Ada&email=ada%40example.com&a1=Engines&a2=Fraud%20rings`,
    );
    await sayTimes(page);
    await bookButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(embedded.booking.done.title);
    await expect(page.getByText('Fraud rings')).toBeVisible();
    expect(site.stored().at(-1)).toEqual({
      kind: 'booking',
      fields: {
        name: 'Ada',
        email: 'ada@example.com',
        company: 'Engines',
        message: 'Fraud rings',
        times: 'Monday 10:00 PST',
        minutes: String(lastService.consultation),
        zone: ownerZone,
      },
    });

    await page.goto('/#resources');
    const frame = page.frameLocator('iframe');
    await frame.getByLabel(embedded.newsletter.label).fill('reader@example.com');
    await frame.getByRole('button', { name: embedded.newsletter.submit }).click();
    await expect(frame.getByText(embedded.newsletter.done.title)).toBeVisible();
    expect(site.stored().at(-1)).toEqual({
      kind: 'subscriber',
      fields: { email: 'reader@example.com' },
    });
  });

  test('the menu opens, questions and services open, and links lead to their sections', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: words.labels.menu }).click();
    const menu = page.getByRole('navigation', { name: words.labels.menu });
    await navigationLink(menu, firstSection).click();
    await expect(page).toHaveURL(`/#${firstSection}`);
    await expect(page.locator(`#${firstSection}-heading`)).toBeInViewport();

    const card = page.locator('#services details').first();
    await card.locator('summary').click();
    await card.getByRole('link', { name: services.labels.discuss }).click();
    await expect(
      page.locator('#contact').getByRole('heading', { name: contact.form.heading }),
    ).toBeInViewport();
    await expect(page.getByLabel(contact.form.labels.firstName)).toBeInViewport();

    const question = page.locator('#contact details').nth(2);
    await question.locator('summary').click();
    await expect(question).toHaveAttribute('open');
    await expect(page.locator('#contact details[open]')).toHaveCount(1);
  });
});
