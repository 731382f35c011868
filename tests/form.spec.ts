import type { IncomingMessage, ServerResponse } from 'node:http';
import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import {
  emailBodies,
  emailSubjects,
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
import { mailtoLimit } from '#enquiry/mailto.ts';
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
  holdBack,
  lastService,
  notices,
  open,
  type Page,
  test,
} from './fixtures.ts';

// Behavior 3, and every failure of a form service.

test.describe('validation', () => {
  test('an address that looks incomplete is asked about, moves nothing, and is sent all the same', async ({
    page,
    site,
  }) => {
    await open(page);
    await fillIn(page);
    const { doubt } = contact.form;
    const note = page.locator('#contact-form [aria-live]').filter({ hasText: doubt });
    const before = await control(page, 'message').boundingBox();
    const leaveEmail = async (address: string) => {
      await control(page, 'email').fill(address);
      await page.keyboard.press('Tab');
    };
    await leaveEmail('ana@gmail');
    await expect(note).toBeVisible();
    expect(await control(page, 'message').boundingBox()).toEqual(before);
    await leaveEmail('ana@gmail.com');
    await expect(note).toHaveCount(0);

    await control(page, 'email').fill('ana@');
    await button(page).click();
    const answer = fill(contact.form.success.answer, { email: 'ana@' });
    await expect(sent(page).locator('..')).toContainText(`${answer} ${doubt}`);
    expect(site.stored().at(-1)?.fields.email).toBe('ana@');
  });

  // Each row is fixed before the next.
  const rows: [FieldName, string, string][] = [
    ['firstName', '  ', validationMessages.firstName],
    ['lastName', '', validationMessages.lastName],
    ['email', ' ', validationMessages.email],
    ['email', 'ada.example.com', validationMessages.emailFormat],
    ['company', '', validationMessages.company],
    ['message', '   ', validationMessages.message],
    ['message', ' too short ', validationMessages.messageLength],
  ];

  test('shows the first mistake only, in the specified order, marks it and goes there', async ({
    page,
    site,
  }) => {
    await open(page);
    const before = site.stored().length;
    await fillIn(page, { ...typed, ...Object.fromEntries(rows.slice(0, 6)) });
    for (const [name, value, message] of rows) {
      await control(page, name).fill(value);
      await button(page).click();
      await expect(formError(page)).toHaveText(message);
      await expect(control(page, name)).toBeFocused();
      await expect(control(page, name)).toHaveAttribute('aria-invalid', 'true');
      await expect(control(page, name)).toHaveAccessibleDescription(message);
      await expect(page.locator('#contact-form [aria-invalid=true]')).toHaveCount(1);
      await control(page, name).fill(typed[name]);
    }
    expect(site.stored()).toHaveLength(before);
    await button(page).click();
    await expect(sent(page)).toBeVisible();
    expect(site.stored().at(-1)?.fields).toEqual(typed);
  });

  test('the mistake is a red banner below the row of its field, and the columns stay level', async ({
    page,
  }) => {
    await open(page);
    await submit(page, { ...typed, lastName: '' });
    const box = async (name: FieldName) => {
      const found = await control(page, name).boundingBox();
      if (!found) throw new Error(`${name} is not shown`);
      return found;
    };
    const banner = await formError(page).boundingBox();
    if (!banner) throw new Error('there is no banner');
    const [firstName, lastName, email, company, role] = await Promise.all(
      (['firstName', 'lastName', 'email', 'company', 'role'] as const).map(box),
    );
    expect(firstName?.y).toBe(lastName?.y);
    expect(company?.y).toBe(role?.y);
    expect(banner.x).toBe(firstName?.x);
    expect(banner.x + banner.width).toBeCloseTo((email?.x ?? 0) + (email?.width ?? 0), 0);
    expect(banner.y).toBeGreaterThanOrEqual((lastName?.y ?? 0) + (lastName?.height ?? 0));
    expect(banner.y + banner.height).toBeLessThan(company?.y ?? 0);
    const [red, plain] = await formError(page).evaluate((element) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(element);
      return [borderTopColor, backgroundColor];
    });
    await expect(control(page, 'lastName')).toHaveCSS('border-top-color', red ?? '');
    expect(plain).not.toBe('rgba(0, 0, 0, 0)');
  });

  test('on a phone the banner is in view below its field', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await open(page);
    await submit(page, { ...typed, message: 'short' });
    await expect(formError(page)).toBeInViewport({ ratio: 1 });
    await submit(page, { ...typed, firstName: '' });
    await expect(formError(page)).toBeInViewport({ ratio: 1 });
    await expect(control(page, 'firstName')).toBeInViewport({ ratio: 1 });
  });

  test('the mistake goes as soon as the value is right, and says what is wrong until then', async ({
    page,
  }) => {
    await open(page);
    await submit(page, { ...typed, email: '' });
    await expect(formError(page)).toHaveText(validationMessages.email);
    await expect(control(page, 'email')).toBeFocused();
    await control(page, 'role').fill('Something else');
    await expect(formError(page)).toHaveText(validationMessages.email);
    await control(page, 'email').fill('ada');
    await expect(formError(page)).toHaveText(validationMessages.emailFormat);
    await expect(control(page, 'email')).toBeFocused();
    const banner = await formError(page).elementHandle();
    await control(page, 'email').fill('ada@');
    await expect(formError(page)).toHaveCount(0);
    await expect(control(page, 'email')).toHaveAttribute('aria-invalid', 'false');
    await expect(control(page, 'email')).toHaveAccessibleDescription('');
    // A screen reader may have its place there.
    const left = await banner?.evaluate(({ isConnected, textContent, clientHeight }) => ({
      isConnected,
      textContent,
      clientHeight,
    }));
    expect(left).toEqual({ isConnected: true, textContent: '', clientHeight: 0 });
  });

  test('the focus stays with a visitor who is in another field before the mistake is drawn', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const frames: FrameRequestCallback[] = [];
      const draw = window.requestAnimationFrame.bind(window);
      let isSlow = false;
      window.requestAnimationFrame = (frame) => (isSlow ? frames.push(frame) : draw(frame));
      Object.assign(window, {
        slowDown: () => {
          isSlow = true;
        },
        catchUp: () => {
          isSlow = false;
          for (const frame of frames.splice(0)) draw(frame);
        },
      });
    });
    await open(page);
    await fillIn(page, { ...typed, email: '' });
    await page.evaluate('slowDown()');
    await button(page).click();
    await expect(formError(page)).toHaveText(validationMessages.email);
    await control(page, 'role').focus();
    await page.evaluate('catchUp()');
    await page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    });
    await page.keyboard.type('Countess');
    await expect(control(page, 'role')).toHaveValue(`${typed.role}Countess`);
    await expect(control(page, 'email')).toHaveValue('');
  });

  test('no field counts as wrong before it was looked at', async ({ page }) => {
    await open(page);
    const controls = page.locator('#contact-form').locator('input:required, textarea, select');
    for (const required of await controls.all()) {
      await expect(required).toHaveAttribute('aria-invalid', 'false');
    }
    await expect(page.locator('#contact-form')).toHaveRole('none');
  });

  test('leaves the browser’s own marks in the markup', async ({ page }) => {
    await open(page);
    const required = await page
      .locator('#contact-form :required')
      .evaluateAll((all) => all.map((field) => field.getAttribute('name')));
    expect(required).toEqual(fields.filter((field) => field.required).map(({ name }) => name));
  });
});

