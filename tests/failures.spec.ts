import type { BrowserContext } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import {
  emailBodies,
  emailSubjects,
  failureMessages,
  failureOptionLabels,
  notificationLabels,
  notificationMessages,
} from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { fill } from '#content/schema/fill.ts';
import { formatPhone } from '#content/schema/phone.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { draftKey } from '#src/actions/stored-draft.ts';
import { mailtoUrl } from '#src/links.ts';
import { openWithStoppedClock, type StoppedClock } from './clock.ts';
import { control } from './contact-form.ts';
import {
  callHref,
  emailHref,
  expect,
  expectLink,
  firstSection,
  holdBack,
  lastService,
  missingResource,
  navigationLink,
  notices,
  open,
  type Page,
  scheduleIn,
  test,
} from './fixtures.ts';

// Behavior 4, 6, row by row; the contact form's rows are in form.spec.ts.

const optionsOf = (page: Page, text: string) =>
  notices(page, text).getByRole('list').getByRole('listitem');

/** Refuses new tabs as a browser does: behavior 10.8. */
const blockPopups = (context: BrowserContext) =>
  context.route('**/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: {
        ...response.headers(),
        'content-security-policy':
          'sandbox allow-scripts allow-same-origin allow-forms allow-top-navigation',
      },
    });
  });

const popupBlockedByBrowser = /Blocked opening 'about:blank' in a new window/;
const frameInSandbox = /can escape its sandboxing/;

const breakWindowOpen = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => {
      throw new Error('forbidden');
    };
  });

const breakTabs = (page: Page) =>
  page.addInitScript(() => {
    window.open = () =>
      ({
        close() {},
        location: {
          replace() {
            throw new Error('refused');
          },
        },
      }) as unknown as Window;
  });

const scheduleInHero = (page: Page) => scheduleIn(page.locator('#hero'));

