import type { Route } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import {
  failureOptionLabels,
  notificationMessages,
  submissionMessages,
  validationMessages,
} from '#content/messages.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { contactEmail, emptyEnquiry as defaults } from '#enquiry/enquiry.ts';
import { type Field, fields } from '#enquiry/fields.ts';
import { enquiryPayload } from '#enquiry/form-services.ts';
import { fill } from '#model/fill.ts';
import type { Service } from '#model/schema.ts';
import { mailtoUrl } from '#src/links.ts';
import { openWithStoppedClock } from './clock.ts';
import {
  button,
  control,
  fillIn,
  formError,
  sent,
  submit,
  typed,
  valuesOf,
} from './contact-form.ts';
import {
  expect,
  expectLink,
  firstSection,
  firstService,
  lastService,
  navigationLink,
  notices,
  open,
  type Page,
  test,
} from './fixtures.ts';

// Unit tests of rules, payloads and answers are in enquiry/ and src/actions/; tests of announcements are in
// accessibility/announcements.spec.ts.

// Each mistake is corrected before the next one.
const rows: [Field['name'], string, string][] = [
  ['firstName', '  ', validationMessages.firstName],
  ['lastName', '', validationMessages.lastName],
  ['email', ' ', validationMessages.email],
  ['email', 'ada.example.com', validationMessages.emailFormat],
  ['company', '', validationMessages.company],
  ['message', ' too short ', validationMessages.messageLength],
];

test('the form shows only the first mistake, marks and focuses its field, glides to both, and removes the mistake once it is corrected, even without storage (behavior 1.5, 3.1, 3.4, 3.5)', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { get });
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 390, height: 664 });
  await open(page);
  const header = (await page.getByRole('banner').boundingBox())?.height ?? Number.NaN;
  const form = page.locator('#contact-form');
  const required = form.locator(':required');
  const marked = await required.evaluateAll((all) => all.map(({ id }) => id.replace('field-', '')));
  expect(marked).toEqual(fields.filter((field) => field.required).map(({ name }) => name));
  // No field counts as invalid before it is checked.
  await expect(form.locator('[aria-invalid]:not([aria-invalid=false])')).toHaveCount(0);
  await expect(form).toHaveRole('none');

  const before = site.stored().length;
  await fillIn(page, { ...typed, ...Object.fromEntries(rows) });
  for (const [name, value, message] of rows) {
    const field = control(page, name);
    await field.fill(value);
    await button(page).click();
    await expect(formError(page)).toHaveText(message);
    await expect(formError(page)).toBeInViewport({ ratio: 1 });
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
    const label = form.locator(`label[for=field-${name}]`);
    // The space above the letters may be covered.
    await expect
      .poll(() => label.evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThan(header - 4);
    await expect(field).toHaveAccessibleDescription(message);
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(1);
    const mistake = await formError(page).elementHandle();
    await control(page, 'role').fill('Something else');
    await expect(formError(page)).toHaveText(message);
    await field.fill(typed[name]);
    await expect(formError(page)).toHaveCount(0);
    // A screen reader may be reading this element.
    expect(await mistake?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    await expect(field).toHaveAttribute('aria-invalid', 'false');
  }
  expect(site.stored()).toHaveLength(before);
  await fillIn(page);
  await button(page).click();
  await expect(sent(page)).toBeVisible();
  expect(site.stored().at(-1)?.fields).toEqual(typed);
});

test('the focus stays in a field that the visitor enters before the mistake or the next form is drawn (behavior 3.2, 3.5)', async ({
  page,
}) => {
  const clock = await openWithStoppedClock(page);
  const expectToStay = async (): Promise<void> => {
    await control(page, 'role').focus();
    // The stopped clock also stops frames.
    await clock.pass(1000);
    await expect(control(page, 'role')).toBeFocused();
  };
  await submit(page, { ...typed, email: '' });
  await expect(formError(page)).toHaveText(validationMessages.email);
  await expectToStay();
  await submit(page);
  await page.getByRole('button', { name: contact.form.success.again }).click();
  await expectToStay();
});