test.describe('submitting', () => {
  test.use({ variant: 'hosted' });

  const cors = { 'Access-Control-Allow-Origin': '*' };
  const accept = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, cors).end('{"success":true,"message":"ok"}');
  };

  test('posts the specified payload, once', async ({ page, thirdParties }) => {
    thirdParties.formService.answer(accept);
    await open(page);
    await submit(page);
    await expect(sent(page)).toBeFocused();
    const { requests } = thirdParties.formService;
    expect(requests).toHaveLength(1);
    expect(requests[0]?.method).toBe('POST');
    expect(requests[0]?.headers.accept).toBe('application/json');
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual(enquiryPayload(typed, 'public-key'));
  });

  test('disables the button and says so, however often it is pressed', async ({
    page,
    thirdParties,
  }) => {
    const waiting: ServerResponse[] = [];
    thirdParties.formService.answer((_request, response) => void waiting.push(response));
    await open(page);
    await fillIn(page);
    await button(page).dblclick();
    await expect(button(page)).toBeDisabled();
    await expect(button(page)).toHaveText(contact.form.submitting);
    await button(page).click({ force: true });
    await page.locator('#contact-form').evaluate((form) => {
      (form as HTMLFormElement).requestSubmit();
      (form as HTMLFormElement).requestSubmit();
    });
    await expect.poll(() => waiting.length).toBe(1);
    for (const response of waiting) accept({} as IncomingMessage, response);
    await expect(sent(page)).toBeVisible();
    expect(thirdParties.formService.requests).toHaveLength(1);
  });

  test('keeps the focus on the button that says so, also when sent by Enter or again', async ({
    page,
    thirdParties,
    expectConsole,
  }) => {
    expectConsole(/500/, /contact_form/);
    const waiting: ServerResponse[] = [];
    thirdParties.formService.answer((_request, response) => void waiting.push(response));
    await open(page);
    await fillIn(page);
    await control(page, 'company').press('Enter');
    await expect(button(page)).toBeFocused();
    await expect(button(page)).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.writeHead(500, cors).end();
    await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await expect(button(page)).toBeFocused();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.writeHead(200, cors).end();
    await expect(sent(page)).toBeFocused();
  });

  test('a second try is seen, though it is answered at once', async ({
    page,
    thirdParties,
    expectConsole,
  }) => {
    expectConsole(/500/, /contact_form/);
    thirdParties.formService.answer((_request, response) => response.writeHead(500, cors).end());
    const clock = await openWithStoppedClock(page);
    await submit(page);
    await expect(formError(page)).toBeFocused();
    thirdParties.formService.answer(accept);
    const answer = page.waitForResponse(/./);
    await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await (await answer).finished();
    await clock.pass(399);
    await expect(button(page)).toHaveText(contact.form.submitting);
    await clock.pass(1);
    await expect(sent(page)).toBeFocused();
  });

  test('while it is sent, fields and button look like it', async ({ page, thirdParties }) => {
    thirdParties.formService.answer(() => {});
    const look = (name: FieldName) =>
      control(page, name).evaluate((element) => {
        const { color, backgroundColor, borderTopColor } = getComputedStyle(element);
        return { color, backgroundColor, borderTopColor };
      });
    await open(page);
    const before = await look('message');
    await submit(page);
    await expect(button(page)).toHaveCSS('cursor', 'progress');
    for (const name of ['firstName', 'serviceType', 'message'] as const) {
      const during = await look(name);
      for (const [property, value] of Object.entries(before)) {
        expect(during, name).not.toHaveProperty(property, value);
      }
    }
  });

  test('with Enter held down posts once', async ({ page, thirdParties }) => {
    const waiting: ServerResponse[] = [];
    thirdParties.formService.answer((_request, response) => void waiting.push(response));
    await open(page);
    await fillIn(page);
    await control(page, 'company').focus();
    await page.keyboard.down('Enter');
    for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect.poll(() => waiting.length).toBe(1);
    for (const response of waiting) accept({} as IncomingMessage, response);
    await expect(sent(page)).toBeVisible();
    expect(thirdParties.formService.requests).toHaveLength(1);
  });

  test('a machine that ticks the honeypot is passed on as one', async ({ page, thirdParties }) => {
    thirdParties.formService.answer(accept);
    await open(page);
    await fillIn(page);
    await page.locator('[name=botcheck]').evaluate((box) => {
      (box as HTMLInputElement).checked = true;
    });
    await button(page).click();
    await expect(sent(page)).toBeVisible();
    expect(JSON.parse(thirdParties.formService.requests[0]?.body ?? '')).toHaveProperty(
      'botcheck',
      'on',
    );
  });

  test('no answer in 15 s is a network error', async ({ page, thirdParties, expectConsole }) => {
    expectConsole(/contact_form: timeout/);
    thirdParties.formService.answer(() => {});
    const clock = await openWithStoppedClock(page);
    await submit(page);
    await expect.poll(() => thirdParties.formService.requests.length).toBe(1);
    await clock.pass(14_999);
    await expect(button(page)).toHaveText(contact.form.submitting);
    await clock.pass(1);
    await expect(formError(page)).toContainText(submissionMessages.network);
    await expect(formError(page)).toContainText(submissionMessages.uncertain);
    await expect(button(page)).toBeEnabled();
    expect(await valuesOf(page)).toEqual(typed);
  });

  test('an answer that drips is a network error after 15 s too', async ({
    page,
    thirdParties,
    expectConsole,
  }) => {
    expectConsole(/contact_form: timeout/);
    let drips = 0;
    thirdParties.formService.answer((_request, response) => {
      response.writeHead(200, cors);
      const drip = setInterval(() => {
        drips++;
        response.write(' ');
      }, 20);
      response.once('close', () => clearInterval(drip));
    });
    const clock = await openWithStoppedClock(page);
    await submit(page);
    await expect.poll(() => drips).toBeGreaterThan(3);
    await clock.pass(15_000);
    await expect(formError(page)).toContainText(submissionMessages.network);
    expect(await valuesOf(page)).toEqual(typed);
  });

  const contactForm = failureMessages.contact_form;

  test('a failure offers three ways on, the first with all that was typed', async ({
    page,
    thirdParties,
    expectConsole,
  }) => {
    expectConsole(/500/, /contact_form: status 500/);
    thirdParties.formService.answer((_request, response) => response.writeHead(500, cors).end());
    await open(page);
    await submit(page);
    await expect(formError(page)).toContainText(submissionMessages.failed);
    await expect(formError(page)).toContainText(contactForm);
    await expect(formError(page).getByRole('listitem')).toHaveText([
      failureOptionLabels.emailDirectly,
      failureOptionLabels.callDirectly,
      failureOptionLabels.tryAgain,
    ]);
    // Nothing beside them does the same as one of them.
    await expect(page.locator('#contact-form').getByRole('button')).toHaveText([
      failureOptionLabels.tryAgain,
    ]);
    const boxes = await Promise.all(
      (await formError(page).locator('li > *').all()).map((option) => option.boundingBox()),
    );
    expect(new Set(boxes.map((box) => `${box?.y} ${box?.height}`)).size).toBe(1);
    const email = formError(page).getByRole('link', { name: failureOptionLabels.emailDirectly });
    const body = fill(emailBodies.contact, {
      message: typed.message,
      first_name: typed.firstName,
      last_name: typed.lastName,
      company: typed.company,
      interested_in: typed.interestedIn,
    });
    await expect(email).toHaveAttribute(
      'href',
      mailtoUrl({ to: identity.email, subject: emailSubjects.contact, body }),
    );
    await expectLink(formError(page), failureOptionLabels.callDirectly, callHref);
    expect(await valuesOf(page)).toEqual(typed);

    await page.evaluate(() => {
      window.open = () => null;
    });
    await control(page, 'message').fill('Another message');
    await email.click();
    await expect(email).toHaveAttribute('href', /body=Another%20message/);

    thirdParties.formService.answer(accept);
    await formError(page).getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await expect(sent(page)).toBeVisible();
    expect(thirdParties.formService.requests).toHaveLength(2);
    expect(JSON.parse(thirdParties.formService.requests[1]?.body ?? '').message).toBe(
      'Another message',
    );
  });

  test.describe('a message that no email draft holds', () => {
    const message = 'Wer prüft, ob jede Zahlung echt ist? '.repeat(50).trim();
    const copyButton = (page: Page) =>
      formError(page).getByRole('button', { name: submissionMessages.copyMessage });

    test.beforeEach(async ({ page, context, thirdParties, expectConsole }) => {
      expectConsole(/500/, /contact_form: status 500/);
      thirdParties.formService.answer((_request, response) => response.writeHead(500, cors).end());
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await open(page);
      await submit(page, { ...typed, message });
    });

    test('is copied whole, with one press, when the form has failed', async ({ page }) => {
      await expect(formError(page)).toContainText(submissionMessages.emailTooLong);
      const email = formError(page).getByRole('link', { name: failureOptionLabels.emailDirectly });
      expect((await email.getAttribute('href'))?.length).toBeLessThanOrEqual(mailtoLimit);
      await copyButton(page).click();
      await expect(notices(page, notificationMessages.messageCopied)).toBeVisible();
      const { values, body } = contactEmail({ ...typed, message });
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fill(body, values));

      await control(page, 'message').fill('Who checks that?');
      await expect(copyButton(page)).toHaveCount(0);
      await expect(formError(page)).not.toContainText(submissionMessages.emailTooLong);
      await expect(email).toHaveAttribute('href', /body=Who%20checks%20that%3F%0D%0A/);
    });

    test('stays on the screen to be copied by hand when the clipboard refuses', async ({
      page,
    }) => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () =>
          Promise.reject(new DOMException('', 'NotAllowedError'));
      });
      await copyButton(page).click();
      await expect(notices(page, message)).toBeVisible();
    });
  });
});