test.describe('scheduling', () => {
  test('scheduling opens the booking page in a new tab that cannot reach back', async ({
    page,
    site,
  }) => {
    await open(page);
    const opened = page.waitForEvent('popup');
    await scheduleInHero(page).click();
    const tab = await opened;
    await expect(tab).toHaveURL(`${site.url}/book`);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(page.url()).toBe(`${site.url}/`);
  });

  test('beside the form, scheduling hands over what the visitor has typed', async ({ page }) => {
    await open(page);
    await page.getByLabel(contact.form.labels.firstName).fill('Ada');
    await page.getByLabel(contact.form.labels.email).fill('ada@example.com');
    await page.getByLabel(contact.form.labels.company).fill('Engines & Sons');
    await page.getByLabel(contact.form.labels.message, { exact: true }).fill('Two\nlines');
    const opened = page.waitForEvent('popup');
    await scheduleIn(page.locator('#contact')).click();
    const tab = await opened;
    await expect(tab.getByLabel(embedded.booking.labels.name, { exact: true })).toHaveValue('Ada');
    await expect(tab.getByLabel(embedded.booking.labels.email)).toHaveValue('ada@example.com');
    await expect(tab.getByLabel(embedded.booking.labels.company)).toHaveValue('Engines & Sons');
    await expect(tab.getByLabel(embedded.booking.labels.message)).toHaveValue('Two\nlines');
  });

  test('a tab that the site opens gets no copy of the draft', async ({ page }) => {
    await open(page);
    await control(page, 'message').fill('Half a message');
    const read = (tab: Page) => tab.evaluate((key) => sessionStorage.getItem(key), draftKey);
    await expect.poll(() => read(page)).toContain('Half a message');
    const opened = page.waitForEvent('popup');
    await scheduleInHero(page).click();
    const tab = await opened;
    await expect(tab).toHaveURL(/\/book$/);
    expect(await read(tab)).toBeNull();
    expect(await read(page)).toContain('Half a message');
  });

  test('a blocked booking tab is explained for 3 s, then opens in this tab', async ({
    page,
    context,
    allowConsole,
    expectConsole,
    site,
  }) => {
    expectConsole(popupBlockedByBrowser);
    allowConsole(frameInSandbox);
    await blockPopups(context);
    const clock = await openWithStoppedClock(page);
    await scheduleInHero(page).click();
    const text = notificationMessages.schedulePopupBlocked;
    await expect(notices(page, text)).toHaveAttribute('data-kind', 'warning');
    await clock.pass(2999);
    await expect(notices(page, text)).toBeVisible();
    expect(page.url()).toBe(`${site.url}/`);
    await clock.pass(1);
    await expect(page).toHaveURL('/book');
  });

  test('dismissing that notice keeps this page', async ({
    page,
    context,
    expectConsole,
    allowConsole,
  }) => {
    expectConsole(popupBlockedByBrowser);
    allowConsole(frameInSandbox);
    await blockPopups(context);
    const clock = await openWithStoppedClock(page);
    await scheduleInHero(page).click();
    await notices(page, notificationMessages.schedulePopupBlocked)
      .getByRole('button', { name: notificationLabels.dismiss })
      .click();
    await clock.pass(10_000);
    // A page on its way here would take this link's place.
    await navigationLink(page.getByRole('banner'), firstSection).click();
    await expect(page).toHaveURL(`/#${firstSection}`);
  });

  test('any other failure of scheduling offers other ways, and a retry that ends on the booking page', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/scheduling: unexpected: refused/);
    await breakTabs(page);
    await open(page);
    await scheduleInHero(page).click();
    const text = failureMessages.scheduling;
    await expect(notices(page, text)).toHaveAttribute('data-kind', 'error');
    await expect(notices(page, text)).toBeFocused();
    await expect(optionsOf(page, text)).toHaveText([
      failureOptionLabels.scheduleByEmail,
      failureOptionLabels.callToSchedule,
      failureOptionLabels.tryAgain,
    ]);
    await expectLink(
      page,
      failureOptionLabels.scheduleByEmail,
      mailtoUrl({
        to: identity.email,
        subject: emailSubjects.schedule,
        body: emailBodies.schedule,
      }),
    );
    await expectLink(page, failureOptionLabels.callToSchedule, callHref);
    await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await expect(page).toHaveURL('/book');
  });

  test('scheduling about a service names it in the email that is offered', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/scheduling: unexpected/);
    await breakTabs(page);
    await open(page);
    const { title, consultation } = lastService;
    await page.getByRole('heading', { name: title }).click();
    const name = fill(services.labels.book, { minutes: String(consultation) });
    await page.locator('#services details[open]').getByRole('link', { name }).click();
    await expectLink(
      page,
      failureOptionLabels.scheduleByEmail,
      mailtoUrl({
        to: identity.email,
        subject: emailSubjects.schedule,
        body: fill(emailBodies.scheduleService, { service: title }),
      }),
    );
    await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await expect(page).toHaveURL(bookingPath(consultation));
  });

  test('scheduling in the header falls back to the contact section', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/scheduling: unexpected/);
    await breakTabs(page);
    await open(page);
    await scheduleIn(page.getByRole('banner')).click();
    await expect(page).toHaveURL('/#contact');
    await expect(page.locator('#contact-heading')).toBeInViewport();
  });

  test('scheduling in the header of another page stays there, and offers other ways', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/scheduling: unexpected/);
    await breakTabs(page);
    await open(page, '/terms');
    await scheduleIn(page.getByRole('banner')).click();
    await expect(
      page.getByRole('link', { name: failureOptionLabels.scheduleByEmail }),
    ).toBeVisible();
    await expect(page).toHaveURL('/terms');
  });

  test('a click with Ctrl or Command is left to the browser', async ({ page }) => {
    await breakTabs(page);
    await open(page);
    const opened = page.context().waitForEvent('page');
    await scheduleInHero(page).click({ modifiers: ['ControlOrMeta'] });
    await expect(await opened).toHaveURL(/\/book(\?|$)/);
  });
});