test('the form asks about an email address that looks incomplete, without moving the fields, and sends it anyway (behavior 3.5)', async ({
  page,
  site,
}) => {
  await open(page);
  await fillIn(page, { ...typed, email: 'ana@gmail' });
  const { doubt, success } = contact.form;
  const note = page.locator('#contact-form [aria-live]').filter({ hasText: doubt });
  await expect(note).toBeVisible();
  const below = await control(page, 'message').boundingBox();
  await fillIn(page, { email: 'ana@gmail.com', role: '' });
  await expect(note).toHaveCount(0);
  expect(await control(page, 'message').boundingBox()).toEqual(below);

  await submit(page, { email: 'ana@' });
  const answer = fill(success.answer, { email: 'ana@' });
  await expect(sent(page).locator('..')).toContainText(`${answer} ${doubt}`);
  expect(site.stored().at(-1)?.fields.email).toBe('ana@');
});

test('the second click of a double click does not press what has moved under the pointer: another field after a mistake, or an option after a failure (behavior 3.2)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503/, /contact_form: status 503/);
  let posts = 0;
  await page.route('**/api/submit', (route) => {
    posts += 1;
    return route.fulfill({ status: 503 });
  });
  await open(page);
  for (const outcome of ['mistake', 'failure']) {
    if (outcome === 'failure') await fillIn(page);
    await button(page).evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const box = await button(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 15];
    await page.mouse.click(x, y);
    const place = outcome === 'mistake' ? control(page, 'firstName') : formError(page);
    await expect(place).toBeFocused();
    await page.mouse.move(x, y);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(place).toBeFocused();
  }
  expect(posts).toBe(1);
});

test('a message is posted once, however often it is submitted; after a failure the form offers to email the message, or to copy one too long for an email, and a retry arrives (behavior 3.2, 3.6, 3.8, 6.1, 10.18)', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/500/, /contact_form: status 500/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const posts: Route[] = [];
  await page.route('**/api/submit', (route) => void posts.push(route));
  const message = control(page, 'message');
  const colorIn = async (forcedColors: 'active' | 'none'): Promise<string> => {
    await page.emulateMedia({ forcedColors });
    return message.evaluate((element) => getComputedStyle(element).color);
  };
  await open(page);
  const colors = [await colorIn('active'), await colorIn('none')];
  await fillIn(page);
  await control(page, 'company').focus();
  for (let repeat = 0; repeat < 9; repeat++) await page.keyboard.down('Enter');
  await expect(button(page)).toBeFocused();
  await expect(button(page)).toBeDisabled();
  await expect(button(page)).toHaveText(contact.form.submitting);
  await expect(button(page)).toHaveCSS('cursor', 'progress');
  await expect(page.locator('#contact-form [inert] #field-message')).toBeAttached();
  expect(await colorIn('active')).not.toBe(colors[0]);
  expect(await colorIn('none')).not.toBe(colors[1]);
  await button(page).dblclick({ force: true });
  await page.locator('#contact-form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await posts[0]?.fulfill({ status: 500 });

  const panel = formError(page);
  const { emailDirectly, tryAgain } = failureOptionLabels;
  await expect(panel).toBeFocused();
  await expect(panel).toContainText(submissionMessages.failed);
  // No other button repeats one of the options.
  await expect(page.locator('#contact-form').getByRole('button')).toHaveText([tryAgain]);
  const expectDraftOf = (words: string): Promise<void> => {
    const draft = { to: identity.email, ...contactEmail({ ...typed, message: words }) };
    return expectLink(panel, `${emailDirectly}: ${identity.email}`, mailtoUrl(draft));
  };
  await expectDraftOf(typed.message);

  const long = 'Wer prüft, ob jede Zahlung echt ist? '.repeat(50).trim();
  await message.fill(long);
  const copy = panel.getByRole('button', { name: submissionMessages.copyMessage });
  await copy.click();
  await expect(notices(page, notificationMessages.messageCopied)).toBeVisible();
  const { values, body } = contactEmail({ ...typed, message: long });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fill(body, values));
  await message.fill('Another message');
  await expect(copy.or(panel.getByText(submissionMessages.emailTooLong))).toHaveCount(0);
  await expectDraftOf('Another message');

  await page.locator('[name=botcheck]').evaluate((box: HTMLInputElement) => {
    box.checked = true;
  });
  await panel.getByRole('button', { name: tryAgain }).click();
  await expect(button(page)).toBeFocused();
  await expect.poll(() => posts.length).toBe(2);
  await posts[1]?.fulfill({ json: {} });
  await expect(sent(page)).toBeFocused();
  const requests = posts.map((post) => post.request());
  expect(requests.map((request) => request.postDataJSON())).toEqual([
    enquiryPayload(typed, 'embedded'),
    { ...enquiryPayload({ ...typed, message: 'Another message' }, 'embedded'), botcheck: 'on' },
  ]);
  // The inbox would take the second message for the first one.
  expect(new Set(requests.map((request) => request.headers()['idempotency-key'])).size).toBe(2);
});