test('once sent, it says what was sent and where the answer goes', async ({ page }) => {
  await open(page);
  await submit(page);
  await expect(sent(page)).toBeFocused();
  const panel = sent(page).locator('..');
  await expect(panel).toContainText(fill(contact.form.success.answer, { email: typed.email }));
  await expect(panel.getByRole('term')).toHaveText(
    fields.map(({ name }) => contact.form.labels[name]),
  );
  await expect(panel.getByRole('definition')).toHaveText([
    typed.firstName,
    typed.lastName,
    typed.email,
    typed.company,
    typed.role,
    contact.form.inquiryTypes.partnership,
    firstService.title,
    contact.form.urgencies.planning,
    typed.message,
  ]);
});

test('Send Another Message starts anew, with defaults', async ({ page, site }) => {
  await open(page, `/#contact?service=${lastService.id}`);
  await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
  await submit(page);
  await page.getByRole('button', { name: contact.form.success.again }).click();
  await expect(control(page, 'firstName')).toBeFocused();
  expect(await valuesOf(page)).toEqual(defaults);
  await page.reload();
  const before = site.stored().length;
  await submit(page, { ...typed, firstName: 'Second' });
  await expect(sent(page)).toBeVisible();
  expect(site.stored()).toHaveLength(before + 1);
});

