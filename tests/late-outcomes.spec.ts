import type { Route } from '@playwright/test';
import { contact } from '#content/contact.ts';
import {
  failureMessages,
  failureOptionLabels,
  notificationLabels,
  submissionMessages,
} from '#content/messages.ts';
import { control, formError, sent, submit } from './contact-form.ts';
import { expect, notices, open, type Page, test } from './fixtures.ts';

// What comes late leaves visitors where they are (behavior 3.8, 5.2).

const goOn = {
  'has gone on to a service': async (page: Page) => {
    const card = page.locator('#services summary').first();
    await card.scrollIntoViewIfNeeded();
    await card.focus();
  },
  'has gone on to a question': (page: Page) => page.locator('#contact summary').last().focus(),
  'has scrolled on': async (page: Page) => {
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, -4000);
    await page.waitForFunction(() => scrollY < 3000);
  },
  'has clicked beside a text': async (page: Page) => {
    await page.locator('#about h2').click();
  },
};

/** What has the focus, and where it or, if it belongs to the form, a section stands. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement, body } = document;
    const isGone = activeElement === body || activeElement?.matches('#contact-form *');
    const shown = isGone ? document.querySelector('#about') : activeElement;
    return { focus: shown?.textContent, top: Math.round(shown?.getBoundingClientRect().top ?? 0) };
  });

const outcomes = {
  success: { status: 200, kind: 'status', text: contact.form.success.heading, shown: sent },
  failure: { status: 500, kind: 'alert', text: submissionMessages.failed, shown: formError },
} as const;

for (const [name, go] of Object.entries(goOn)) {
  for (const [outcome, { status, kind, text, shown }] of Object.entries(outcomes)) {
    test(`the ${outcome} of a submission leaves a visitor alone who ${name}, and is announced`, async ({
      page,
      allowConsole,
    }) => {
      allowConsole(/500|contact_form/);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/submit', async (route) => {
        await released;
        await route.fulfill({ status, json: {} });
      });
      await open(page);
      await submit(page);
      await go(page);
      const before = await placeOf(page);
      release();
      const notice = page
        .getByRole('region', { name: notificationLabels.region })
        .getByRole(kind)
        .getByRole('group');
      await expect(notice).toContainText(text);
      await expect(notice).toBeInViewport({ ratio: 1 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await placeOf(page)).toEqual(before);

      await notice.getByRole('button', { name: notificationLabels.showForm }).click();
      await expect(shown(page)).toBeFocused();
      await expect(shown(page)).toBeInViewport();
      await expect(notice).toHaveCount(0);
    });
  }
}

test('the notice of a failure goes with the next try', async ({ page, allowConsole }) => {
  allowConsole(/500|contact_form/);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const refuse = async (route: Route) => {
    await released;
    await route.fulfill({ status: 500, json: {} });
  };
  await page.route('**/api/submit', refuse, { times: 1 });
  await open(page);
  await submit(page);
  await page.locator('#services summary').first().focus();
  release();
  await expect(notices(page, submissionMessages.failed)).toBeVisible();
  await formError(page).getByRole('button', { name: failureOptionLabels.tryAgain }).click();
  await expect(sent(page)).toBeFocused();
  await expect(notices(page)).toHaveCount(0);
});

test('a download that fails while the visitor writes takes neither focus nor letters', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|resource_download/);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.pdf', async (route) => {
    await released;
    await route.fulfill({ status: 404 });
  });
  await open(page);
  await page.locator('#resources a[data-action=download]').first().click();
  const message = control(page, 'message');
  await message.focus();
  await page.keyboard.type('the words were typed while ');
  const top = await message.evaluate((field) => field.getBoundingClientRect().top);
  release();
  await expect(page.getByRole('alert')).toContainText(failureMessages.resource_download);
  await page.keyboard.type('the download failed');
  await expect(message).toHaveValue('the words were typed while the download failed');
  expect(await message.evaluate((field) => field.getBoundingClientRect().top)).toBe(top);
});
