import { contact } from '#content/contact.ts';
import { failureMessages, notificationLabels, submissionMessages } from '#content/messages.ts';
import { button, control, formError, sent, submit } from './contact-form.ts';
import { expect, open, type Page, test } from './fixtures.ts';

/** Holds back the next answer until the returned function is called. */
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

const { heading, again } = contact.form.success;
const { failed } = submissionMessages;

test('the outcome of a submission leaves a visitor alone who has gone on, clicked beside a text or scrolled, and a notice leads to it, or goes with the next try (behavior 3.8, 5.2)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/500|contact_form/);
  await open(page);
  const region = page.getByRole('region', { name: notificationLabels.region });
  const notice = region.getByRole('group');
  const follow = notice.getByRole('button', { name: notificationLabels.showForm });
  const expectNotice = async (status: number, goOn: () => Promise<unknown>): Promise<void> => {
    const release = await answerLate(page, '**/api/submit', status);
    await submit(page);
    await goOn();
    const before = await placeOf(page);
    release();
    const role = status === 200 ? 'status' : 'alert';
    await expect(region.getByRole(role).getByRole('group')).toContainText(
      status === 200 ? heading : failed,
    );
    await expect(notice).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await placeOf(page)).toEqual(before);
  };

  await expectNotice(500, () => page.locator('#contact summary').last().focus());
  await button(page).click();
  await expect(sent(page)).toBeFocused();
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: again }).click();
  await expectNotice(500, async () => {
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, -4000);
    await page.waitForFunction(() => scrollY < 3000);
  });
  await follow.click();
  await expect(formError(page)).toBeFocused();
  for (const place of ['#services summary', '#about h2']) {
    await expectNotice(200, () => page.locator(place).first().click());
    await follow.click();
    await expect(sent(page)).toBeFocused();
    await expect(sent(page)).toBeInViewport();
    await expect(notice).toHaveCount(0);
    await page.getByRole('button', { name: again }).click();
  }
});

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