test('with Send Another Message the focus never falls to the page, which would keep a screen reader silent', async ({
  page,
}) => {
  await open(page);
  await submit(page);
  const again = page.getByRole('button', { name: contact.form.success.again });
  await again.evaluate((button) => {
    button.focus();
    Object.assign(window, { lost: 0 });
    document.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget === null) (window as unknown as { lost: number }).lost++;
    });
  });
  await page.keyboard.press('Enter');
  await expect(control(page, 'firstName')).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { lost: number }).lost)).toBe(0);
});

test('the same content sent twice is stored once', async ({ page, site, expectConsole }) => {
  expectConsole(/ERR_FAILED|contact_form: network/);
  const before = site.stored().length;
  await open(page);
  await fillIn(page);
  // The message arrives, the first answer does not.
  await page.route('**/api/submit', async (route) => {
    await route.fetch();
    await route.abort();
    await page.unroute('**/api/submit');
  });
  await button(page).click();
  await expect(formError(page)).toContainText(submissionMessages.network);
  await expect(formError(page)).toContainText(submissionMessages.uncertainStoredOnce);
  expect(site.stored()).toHaveLength(before + 1);
  await button(page).click();
  await expect(sent(page)).toBeVisible();
  expect(site.stored()).toHaveLength(before + 1);
});