const heading = (page: Page) =>
  page.locator('#contact').getByRole('heading', { name: contact.form.heading });
const note = (page: Page) => page.locator('#contact-form').getByRole('status');
const { all, withMessage, partly } = contact.form.filledIn;

const discuss = async (page: Page, { title }: Service): Promise<void> => {
  const link = page.getByRole('link', { name: `${services.labels.discuss} ${title}` });
  if (!(await link.isVisible())) {
    await page.locator('#services').getByRole('heading', { name: title }).click();
  }
  await link.click();
};
const expectFilledIn = async (page: Page, service: string, message: string): Promise<void> => {
  await expect(control(page, 'serviceType')).toHaveValue(service);
  await expect(control(page, 'message')).toHaveValue(message);
};

test('each service link fills in the form and brings it into view, but keeps the visitor’s words and choices; an address can also fill it in (behavior 2.2, 3.3)', async ({
  page,
}) => {
  await open(page, '/#contact?inquiry=speaking');
  const { speaking } = contact.form.inquiryTypes;
  await expect(note(page)).toHaveText(fill(all, { topic: speaking }));
  await expect(heading(page)).toBeInViewport();
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const service of [firstService, lastService]) {
      await discuss(page, service);
      await expect(page).toHaveURL(`/#contact?service=${service.id}`);
      await expectFilledIn(page, service.id, service.message);
      await expect(control(page, 'interestedIn')).toHaveValue('consultation');
      await expect(note(page)).toHaveText(fill(withMessage, { topic: service.title }));
      await expect(heading(page)).toBeFocused();
      await expect(heading(page)).toBeInViewport({ ratio: 1 });
      await expect(note(page)).toBeInViewport({ ratio: 1 });
      const header = (await page.getByRole('banner').boundingBox())?.height ?? 0;
      const top = (await page.locator('#contact-form').boundingBox())?.y ?? 0;
      expect(top).toBeGreaterThanOrEqual(header);
      expect(top).toBeLessThan(header + 160);
    }
  }
  const own = `${lastService.message} And soon.`;
  await control(page, 'message').fill(own);
  await discuss(page, firstService);
  await expectFilledIn(page, firstService.id, own);
  await expect(note(page)).toHaveText(fill(partly, { topic: firstService.title }));
  // A choice stays the visitor's even when it is changed back.
  for (const serviceType of ['other', firstService.id]) await fillIn(page, { serviceType });
  await discuss(page, lastService);
  await expectFilledIn(page, firstService.id, own);
  // The same address fills in the form again after it was emptied.
  await fillIn(page, { message: '', serviceType: '' });
  await discuss(page, lastService);
  await expectFilledIn(page, lastService.id, lastService.message);
});

