import { failureOptionLabels, notificationLabels, validationMessages } from '#content/messages.ts';
import { contact } from '../../content/contact.ts';
import {
  failureMessages,
  notificationMessages,
  submissionMessages,
} from '../../content/messages.ts';
import { openWithStoppedClock } from '../clock.ts';
import { button, control, submit } from '../contact-form.ts';
import { expect, missingResource, open, type Page, test } from '../fixtures.ts';
import { readFocused, readLiveRegions } from './accessibility-tree.ts';
import { keepNotices } from './states.ts';

// A live region that comes together with its first words stays silent, so each is there, empty,
// before (behavior 10.11).

const spoken = async (page: Page) =>
  (await readLiveRegions(page)).filter(({ text }) => text !== '');

const expectSpoken = (page: Page, ...expected: [live: string, text: string | RegExp][]) =>
  expect
    .poll(() => spoken(page))
    .toEqual(
      expected.map(([live, text]) => ({
        live,
        text: typeof text === 'string' ? text : expect.stringMatching(text),
      })),
    );

const { kinds } = notificationLabels;

test('a message is announced step by step, from the first mistake until it is sent', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/500/, /contact_form/);
  const { heading, text } = contact.form.success;
  const answers: ((status: number) => Promise<void>)[] = [];
  await page.route('**/api/submit', (route) => {
    answers.push((status) => route.fulfill({ status, json: { success: status === 200 } }));
  });
  await open(page);
  const regions = await readLiveRegions(page);
  // One for each field, two for the form, two for notices.
  expect(regions.length).toBeGreaterThanOrEqual(13);
  expect(regions.filter(({ text }) => text !== '')).toEqual([]);

  await button(page).click();
  await expectSpoken(page, ['assertive', validationMessages.firstName]);
  await control(page, 'firstName').fill('Ada');
  await button(page).click();
  await expectSpoken(page, ['assertive', validationMessages.lastName]);

  await submit(page);
  await expectSpoken(page, ['polite', contact.form.submittingNote]);
  await expect.poll(() => answers.length).toBe(1);
  await answers[0]?.(500);
  const { failed } = submissionMessages;
  await expectSpoken(page, [
    'assertive',
    [
      failed,
      failureMessages.contact_form,
      failureOptionLabels.emailDirectly,
      failureOptionLabels.callDirectly,
      failureOptionLabels.tryAgain,
    ].join(''),
  ]);

  await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
  await expectSpoken(page, ['polite', contact.form.submittingNote]);
  await expect.poll(() => answers.length).toBe(2);
  await answers[1]?.(200);
  await expect.poll(() => readFocused(page)).toMatchObject({ role: 'heading', name: heading });
  await expectSpoken(page, ['polite', `${heading} ${text}`]);
  await page.getByRole('button', { name: contact.form.success.again }).click();
  await expectSpoken(page);
});

test('sending is announced only when it takes half a second', async ({ page }) => {
  const clock = await openWithStoppedClock(page);
  await page.route('**/api/submit', () => undefined);
  await submit(page);
  await clock.pass(499);
  await expectSpoken(page);
  await clock.pass(1);
  await expectSpoken(page, ['polite', contact.form.submittingNote]);
});

test('each lasting alert has an aria-live attribute, without which Firefox keeps silent', async ({
  page,
}) => {
  await open(page);
  for (const region of await page.getByRole('alert').all()) {
    await expect(region).toHaveAttribute('aria-live', 'assertive');
  }
});

test('urgent notifications interrupt what is spoken, the others wait', async ({
  page,
  context,
}) => {
  await keepNotices(page);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.resolve();
  });
  await open(page);
  await page.getByRole('button', { name: contact.details.copyEmail }).click();
  const copied: [string, string] = [
    'polite',
    `${kinds.success}. ${notificationMessages.emailCopied}`,
  ];
  await expectSpoken(page, copied);
  await (await missingResource(page)).click();
  const missing: [string, string] = ['assertive', `${kinds.error}. ${failureMessages.notFound}`];
  await expectSpoken(page, missing, copied);
  await context.setOffline(true);
  const offline = `${kinds.warning}. ${notificationMessages.offline}`;
  await expectSpoken(page, ['assertive', `${missing[1]}${offline}`], copied);
  await context.setOffline(false);
  const online = `${kinds.success}. ${notificationMessages.online}`;
  await expectSpoken(page, missing, ['polite', `${copied[1]}${online}`]);
});