test.describe('scheduling at another service', () => {
  test.use({ variant: 'hosted' });

  test('a consultation is booked on the page for its length, or on the only one there is', async ({
    page,
  }) => {
    await open(page);
    for (const [index, { title, consultation }] of services.items.entries()) {
      await page.getByRole('heading', { name: title }).click();
      const details = page.locator('#services details').nth(index);
      const opened = page.waitForEvent('popup');
      const name = fill(services.labels.book, { minutes: String(consultation) });
      await details.getByRole('link', { name }).click();
      const path = consultation === 60 ? '/robin/60min' : '/robin/30min';
      await expect(await opened).toHaveURL(`http://booking.test${path}`);
    }
  });
});

test.describe('links to other sites', () => {
  // The sample’s own links may be gone: the page that is opened gets one of this test’s.
  const elsewhere = 'https://elsewhere.example/robin';
  const link = (page: Page) => page.locator('footer a[data-action=external]').first();
  const aimElsewhere = (page: Page) =>
    link(page).evaluate((element, href) => element.setAttribute('href', href), elsewhere);

  test('a link to another site opens in a new tab that cannot reach back', async ({
    page,
    context,
  }) => {
    await context.route('https://elsewhere.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' }),
    );
    await open(page);
    await aimElsewhere(page);
    const opened = page.waitForEvent('popup');
    await link(page).click();
    const tab = await opened;
    await expect(tab).toHaveURL(elsewhere);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  });

  test('a blocked link to another site is explained, then opens in this tab', async ({
    page,
    context,
    allowConsole,
    expectConsole,
  }) => {
    expectConsole(popupBlockedByBrowser);
    allowConsole(frameInSandbox);
    await context.route('https://elsewhere.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' }),
    );
    await blockPopups(context);
    const clock = await openWithStoppedClock(page);
    await aimElsewhere(page);
    await link(page).click();
    const text = notificationMessages.linkPopupBlocked;
    await expect(notices(page, text)).toHaveAttribute('data-kind', 'warning');
    await clock.pass(2999);
    await expect(notices(page, text)).toBeVisible();
    await clock.pass(1);
    await expect(page).toHaveURL(elsewhere);
  });
});