test('the form shows what was sent and the address for the answer, which stays above the next form; another message starts empty (behavior 3.2, 3.4)', async ({
  page,
  site,
}) => {
  await open(page);
  await discuss(page, lastService);
  await submit(page);
  await expect(sent(page)).toBeFocused();
  const { success, labels, inquiryTypes, urgencies } = contact.form;
  const panel = sent(page).locator('..');
  const hasText = fill(success.answer, { email: typed.email });
  await expect(panel).toContainText(hasText);
  await expect(panel.getByRole('term')).toHaveText(fields.map(({ name }) => labels[name]));
  const shown = {
    ...typed,
    interestedIn: inquiryTypes.partnership,
    serviceType: firstService.title,
    urgency: urgencies.planning,
  };
  await expect(panel.getByRole('definition')).toHaveText(fields.map(({ name }) => shown[name]));

  // Each line in the direction of its words, such as Hebrew ones.
  await expect(panel.getByRole('definition').first()).toHaveCSS('unicode-bidi', 'plaintext');
  await page.emulateMedia({ media: 'print' });
  await expect(panel.getByRole('definition').last()).toBeVisible();
  await page.emulateMedia({ media: null });

  await discuss(page, lastService);
  await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
  await expect(control(page, 'firstName')).toHaveValue('');
  await expect(control(page, 'message')).toHaveCSS('unicode-bidi', 'plaintext');
  await expect(heading(page)).toBeFocused();
  // A paragraph, because the live region may still have these words.
  const answer = page.locator('#contact').getByRole('paragraph').filter({ hasText });
  await expect(answer).toBeInViewport();
  await expect(note(page)).toBeInViewport();
  await button(page).click();
  await expect(formError(page)).toHaveText(validationMessages.firstName);
  await expect(answer).toBeVisible();
  await submit(page, { ...typed, firstName: 'Second' });
  await expect(sent(page)).toBeFocused();
  const names = site.stored().slice(-2);
  expect(names.map(({ fields }) => fields.firstName)).toEqual([typed.firstName, 'Second']);

  // If the focus fell to the page, a screen reader would be silent.
  const again = page.getByRole('button', { name: success.again });
  await again.focus();
  await page.evaluate(() => {
    addEventListener('focusout', ({ relatedTarget }) => {
      if (!relatedTarget) document.title = 'lost';
    });
  });
  await page.keyboard.press('Enter');
  await expect(control(page, 'firstName')).toBeFocused();
  await expect(page).not.toHaveTitle('lost');
  expect(await valuesOf(page)).toEqual(defaults);
});

const enquiry = {
  ...typed,
  lastName: 'O’Byron-García',
  company: 'Engines & Sons <Ltd>',
  message: '  Two lines,\nwith "quotes", ünïcödé and 日本語 🙂  ',
};

test('a message stays a draft through a failure, a lost answer and a reload, until it is stored once, byte for byte (behavior 3.4, 3.6, 3.8)', async ({
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
  // The message arrives, but the first answer does not.
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

  test('menu and services open, links lead to sections and the form, and the receipt claims nothing if nothing was sent (behavior 1.1, 1.2, 1.4, 2.1, 2.2, 2.4, 8.1, 10.2)', async ({
    page,
  }) => {
    await page.goto('/');
    // The page shows no control without effect, and no text waits for fonts.
    await expect(page.locator('#hero figure input')).toBeHidden();
    await expect(page.getByText(thresholdFigure.hint)).toBeHidden();
    await expect(page.getByText(contact.details.copyEmail)).toBeHidden();
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
    await expect(heading(page)).toBeInViewport();
    await expect(control(page, 'firstName')).toBeInViewport();

    await page.goto('/received');
    const { heading: thanks, text, unsent } = site.received;
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(unsent.heading, { useInnerText: true });
    await expect(page.getByText(text)).toBeHidden();
    for (const claim of [thanks, text]) expect(await page.title()).not.toContain(claim);
    await page.getByRole('link', { name: unsent.write }).click();
    await expect(page).toHaveURL('/#contact');
  });
});
