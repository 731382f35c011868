import { notificationLabels, validationMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { fill } from '#content/schema/fill.ts';
import { contact } from '../../content/contact.ts';
import {
  failureMessages,
  notificationMessages,
  submissionMessages,
} from '../../content/messages.ts';
import { openWithStoppedClock } from '../clock.ts';
import { button, control, formError, submit, typed } from '../contact-form.ts';
import {
  expect,
  lastService,
  missingResource,
  notices,
  open,
  type Page,
  test,
} from '../fixtures.ts';
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
const filledInNote = fill(contact.form.filledIn.withMessage, { topic: lastService.title });

test('a message is announced step by step, from the first mistake until it is sent', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/500/, /contact_form/);
  const { heading, text, answer } = contact.form.success;
  const answers: ((status: number) => Promise<void>)[] = [];
  await page.route('**/api/submit', (route) => {
    answers.push((status) => route.fulfill({ status, json: { success: status === 200 } }));
  });
  await open(page);
  const regions = await readLiveRegions(page);
  // Two for the form, two for notices.
  expect(regions.length).toBeGreaterThanOrEqual(4);
  expect(regions.filter(({ text }) => text !== '')).toEqual([]);

  // The focus says it, so no live region says it again.
  await button(page).click();
  await expect(control(page, 'firstName')).toBeFocused();
  await expect(control(page, 'firstName')).toHaveAccessibleDescription(
    validationMessages.firstName,
  );
  await expectSpoken(page);
  // The focus is there already, and says nothing.
  await control(page, 'firstName').press('Enter');
  await expectSpoken(page, ['polite', validationMessages.firstName]);
  await control(page, 'firstName').fill('Ada');
  await expectSpoken(page);

  // Chromium says a description that comes or changes where the focus is.
  await submit(page, { ...typed, email: '' });
  await expect(control(page, 'email')).toHaveAccessibleDescription(validationMessages.email);
  await control(page, 'email').fill('ada');
  await expect(formError(page)).toHaveText(validationMessages.emailFormat);
  await expect(control(page, 'email')).toHaveAccessibleDescription('');
  await expectSpoken(page);
  await control(page, 'role').focus();
  await expect(control(page, 'email')).toHaveAccessibleDescription(validationMessages.emailFormat);
  await control(page, 'email').fill('ada@example.com');
  await control(page, 'firstName').fill('');
  await control(page, 'firstName').press('Enter');
  await expectSpoken(page, ['polite', validationMessages.firstName]);
  await expect(control(page, 'firstName')).toHaveAccessibleDescription('');
  await control(page, 'role').focus();
  await expect(control(page, 'role')).toBeFocused();
  await expect(control(page, 'firstName')).toHaveAccessibleDescription(
    validationMessages.firstName,
  );

  await submit(page);
  await expectSpoken(page, ['polite', contact.form.submittingNote]);
  await expect.poll(() => answers.length).toBe(1);
  await answers[0]?.(500);
  await expect(formError(page)).toBeFocused();
  await expect(formError(page)).toHaveAccessibleName(
    `${submissionMessages.failed} ${failureMessages.contact_form}`,
  );
  await expectSpoken(page);

  await button(page).click();
  await expectSpoken(page, ['polite', contact.form.submittingNote]);
  await expect.poll(() => answers.length).toBe(2);
  await answers[1]?.(200);
  await expect.poll(() => readFocused(page)).toMatchObject({ role: 'heading', name: heading });
  const answerTo = fill(answer, { email: typed.email });
  await expectSpoken(page, ['polite', `${heading} ${text} ${answerTo}`]);
  await page.getByRole('button', { name: contact.form.success.again }).click();
  await expectSpoken(page);
});

test('the same mistake twice is said twice, and so is the same prefill', async ({ page }) => {
  await open(page);
  const insertions = await page.evaluateHandle(() => {
    const words: string[] = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const { textContent } of addedNodes) if (textContent) words.push(textContent);
      }
    }).observe(document.querySelector('#contact') as Element, { childList: true, subtree: true });
    return words;
  });
  const times = (text: string) =>
    insertions.evaluate(
      (words, sought) => words.filter((word) => word.trim() === sought).length,
      text,
    );
  await control(page, 'company').focus();
  await control(page, 'firstName').focus();
  for (let press = 1; press <= 3; press++) {
    await control(page, 'firstName').press('Enter');
    // The banner comes once, the words for an ear with each press.
    await expect.poll(() => times(validationMessages.firstName)).toBe(press + 1);
  }
  for (const visit of [1, 2]) {
    await page.evaluate((hash) => {
      location.hash = hash;
      if (location.hash === hash) window.dispatchEvent(new HashChangeEvent('hashchange'));
    }, `#contact?service=${lastService.id}`);
    await expect.poll(() => times(filledInNote)).toBeGreaterThanOrEqual(visit);
  }
});

test('a draft that is restored is said, until somebody sends it', async ({ page }) => {
  await open(page);
  await control(page, 'firstName').fill('Ada');
  await expectSpoken(page);
  await page.reload();
  await expectSpoken(page, ['polite', contact.form.restored]);
  await expect(control(page, 'firstName')).toHaveValue('Ada');
  await button(page).click();
  await expect(control(page, 'lastName')).toBeFocused();
  await expectSpoken(page);
  await control(page, 'lastName').fill('Byron');
  await expectSpoken(page);
});

test('what an address has filled in is said, too, once the address has gone', async ({ page }) => {
  const address = `/#contact?service=${lastService.id}`;
  await open(page, address);
  await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
  await open(page);
  await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
  await expectSpoken(page, ['polite', contact.form.restored]);
  await page.clock.install();
  await open(page, '/terms');
  await open(page, address);
  await page.clock.runFor(3000);
  await expectSpoken(page, ['polite', filledInNote]);
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

test('a notice with options is said by the focus, and by no live region', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/, /resource_download/);
  await keepNotices(page);
  await page.route('**/*.pdf', (route) => route.fulfill({ status: 404 }));
  await open(page);
  await page.getByRole('link', { name: resources.labels.access }).first().click();
  const notice = notices(page, failureMessages.resource_download);
  await expect(notice).toHaveAccessibleName(
    `${kinds.error}. ${resources.catalogue[0]?.title}: ${failureMessages.resource_download}`,
  );
  await expect(notice).toBeFocused();
  await expectSpoken(page);
});