test.describe('resources', () => {
  const access = (page: Page) => page.getByRole('link', { name: resources.labels.access }).first();
  const [paper] = resources.catalogue;
  if (!paper) throw new Error('content/resources.ts has no resource');
  const file = `**${paper.path}`;
  const unavailable = failureMessages.resource_download;

  /** Answers in order, repeating the last answer; returns the methods and ranges of the requests. */
  const answerPaper = async (page: Page, ...answers: (number | 'lost')[]): Promise<string[]> => {
    const asked: string[] = [];
    await page.route(file, async (route) => {
      const { range } = route.request().headers();
      asked.push(route.request().method() + (range ? ` ${range}` : ''));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === 'lost') await route.abort('connectionreset');
      else {
        await route.fulfill({
          status: answer ?? 200,
          contentType: 'application/pdf',
          body: '%PDF',
        });
      }
    });
    return asked;
  };

  test('a paper is saved under its own name', async ({ page }) => {
    const asked = await answerPaper(page, 200);
    await open(page);
    const download = page.waitForEvent('download');
    await access(page).click();
    expect((await download).suggestedFilename()).toBe(paper.filename);
    expect(asked[0]).toBe('HEAD');
  });

  test('a resource that the catalogue lacks is reported as not found', async ({ page }) => {
    const clock = await openWithStoppedClock(page);
    await (await missingResource(page)).click();
    const text = failureMessages.notFound;
    await expect(notices(page, text)).toHaveAttribute('data-kind', 'error');
    await clock.pass(4999);
    await expect(notices(page, text)).toBeVisible();
    await clock.pass(1);
    await expect(notices(page, text)).toHaveCount(0);
  });

  test('a paper that is missing is explained at once, with a retry that can work', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/, /resource_download: status 404/);
    const asked = await answerPaper(page, 404, 200);
    await open(page);
    await access(page).click();
    await expect(notices(page, unavailable)).toBeFocused();
    await expect(optionsOf(page, unavailable)).toHaveText([
      failureOptionLabels.tryAgain,
      failureOptionLabels.requestByEmail,
      failureOptionLabels.browseResources,
    ]);
    await expectLink(
      page,
      failureOptionLabels.requestByEmail,
      mailtoUrl({
        to: identity.email,
        subject: emailSubjects.resource,
        body: fill(emailBodies.resource, { title: paper.title }),
      }),
    );
    expect(asked).toEqual(['HEAD']);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await download;
    await expect(notices(page, unavailable)).toHaveCount(0);
  });

  for (const [refused, given] of [
    [403, 200],
    [405, 206],
    [501, 416],
  ] as const) {
    test(`a host that answers HEAD with ${refused} is asked for one byte; ${given} means that the paper is there`, async ({
      page,
      expectConsole,
    }) => {
      expectConsole(
        ...[refused, given].filter((status) => status >= 400).map((status) => RegExp(`${status}`)),
      );
      const asked = await answerPaper(page, refused, given, 200);
      await open(page);
      const download = page.waitForEvent('download');
      await access(page).click();
      expect((await download).suggestedFilename()).toBe(paper.filename);
      expect(asked.slice(0, 2)).toEqual(['HEAD', 'GET bytes=0-0']);
      await expect(notices(page, unavailable)).toHaveCount(0);
    });
  }

  test('a paper that is refused to GET as well is explained at once', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/403/, /resource_download: status 403/);
    const asked = await answerPaper(page, 403);
    await open(page);
    await access(page).click();
    await expect(notices(page, unavailable)).toBeFocused();
    expect(asked).toEqual(['HEAD', 'GET bytes=0-0']);
  });

  test('the alternative to a failed download leads back to the resources', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/, /resource_download/);
    await answerPaper(page, 404);
    await open(page);
    await access(page).click();
    await page.getByRole('link', { name: failureOptionLabels.browseResources }).click();
    await expect(page).toHaveURL('/#resources');
    await expect(page.locator('#resources')).toBeFocused();
    await expect(notices(page, unavailable)).toHaveCount(0);
  });

  for (const [name, answer, message] of [
    ['a server error', 503, /status 503|503/],
    ['a lost connection', 'lost', /network|ERR_CONNECTION_RESET/],
  ] as const) {
    const retry = async (page: Page, clock: StoppedClock, asked: string[]): Promise<void> => {
      await access(page).click();
      for (let request = 1; request <= 3; request++) {
        await expect.poll(() => clock.timersOf(1000)).toBe(request);
        await clock.pass(999);
        expect(asked).toHaveLength(request);
        await clock.pass(1);
      }
    };

    test(`${name} is retried three times, a second apart, and then explained`, async ({
      page,
      expectConsole,
    }) => {
      expectConsole(message, /resource_download/);
      const asked = await answerPaper(page, answer);
      const clock = await openWithStoppedClock(page);
      await retry(page, clock, asked);
      await expect(notices(page, unavailable)).toBeVisible();
      expect(asked).toEqual(['HEAD', 'HEAD', 'HEAD', 'HEAD']);
    });
  }

  for (const [what, answer, expected] of [
    ['until the browser takes over', 200, []],
    ['until it is explained', 404, [/404/, /resource_download: status 404/]],
  ] as const) {
    test(`what does not start at once says within 200 ms that it is under way, ${what}`, async ({
      page,
      expectConsole,
    }) => {
      expectConsole(...expected);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(file, async (route) => {
        await released;
        await route.fulfill({ status: answer, contentType: 'application/pdf', body: '%PDF' });
      });
      const clock = await openWithStoppedClock(page);
      await access(page).click();
      const waiting = notices(page, notificationMessages.downloadLoading);
      await clock.pass(200);
      await expect(waiting).toContainText(paper.title);
      await clock.pass(10_000);
      await expect(waiting).toBeVisible();
      const download = answer === 200 ? page.waitForEvent('download') : null;
      release();
      await download;
      await expect(waiting).toHaveCount(0);
      await expect(notices(page, unavailable)).toHaveCount(answer === 200 ? 0 : 1);
    });
  }

  test('a server that does not answer for 15 s is given up', async ({ page, expectConsole }) => {
    expectConsole(/resource_download: timeout/);
    await holdBack(page, file);
    const clock = await openWithStoppedClock(page);
    await access(page).click();
    await clock.pass(14_999);
    await expect(notices(page, notificationMessages.downloadLoading)).toBeVisible();
    await clock.pass(1);
    await expect(notices(page, unavailable)).toBeFocused();
    await expect(notices(page, notificationMessages.downloadLoading)).toHaveCount(0);
  });

  for (const [path, place] of [
    ['/', '#expertise'],
    ['/', 'footer'],
    ['/terms', 'footer'],
  ] as const) {
    test(`the résumé is looked after like the papers: in ${place} of ${path}`, async ({
      page,
      expectConsole,
    }) => {
      expectConsole(/503/, /resource_download: status 404/, /404/);
      const asked: string[] = [];
      await page.route(`**${site.resumeFile}`, async (route) => {
        const status = asked.push(route.request().method()) === 1 ? 503 : 404;
        await (asked.length < 3 ? route.fulfill({ status }) : route.continue());
      });
      const clock = await openWithStoppedClock(page, path);
      await page.locator(`${place} a[href="${site.resumeFile}"]`).click();
      await expect.poll(() => clock.timersOf(1000)).toBe(1);
      await clock.pass(200);
      await expect(notices(page, notificationMessages.downloadLoading)).toBeVisible();
      await clock.pass(800);
      await expect(notices(page, unavailable)).toBeFocused();
      expect(asked).toEqual(['HEAD', 'HEAD']);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
      expect((await download).suggestedFilename()).toBe(site.resumeFile.split('/').at(-1));
      await expect(notices(page)).toHaveCount(0);
    });
  }

  test('on another page the alternative leads to the resources of the home page', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/, /resource_download/);
    await page.route(`**${site.resumeFile}`, (route) => route.fulfill({ status: 404 }));
    await open(page, '/terms');
    await page.locator(`footer a[href="${site.resumeFile}"]`).click();
    await page.getByRole('link', { name: failureOptionLabels.browseResources }).click();
    await expect(page).toHaveURL('/#resources');
  });

  test('a download that succeeds on a retry shows no notification', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/503/);
    const asked = await answerPaper(page, 503, 503, 200);
    const clock = await openWithStoppedClock(page);
    const download = page.waitForEvent('download');
    await access(page).click();
    await access(page).click();
    for (let request = 1; request <= 2; request++) {
      await expect.poll(() => clock.timersOf(1000)).toBe(request);
      expect(asked).toHaveLength(request);
      await clock.pass(1000);
    }
    await download;
    await expect(notices(page, unavailable)).toHaveCount(0);
  });
});

