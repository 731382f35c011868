import { contact } from '#content/contact.ts';
import { failureMessages, notificationLabels, submissionMessages } from '#content/messages.ts';
import { button, control, formError, sent, submit } from './contact-form.ts';
import { expect, type Locator, open, type Page, test } from './fixtures.ts';

/** Holds back answers with a status until the returned function is called. */
const answerLate = async (page: Page, url: string, status: number): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const answer = { status, json: {} };
  await page.route(url, (route) => released.then(() => route.fulfill(answer)), { times: 1 });
  return release;
};

/** What has the focus, and where it or, if it belongs to the form, a section is. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement, body } = document;
    const isGone = activeElement === body || activeElement?.matches('#contact-form *');
    const shown = isGone ? document.querySelector('#about') : activeElement;
    return { focus: shown?.textContent, top: Math.round(shown?.getBoundingClientRect().top ?? 0) };
  });

const { showForm } = notificationLabels;
const follow = (_page: Page, notice: Locator) =>
  notice.getByRole('button', { name: showForm }).click();
const tryAgain = (page: Page) => button(page).click();

const { heading } = contact.form.success;
const success = { status: 200, role: 'status', text: heading, shown: sent, next: follow } as const;
const { failed } = submissionMessages;
const failure = {
  status: 500,
  role: 'alert',
  text: failed,
  shown: formError,
  next: follow,
} as const;

for (const [title, { status, role, text, shown, next }, goOn] of [
  [
    'the success of a submission leaves a visitor alone who has gone on to a service',
    success,
    async (page: Page) => {
      const card = page.locator('#services summary').first();
      await card.scrollIntoViewIfNeeded();
      await card.focus();
    },
  ],
  [
    'the failure of a submission leaves a visitor alone who has gone on to a question',
    { ...failure, shown: sent, next: tryAgain },
    (page: Page) => page.locator('#contact summary').last().focus(),
  ],
  [
    'the success of a submission leaves a visitor alone who has clicked beside a text',
    success,
    (page: Page) => page.locator('#about h2').click(),
  ],
  [
    'the failure of a submission leaves a visitor alone who has scrolled on',
    failure,
    async (page: Page) => {
      await page.mouse.move(5, 400);
      await page.mouse.wheel(0, -4000);
      await page.waitForFunction(() => scrollY < 3000);
    },
  ],
] as const) {
  test(`${title}, and a notice leads to it, or goes with the next try (behavior 3.8, 5.2)`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/500|contact_form/);
    const release = await answerLate(page, '**/api/submit', status);
    await open(page);
    await submit(page);
    await goOn(page);
    const before = await placeOf(page);
    release();
    const notice = page
      .getByRole('region', { name: notificationLabels.region })
      .getByRole(role)
      .getByRole('group');
    await expect(notice).toContainText(text);
    await expect(notice).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await placeOf(page)).toEqual(before);
    await next(page, notice);
    await expect(shown(page)).toBeFocused();
    await expect(shown(page)).toBeInViewport();
    await expect(notice).toHaveCount(0);
  });
}

test('a download that fails while the visitor writes takes neither focus, letters nor place (behavior 5.2)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|resource_download/);
  const release = await answerLate(page, '**/*.pdf', 404);
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