test('a message that never left says so, and is sent once there is a connection again', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/, /contact_form: offline/);
  const before = site.stored().length;
  await open(page);
  await fillIn(page);
  await context.setOffline(true);
  await button(page).click();
  await expect(formError(page)).toContainText(submissionMessages.network);
  await expect(formError(page)).toContainText(submissionMessages.offline);
  await expect(formError(page)).not.toContainText(submissionMessages.uncertainStoredOnce);
  await context.setOffline(false);
  expect(site.stored()).toHaveLength(before);
  await button(page).click();
  await expect(sent(page)).toBeFocused();
  expect(site.stored()).toHaveLength(before + 1);
});

test.describe('prefill', () => {
  test('on load, from the address', async ({ page }) => {
    const { id, message } = lastService;
    await open(page, `/#contact?service=${id}&inquiry=pricing`);
    await expect(control(page, 'serviceType')).toHaveValue(id);
    await expect(control(page, 'interestedIn')).toHaveValue('pricing');
    await expect(control(page, 'message')).toHaveValue(message);
    await expect(formHeading(page)).toBeInViewport();
  });

  const formHeading = (page: Page) =>
    page.locator('#contact').getByRole('heading', { name: contact.form.heading });

  const filledIn = (page: Page) => page.locator('#contact-form').getByRole('status');

  const discuss = async (page: Page, { title }: Service): Promise<void> => {
    const heading = page.locator('#services').getByRole('heading', { name: title });
    const link = page.getByRole('link', { name: `${services.labels.discuss} ${title}` });
    if (!(await link.isVisible())) await heading.click();
    await link.click();
  };

  test('from a service, and from another one after it', async ({ page }) => {
    await open(page);
    for (const service of [firstService, lastService]) {
      const { id, message } = service;
      await discuss(page, service);
      await expect(page).toHaveURL(`/#contact?service=${id}`);
      await expect(formHeading(page)).toBeFocused();
      await expect(control(page, 'serviceType')).toHaveValue(id);
      await expect(control(page, 'interestedIn')).toHaveValue('consultation');
      await expect(control(page, 'message')).toHaveValue(message);
    }
  });

  test('from the same service again, after the form was emptied', async ({ page }) => {
    await open(page);
    await discuss(page, lastService);
    await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
    const message = await control(page, 'message').inputValue();
    await control(page, 'message').fill('');
    await control(page, 'serviceType').selectOption('');
    await discuss(page, lastService);
    await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
    await expect(control(page, 'message')).toHaveValue(message);
    await expect(formHeading(page)).toBeFocused();
  });

  test('after a message was sent, in a new form, below what became of the first', async ({
    page,
    site,
  }) => {
    await open(page);
    await discuss(page, lastService);
    await submit(page, { ...typed, firstName: 'First' });
    await expect(sent(page)).toBeFocused();
    await discuss(page, lastService);
    await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
    await expect(control(page, 'firstName')).toHaveValue('');
    await expect(formHeading(page)).toBeFocused();
    await expect(page.getByText(contact.form.success.heading, { exact: true })).toBeVisible();
    await submit(page, { ...typed, firstName: 'Second' });
    await expect(sent(page)).toBeFocused();
    const names = site.stored().slice(-2);
    expect(names.map(({ fields }) => fields.firstName)).toEqual(['First', 'Second']);
    await discuss(page, firstService);
    await expect(control(page, 'serviceType')).toHaveValue(firstService.id);
  });

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test(`brings the form into view and says so, on a screen of ${viewport.width} × ${viewport.height}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await open(page);
      await discuss(page, lastService);
      const topic = lastService.title;
      await expect(filledIn(page)).toHaveText(fill(contact.form.filledIn.withMessage, { topic }));
      await expect(formHeading(page)).toBeFocused();
      await expect(formHeading(page)).toBeInViewport({ ratio: 1 });
      await expect(filledIn(page)).toBeInViewport({ ratio: 1 });
      const header = await page.getByRole('banner').boundingBox();
      const form = await page.locator('#contact-form').boundingBox();
      expect(form?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
      expect(form?.y).toBeLessThan((header?.height ?? 0) + 160);
    });
  }

  test('leaves the visitor’s words to another service, and says so', async ({ page }) => {
    await open(page);
    await discuss(page, lastService);
    const { message, title } = lastService;
    await expect(control(page, 'message')).toHaveValue(message);
    await control(page, 'message').fill(`${message} And soon.`);
    await discuss(page, firstService);
    const other = firstService.title;
    await expect(filledIn(page)).toHaveText(fill(contact.form.filledIn.partly, { topic: other }));
    await expect(control(page, 'serviceType')).toHaveValue(firstService.id);
    await expect(control(page, 'message')).toHaveValue(`${message} And soon.`);
    await discuss(page, lastService);
    await expect(filledIn(page)).toHaveText(fill(contact.form.filledIn.partly, { topic: title }));
  });

  test('names what the message is about where the address names no service', async ({ page }) => {
    await open(page, '/#contact?inquiry=speaking');
    const topic = contact.form.inquiryTypes.speaking;
    await expect(filledIn(page)).toHaveText(fill(contact.form.filledIn.all, { topic }));
    await expect(formHeading(page)).toBeInViewport();
  });

  test('says nothing where nothing was filled in', async ({ page }) => {
    await open(page, '/#contact');
    await expect(page.locator('#contact')).toBeFocused();
    await expect(filledIn(page)).toBeEmpty();
  });

  test('what was sent stays acknowledged while the next message is written and refused', async ({
    page,
  }) => {
    await open(page);
    await submit(page);
    await expect(sent(page)).toBeFocused();
    await discuss(page, lastService);
    const hasText = fill(contact.form.success.answer, { email: typed.email });
    // Not the live region, which may still hold these words.
    const answer = page.locator('#contact').getByRole('paragraph').filter({ hasText });
    await expect(answer).toBeInViewport();
    await expect(filledIn(page)).toBeInViewport();
    await button(page).click();
    await expect(formError(page)).toHaveText(validationMessages.firstName);
    await expect(answer).toBeVisible();
  });

  test('never touches what was typed or chosen', async ({ page }) => {
    await open(page);
    await control(page, 'message').fill('My own words');
    await control(page, 'interestedIn').selectOption('speaking');
    await page.evaluate((id) => {
      location.hash = `#contact?service=${id}`;
    }, lastService.id);
    await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
    await expect(control(page, 'message')).toHaveValue('My own words');
    await expect(control(page, 'interestedIn')).toHaveValue('speaking');
  });

  test('a choice that agrees with one address stays at the next', async ({ page }) => {
    await open(page);
    await control(page, 'serviceType').selectOption(firstService.id);
    await discuss(page, firstService);
    await expect(control(page, 'message')).toHaveValue(firstService.message);
    await discuss(page, lastService);
    await expect(control(page, 'message')).toHaveValue(lastService.message);
    await expect(control(page, 'serviceType')).toHaveValue(firstService.id);
  });

  test('a choice that was changed, and changed back, is the visitor’s', async ({ page }) => {
    await open(page);
    await discuss(page, firstService);
    await control(page, 'serviceType').selectOption('other');
    await control(page, 'serviceType').selectOption(firstService.id);
    await discuss(page, lastService);
    await expect(control(page, 'message')).toHaveValue(lastService.message);
    await expect(control(page, 'serviceType')).toHaveValue(firstService.id);
  });

  test('what an address filled in gives way to the next but one, too', async ({ page }) => {
    await open(page, `/#contact?service=${firstService.id}`);
    await expect(control(page, 'message')).toHaveValue(firstService.message);
    for (const query of ['inquiry=pricing', `service=${lastService.id}`]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#contact?${query}`);
    }
    await expect(control(page, 'message')).toHaveValue(lastService.message);
    await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
  });

  test('ignores what it does not know', async ({ page }) => {
    await open(page, '/#contact?service=astrology&inquiry=<script>alert(1)</script>');
    expect(await valuesOf(page)).toEqual(defaults);
  });
});

