import { contact } from '#content/contact.ts';
import { failureMessages, submissionMessages, validationMessages } from '#content/messages.ts';
import { fill } from '#model/fill.ts';
import { openWithStoppedClock } from '../clock.ts';
import { button, control, formError, sent, submit, typed } from '../contact-form.ts';
import { expect, lastService, open, type Page, test } from '../fixtures.ts';

// Announcements of live regions. Those of notices and late outcomes are tested in notifications.spec.ts, those of
// the figure in threshold-figure.spec.ts.

/**
 * Records all announcements of live regions, from the next page load on. A live region is silent if it is hidden,
 * or if it is inserted together with its text (behavior 10.11).
 */
const listen = async (page: Page) => {
  await page.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const live = '[role=alert], [role=status], [aria-live=polite], [aria-live=assertive]';
    new MutationObserver((records) => {
      for (const { target, type, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(live);
        if (!region?.checkVisibility() || region.closest('[inert], [aria-hidden=true]')) continue;
        for (const node of type === 'characterData' ? [target] : addedNodes) {
          const words = node.textContent?.replaceAll(/\s+/g, ' ').trim();
          if (words) announced.push(words);
        }
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  /** Expects these announcements since the page was loaded. */
  return (...words: string[]): Promise<void> =>
    expect
      .poll(() => page.evaluate(() => (window as unknown as { announced: string[] }).announced))
      .toEqual(words);
};

test('the form announces each mistake, failure and success once, by focus or live region (behavior 3.9)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/500/, /contact_form/);
  const { heading, text, answer } = contact.form.success;
  const answers: ((status: number) => Promise<void>)[] = [];
  await page.route('**/api/submit', (route) => {
    answers.push((status) => route.fulfill({ status, json: { success: status === 200 } }));
  });
  const expectAnnounced = await listen(page);
  await open(page);
  const [firstName, email] = [control(page, 'firstName'), control(page, 'email')];

  // The focus announces the mistake, so no live region repeats it.
  await button(page).click();
  await expect(firstName).toBeFocused();
  await expect(firstName).toHaveAccessibleDescription(validationMessages.firstName);
  await expectAnnounced();
  // The field already has the focus, so the live region announces the mistake.
  const announced = [];
  for (let press = 1; press <= 2; press++) {
    await firstName.press('Enter');
    announced.push(validationMessages.firstName);
    await expectAnnounced(...announced);
  }

  // Chromium announces a description that appears or changes on the focused element.
  await submit(page, { ...typed, email: '' });
  await expect(email).toHaveAccessibleDescription(validationMessages.email);
  await email.fill('ada');
  await expect(formError(page)).toHaveText(validationMessages.emailFormat);
  await expect(email).toHaveAccessibleDescription('');
  await control(page, 'role').focus();
  await expect(email).toHaveAccessibleDescription(validationMessages.emailFormat);
  await expectAnnounced(...announced);

  await submit(page);
  announced.push(contact.form.submittingNote);
  await expectAnnounced(...announced);
  await answers[0]?.(500);
  await expect(formError(page)).toBeFocused();
  const failure = `${submissionMessages.failed} ${failureMessages.contact_form}`;
  await expect(formError(page)).toHaveAccessibleName(failure);
  await button(page).click();
  announced.push(contact.form.submittingNote);
  await expectAnnounced(...announced);
  // Translation replaces text nodes.
  const note = page.getByText(contact.form.submittingNote);
  await note.evaluate((span) => span.firstChild?.replaceWith(document.createElement('font')));
  await answers[1]?.(200);
  await expect(sent(page)).toBeFocused();
  await expectAnnounced(...announced, `${heading} ${text} ${fill(answer, { email: typed.email })}`);
});

test('sending is announced only when it takes half a second (behavior 3.2)', async ({ page }) => {
  const expectAnnounced = await listen(page);
  const clock = await openWithStoppedClock(page);
  await page.route('**/api/submit', () => undefined);
  await submit(page);
  await clock.pass(499);
  await expectAnnounced();
  await clock.pass(1);
  await expectAnnounced(contact.form.submittingNote);
});

test('the form announces that a draft is restored, or that an address has filled it in (behavior 3.3, 3.4)', async ({
  page,
}) => {
  const address = `/#contact?service=${lastService.id}`;
  const note = fill(contact.form.filledIn.withMessage, { topic: lastService.title });
  const expectAnnounced = await listen(page);
  await open(page, address);
  await expectAnnounced(note);
  await open(page, '/terms');
  await open(page);
  await expectAnnounced(contact.form.restored);
  await page.clock.install();
  await open(page, '/terms');
  await open(page, address);
  await page.clock.runFor(3000);
  await expectAnnounced(note);
});
