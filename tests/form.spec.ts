import type { ServerResponse } from 'node:http';
import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import {
  failureMessages,
  failureOptionLabels,
  notificationMessages,
  submissionMessages,
  validationMessages,
} from '#content/messages.ts';
import { fill } from '#content/schema/fill.ts';
import type { Service } from '#content/schema/schema.ts';
import type { FieldName } from '#content/schema/vocabulary.ts';
import { services } from '#content/services.ts';
import { contactEmail } from '#enquiry/contact-email.ts';
import { emptyEnquiry as defaults } from '#enquiry/enquiry.ts';
import { fields } from '#enquiry/fields.ts';
import { enquiryPayload } from '#enquiry/payload.ts';
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
  callHref,
  expect,
  expectLink,
  firstService,
  lastService,
  notices,
  open,
  type Page,
  test,
} from './fixtures.ts';

// Rules, payloads and answers by themselves are unit tests of enquiry/ and src/actions/; what is said of
// all this is in accessibility/announcements.spec.ts.

const tryAgain = (page: Page) =>
  formError(page).getByRole('button', { name: failureOptionLabels.tryAgain });

test.describe('validation', () => {
  // Each row is fixed before the next.
  const rows: [FieldName, string, string][] = [
    ['firstName', '  ', validationMessages.firstName],
    ['lastName', '', validationMessages.lastName],
    ['email', ' ', validationMessages.email],
    ['email', 'ada.example.com', validationMessages.emailFormat],
    ['company', '', validationMessages.company],
    ['message', ' too short ', validationMessages.messageLength],
  ];

  test('the first mistake alone is shown, in the order of the fields, marks its field and leads there, without storage, too (behavior 3.1, 3.4, 3.5)', async ({
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
    await open(page);
    const form = page.locator('#contact-form');
    const required = await form
      .locator(':required')
      .evaluateAll((all) => all.map((field) => field.id.replace('field-', '')));
    expect(required).toEqual(fields.filter((field) => field.required).map(({ name }) => name));
    // None counts as wrong before it was looked at.
    await expect(form.locator('[aria-invalid]:not([aria-invalid=false])')).toHaveCount(0);
    await expect(form).toHaveRole('none');

    const before = site.stored().length;
    await fillIn(page, { ...typed, ...Object.fromEntries(rows) });
    for (const [name, value, message] of rows) {
      await control(page, name).fill(value);
      await button(page).click();
      await expect(formError(page)).toHaveText(message);
      await expect(control(page, name)).toBeFocused();
      await expect(control(page, name)).toHaveAccessibleDescription(message);
      await expect(form.locator('[aria-invalid=true]')).toHaveCount(1);
      await control(page, name).fill(typed[name]);
    }
    expect(site.stored()).toHaveLength(before);
    await button(page).click();
    await expect(sent(page)).toBeVisible();
    expect(site.stored().at(-1)?.fields).toEqual(typed);
  });

  test('the mistake is a red banner below the row of its field, in view, and goes as soon as the value is right (behavior 3.5)', async ({
    page,
  }) => {
    await open(page);
    await submit(page, { ...typed, lastName: '', email: 'ada' });
    const names = ['firstName', 'lastName', 'email', 'company'] as const;
    const [firstName, lastName, email, company, banner] = await Promise.all(
      [...names.map((name) => control(page, name)), formError(page)].map((part) =>
        part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
      ),
    );
    expect(firstName?.y).toBe(lastName?.y);
    expect(banner?.left).toBe(firstName?.left);
    expect(banner?.right).toBeCloseTo(email?.right ?? 0, 0);
    expect(banner?.top).toBeGreaterThanOrEqual(lastName?.bottom ?? 0);
    expect(banner?.bottom).toBeLessThan(company?.top ?? 0);
    const red = await formError(page).evaluate((element) => getComputedStyle(element).borderColor);
    await expect(control(page, 'lastName')).toHaveCSS('border-color', red);
    await control(page, 'lastName').fill('Byron');
    await expect(formError(page)).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 664 });
    await button(page).click();
    await expect(formError(page)).toBeInViewport({ ratio: 1 });
    await expect(control(page, 'email')).toBeInViewport();
    await control(page, 'role').fill('Something else');
    await expect(formError(page)).toHaveText(validationMessages.emailFormat);
    await control(page, 'email').fill('');
    await expect(formError(page)).toHaveText(validationMessages.email);
    const mistake = await formError(page).elementHandle();
    await control(page, 'email').fill('ada@');
    await expect(formError(page)).toHaveCount(0);
    // A screen reader may have its place there.
    expect(await mistake?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    await expect(control(page, 'email')).toHaveAttribute('aria-invalid', 'false');
    await expect(control(page, 'email')).toHaveAccessibleDescription('');
  });

  test('the focus stays with a visitor who is in another field before the mistake is drawn (behavior 3.5)', async ({
    page,
  }) => {
    const clock = await openWithStoppedClock(page);
    await submit(page, { ...typed, email: '' });
    await expect(formError(page)).toHaveText(validationMessages.email);
    await control(page, 'role').focus();
    // Frames stand still, too.
    await clock.pass(1000);
    await expect(control(page, 'role')).toBeFocused();
  });

  test('an address that looks incomplete is asked about, moves nothing, and is sent all the same (behavior 3.5)', async ({
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
});

test.describe('with a service of somebody else', () => {
  test.use({ variant: 'hosted' });

  const cors = { 'Access-Control-Allow-Origin': '*' };

  test('a message is posted once, a failure offers three ways on, or to copy what no email draft holds, and the next try arrives (behavior 3.2, 3.6, 3.8, 6.1, 10.7, 10.18)', async ({
    page,
    context,
    thirdParties,
    expectConsole,
  }) => {
    expectConsole(/500/, /contact_form: status 500/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const waiting: ServerResponse[] = [];
    const { answer, requests } = thirdParties.formService;
    answer((_request, response) => void waiting.push(response));
    const colorOf = (name: FieldName) =>
      control(page, name).evaluate((element) => getComputedStyle(element).color);
    await open(page);
    const color = await colorOf('message');
    await fillIn(page);
    await control(page, 'company').focus();
    for (let repeat = 0; repeat < 9; repeat++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(button(page)).toBeFocused();
    await expect(button(page)).toBeDisabled();
    await expect(button(page)).toHaveText(contact.form.submitting);
    await expect(button(page)).toHaveCSS('cursor', 'progress');
    await expect(page.locator('#contact-form [inert] #field-message')).toBeAttached();
    expect(await colorOf('message')).not.toBe(color);
    await button(page).dblclick({ force: true });
    await page.locator('#contact-form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.writeHead(500, cors).end();

    const panel = formError(page);
    await expect(panel).toBeFocused();
    await expect(panel).toContainText(submissionMessages.failed);
    await expect(panel).toContainText(failureMessages.contact_form);
    const labels = failureOptionLabels;
    const options = [labels.emailDirectly, labels.callDirectly, labels.tryAgain];
    await expect(panel.getByRole('listitem')).toHaveText(options);
    // Nothing beside them does the same as one of them.
    await expect(page.locator('#contact-form').getByRole('button')).toHaveText([labels.tryAgain]);
    await expectLink(panel, labels.callDirectly, callHref);
    const email = panel.getByRole('link', { name: labels.emailDirectly });
    const draftOf = (message: string): string =>
      mailtoUrl({ to: identity.email, ...contactEmail({ ...typed, message }) });
    await expect(email).toHaveAttribute('href', draftOf(typed.message));
    expect(await valuesOf(page)).toEqual(typed);

    const message = 'Wer prüft, ob jede Zahlung echt ist? '.repeat(50).trim();
    await control(page, 'message').fill(message);
    const tooLong = panel.getByText(submissionMessages.emailTooLong);
    await expect(tooLong).toBeVisible();
    const copy = panel.getByRole('button', { name: submissionMessages.copyMessage });
    await copy.click();
    await expect(notices(page, notificationMessages.messageCopied)).toBeVisible();
    const { values, body } = contactEmail({ ...typed, message });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fill(body, values));
    await control(page, 'message').fill('Another message');
    await expect(copy.or(tooLong)).toHaveCount(0);
    await expect(email).toHaveAttribute('href', draftOf('Another message'));

    await page.locator('[name=botcheck]').evaluate((box: HTMLInputElement) => {
      box.checked = true;
    });
    await tryAgain(page).click();
    await expect(button(page)).toBeFocused();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.writeHead(200, cors).end('{}');
    await expect(sent(page)).toBeFocused();

    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
      enquiryPayload(typed, 'public-key'),
      { ...enquiryPayload({ ...typed, message: 'Another message' }, 'public-key'), botcheck: 'on' },
    ]);
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  });
});

test('a message is a draft until it is sent: over a failure, a lost answer and a reload, and stored once (behavior 3.4, 3.6, 3.8)', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/, /: offline/, /ERR_FAILED/, /: network/);
  const before = site.stored().length;
  await open(page);
  await fillIn(page);
  await context.setOffline(true);
  await button(page).click();
  await expect(formError(page)).toContainText(submissionMessages.network);
  await expect(formError(page)).toContainText(submissionMessages.offline);
  await context.setOffline(false);
  // The message arrives, the first answer does not.
  await page.route('**/api/submit', async (route) => {
    await route.fetch();
    await route.abort();
    await page.unroute('**/api/submit');
  });
  await tryAgain(page).click();
  await expect(formError(page)).toContainText(submissionMessages.uncertainStoredOnce);
  await open(page);
  expect(await valuesOf(page)).toEqual(typed);
  await button(page).click();
  await expect(sent(page)).toBeFocused();
  expect(site.stored()).toHaveLength(before + 1);
  await open(page);
  expect(await valuesOf(page)).toEqual(defaults);
});

test.describe('prefill', () => {
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

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(`each service fills in the form and brings it into view, and leaves the visitor’s words: ${width} px (behavior 3.3)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await open(page);
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
      const own = `${lastService.message} And soon.`;
      await control(page, 'message').fill(own);
      await discuss(page, firstService);
      await expectFilledIn(page, firstService.id, own);
      await expect(note(page)).toHaveText(fill(partly, { topic: firstService.title }));
      // The same address again, after the form was emptied.
      await fillIn(page, { message: '', serviceType: '' });
      await discuss(page, firstService);
      await expectFilledIn(page, firstService.id, firstService.message);
    });
  }

  test('an address fills in the form, also when the page comes; a choice is the visitor’s where it agrees with one, and where it was changed back (behavior 2.2, 3.3)', async ({
    page,
  }) => {
    await open(page);
    await control(page, 'serviceType').selectOption(firstService.id);
    for (const service of [firstService, lastService]) {
      await discuss(page, service);
      await expectFilledIn(page, firstService.id, service.message);
    }
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    await open(page, '/#contact?inquiry=speaking');
    const topic = contact.form.inquiryTypes.speaking;
    await expect(note(page)).toHaveText(fill(all, { topic }));
    await expect(heading(page)).toBeInViewport();
    // What an address filled in gives way to the next but one.
    for (const query of [firstService.id, `&inquiry=pricing`, lastService.id]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#contact?service=${query}`);
    }
    await expectFilledIn(page, lastService.id, lastService.message);
    await fillIn(page, { serviceType: 'other' });
    await fillIn(page, { serviceType: lastService.id });
    await discuss(page, firstService);
    await expectFilledIn(page, lastService.id, firstService.message);
  });

  test('what was sent is shown, with where the answer goes, also above the next form, and another message begins empty (behavior 3.2, 3.4)', async ({
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

    await discuss(page, lastService);
    await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
    await expect(control(page, 'firstName')).toHaveValue('');
    await expect(heading(page)).toBeFocused();
    // Not the live region, which may still hold these words.
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

    // The focus never falls to the page, which would keep a screen reader silent.
    const again = page.getByRole('button', { name: success.again });
    await again.evaluate((element) => {
      element.focus();
      Object.assign(window, { lost: 0 });
      document.addEventListener('focusout', ({ relatedTarget }) => {
        if (relatedTarget === null) (window as unknown as { lost: number }).lost++;
      });
    });
    await page.keyboard.press('Enter');
    await expect(control(page, 'firstName')).toBeFocused();
    expect(await page.evaluate('lost')).toBe(0);
    expect(await valuesOf(page)).toEqual(defaults);
  });
});