test.describe('contact channels', () => {
  const sendEmail = (page: Page) =>
    page.locator('#contact').getByRole('link', { name: contact.actions.email.label });
  const startCall = (page: Page) =>
    page.locator('#contact').getByRole('link', { name: contact.actions.call.label }).first();

  const grantClipboard = (context: BrowserContext) =>
    context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
  const refuseClipboard = (page: Page) =>
    page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });

  test('the contact channels hand over to the mail and phone programs', async ({ page }) => {
    await page.addInitScript(() => {
      const opened: string[] = [];
      Object.assign(window, { opened });
      window.open = (url) => {
        opened.push(String(url));
        return null;
      };
    });
    await open(page);
    await sendEmail(page).click();
    await startCall(page).click();
    expect(await page.evaluate(() => (window as unknown as { opened: string[] }).opened)).toEqual([
      emailHref,
      callHref,
    ]);
  });

  test('without a mail program the address is copied, and the notification says both', async ({
    page,
    context,
    expectConsole,
  }) => {
    expectConsole(/email: unexpected: forbidden/);
    await breakWindowOpen(page);
    await grantClipboard(context);
    const clock = await openWithStoppedClock(page);
    await sendEmail(page).click();
    const text = notificationMessages.emailUnavailable;
    await expect(notices(page, text)).toHaveAttribute('data-kind', 'warning');
    const copied = notices(page, notificationMessages.emailCopied);
    await expect(copied).toHaveAttribute('data-kind', 'success');
    expect(await clipboard(page)).toBe(identity.email);
    await clock.pass(1999);
    await expect(copied).toBeVisible();
    await clock.pass(1);
    await expect(copied).toHaveCount(0);
    await expect(notices(page, text)).toBeVisible();
    await clock.pass(3000);
    await expect(notices(page, text)).toHaveCount(0);
  });

  test('without a phone the number is shown and copied', async ({
    page,
    context,
    expectConsole,
  }) => {
    expectConsole(/call: unexpected: forbidden/);
    await breakWindowOpen(page);
    await grantClipboard(context);
    await open(page);
    await startCall(page).click();
    await expect(
      notices(
        page,
        fill(notificationMessages.callUnavailable, { number: formatPhone(identity.phone) }),
      ),
    ).toBeVisible();
    await expect(notices(page, notificationMessages.phoneCopied)).toBeVisible();
    expect(await clipboard(page)).toBe(formatPhone(identity.phone));
  });

  test('when the clipboard refuses too, what to copy stays on the screen', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/email: unexpected/);
    await breakWindowOpen(page);
    await refuseClipboard(page);
    const clock = await openWithStoppedClock(page);
    await sendEmail(page).click();
    await clock.pass(60_000);
    await expect(
      notices(page, fill(notificationMessages.copyRefused, { text: identity.email })),
    ).toBeVisible();
  });

  test('the address can be copied without any failure', async ({ page, context }) => {
    await grantClipboard(context);
    await open(page);
    await page.getByRole('button', { name: contact.details.copyEmail }).click();
    await expect(notices(page, notificationMessages.emailCopied)).toBeVisible();
    expect(await clipboard(page)).toBe(identity.email);
  });
});