test.describe('drafts', () => {
  const draft = (page: Page) => page.evaluate(() => sessionStorage.getItem('contact_draft'));

  test('survive a reload', async ({ page }) => {
    await open(page);
    await fillIn(page);
    await open(page);
    expect(await valuesOf(page)).toEqual(typed);
  });

  test('are gone once the message is sent', async ({ page }) => {
    await open(page);
    await submit(page);
    await expect(sent(page)).toBeVisible();
    expect(await draft(page)).toBeNull();
    await open(page);
    expect(await valuesOf(page)).toEqual(defaults);
  });

  test('survive a failed submission', async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED|contact_form: network/);
    await page.route('**/api/submit', (route) => route.abort());
    await open(page);
    await submit(page);
    await expect(formError(page)).toContainText(submissionMessages.network);
    await open(page);
    expect(await valuesOf(page)).toEqual(typed);
  });

  for (const rubbish of ['{', '"text"', '{"enquiry":7}', '[]']) {
    test(`that are rubbish are ignored: ${rubbish}`, async ({ page }) => {
      await page.addInitScript((value) => sessionStorage.setItem('contact_draft', value), rubbish);
      await open(page);
      expect(await valuesOf(page)).toEqual(defaults);
    });
  }

  test('storage that is forbidden costs nothing', async ({ page, site }) => {
    await page.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
      }
    });
    await open(page);
    await submit(page);
    await expect(sent(page)).toBeVisible();
    expect(site.stored().at(-1)?.fields).toEqual(typed);
  });

  test('what is typed before the scripts arrive is kept', async ({ page }) => {
    const release = await holdBack(page, '**/_astro/islands.*.js');
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await fillIn(page);
    release();
    await expect(page.locator('[component-export=ContactForm][ssr]')).toHaveCount(0);
    expect(await valuesOf(page)).toEqual(typed);
    expect(await draft(page)).toContain('Head of risk');
  });
});