test.describe('global handlers', () => {
  const throwInPage = (page: Page, message: string) =>
    page.evaluate((text) => {
      setTimeout(() => {
        throw new Error(text);
      });
    }, message);
  const unexpected = failureMessages.script;

  test('an uncaught script error is shown', async ({ page, expectConsole }) => {
    expectConsole(/thrown by the test/);
    await open(page);
    await throwInPage(page, 'thrown by the test');
    await expect(notices(page, unexpected)).toHaveAttribute('data-kind', 'error');
  });

  for (const message of [
    'Script error',
    'Non-Error promise rejection captured',
    'ResizeObserver loop limit exceeded',
  ]) {
    test(`a harmless script error is not shown: ${message}`, async ({ page, expectConsole }) => {
      expectConsole(new RegExp(message));
      await open(page);
      await throwInPage(page, `${message}.`);
      // By the second error the first was handled.
      expectConsole(/thrown by the test/);
      await throwInPage(page, 'thrown by the test');
      await expect(notices(page, unexpected)).toHaveCount(1);
    });
  }

  test('a rejection that nobody handles stays silent, on the console too', async ({ page }) => {
    await open(page);
    const handled = await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener('unhandledrejection', (event) => resolve(event.defaultPrevented));
          void Promise.reject(new Error('thrown by the test'));
        }),
    );
    expect(handled).toBe(true);
    await expect(notices(page)).toHaveCount(0);
  });

  for (const path of ['/', '/terms']) {
    test(`being offline is shown until it is over, on ${path}`, async ({ page, context }) => {
      const clock = await openWithStoppedClock(page, path);
      await context.setOffline(true);
      const offline = notificationMessages.offline;
      await expect(notices(page, offline)).toHaveAttribute('data-kind', 'warning');
      await clock.pass(600_000);
      await expect(notices(page, offline)).toBeVisible();
      await context.setOffline(false);
      const online = notificationMessages.online;
      await expect(notices(page, online)).toHaveAttribute('data-kind', 'success');
      await expect(notices(page, offline)).toHaveCount(0);
      await clock.pass(2999);
      await expect(notices(page, online)).toBeVisible();
      await clock.pass(1);
      await expect(notices(page, online)).toHaveCount(0);
    });
  }
});

test('no failure is reported to anyone, or kept', async ({ page, expectConsole }) => {
  expectConsole(/thrown by the test/);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') elsewhere.push(request.url());
  });
  await open(page);
  await (await missingResource(page)).click();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown by the test');
    });
  });
  await expect(notices(page, failureMessages.script)).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
});
