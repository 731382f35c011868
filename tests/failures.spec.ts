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
import { openWithStoppedClock } from './clock.ts';
import { fillIn, typed } from './contact-form.ts';
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

// What links do, and where that fails; the form's failures are in form.spec.ts.

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

const breakTabs = (page: Page) =>
  page.addInitScript(() => {
    const location = {
      replace() {
        throw new Error('refused');
      },
    };
    window.open = () => ({ close() {}, location }) as unknown as Window;
  });

const openBooking = async (page: Page, title: string, minutes: number): Promise<void> => {
  const name = fill(services.labels.book, { minutes: String(minutes) });
  await page.getByRole('heading', { name: title }).click();
  await page.locator('#services details[open]').getByRole('link', { name }).click();
};

test('scheduling opens the booking page in a tab that cannot reach back; beside the form, it hands over what was typed (behavior 3.4, 4.1, 9.2, 10.1)', async ({
  page,
  site: { url },
}) => {
  await open(page);
  await fillIn(page, { ...typed, company: 'Engines & Sons' });
  const read = (tab: Page) => tab.evaluate((key) => sessionStorage.getItem(key), draftKey);
  await expect.poll(() => read(page)).toContain(typed.email);
  const openFrom = async (place: string): Promise<Page> => {
    const opened = page.waitForEvent('popup');
    await scheduleIn(page.locator(place)).click();
    return opened;
  };
  const tab = await openFrom('#hero');
  await expect(tab).toHaveURL(`${url}/book`);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  expect(await read(tab)).toBeNull();
  expect(page.url()).toBe(`${url}/`);

  const withDraft = await openFrom('#contact');
  const { labels } = embedded.booking;
  for (const [label, value] of [
    [labels.name, 'Ada Byron'],
    [labels.email, typed.email],
    [labels.company, 'Engines & Sons'],
    [labels.message, typed.message],
  ] as const) {
    await expect(withDraft.getByLabel(label)).toHaveValue(value);
  }
});

test('a blocked booking tab is announced for 3 s, then opens in this one, unless that was dismissed (behavior 4.1, 8.1, 10.8)', async ({
  page,
  context,
  allowConsole,
  expectConsole,
}) => {
  expectConsole(popupBlockedByBrowser);
  allowConsole(frameInSandbox);
  await blockPopups(context);
  const clock = await openWithStoppedClock(page);
  const schedule = scheduleIn(page.locator('#hero'));
  const notice = notices(page, notificationMessages.schedulePopupBlocked);
  await schedule.click();
  await notice.getByRole('button', { name: notificationLabels.dismiss }).click();
  await clock.pass(10_000);
  // A page on its way here would take this link's place.
  await navigationLink(page.getByRole('banner'), firstSection).click();
  await expect(page).toHaveURL(`/#${firstSection}`);
  await schedule.click();
  await expect(notice).toHaveAttribute('data-kind', 'warning');
  await clock.pass(2999);
  await expect(notice).toBeVisible();
  await clock.pass(1);
  await expect(page).toHaveURL('/book');
});

test('any other failure of scheduling offers other ways, and the next one goes to the page in this tab (behavior 4.1, 6.1)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/scheduling: unexpected: refused/);
  await breakTabs(page);
  await open(page, '/terms');
  const [panel, labels] = [notices(page, failureMessages.scheduling), failureOptionLabels];
  await scheduleIn(page.getByRole('banner')).click();
  await expect(panel).toBeFocused();
  await expect(page).toHaveURL('/terms');

  await open(page);
  await scheduleIn(page.getByRole('banner')).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact-heading')).toBeInViewport();
  const texts = [labels.scheduleByEmail, labels.callToSchedule, labels.tryAgain];
  await expect(optionsOf(page, failureMessages.scheduling)).toHaveText(texts);
  await expectLink(panel, labels.callToSchedule, callHref);
  const draft = { to: identity.email, subject: emailSubjects.schedule };
  const email = (body: string) => mailtoUrl({ ...draft, body });
  await expectLink(panel, labels.scheduleByEmail, email(emailBodies.schedule));

  const { title, consultation } = lastService;
  await openBooking(page, title, consultation);
  const body = fill(emailBodies.scheduleService, { service: title });
  await expectLink(panel, labels.scheduleByEmail, email(body));
  await page.getByRole('button', { name: labels.tryAgain }).click();
  await expect(page).toHaveURL(bookingPath(consultation));
});

test('a click with Ctrl or Command is left to the browser (behavior 4.4)', async ({ page }) => {
  await breakTabs(page);
  await open(page);
  const opened = page.context().waitForEvent('page');
  await scheduleIn(page.locator('#hero')).click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/\/book$/);
});

test.describe('scheduling at another service', () => {
  test.use({ variant: 'hosted' });

  test('a consultation is booked on the page for its length, or on the only one there is (behavior 4.1)', async ({
    page,
  }) => {
    await open(page);
    for (const { title, consultation } of services.items) {
      const opened = page.waitForEvent('popup');
      await openBooking(page, title, consultation);
      const path = consultation === 60 ? '/robin/60min' : '/robin/30min';
      await expect(await opened).toHaveURL(`http://booking.test${path}`);
      await page.getByRole('heading', { name: title }).click();
    }
  });
});

test('a link to another site opens in a tab that cannot reach back, or in this one where that is blocked (behavior 4.4, 8.1)', async ({
  page,
  context,
  allowConsole,
  expectConsole,
}) => {
  expectConsole(popupBlockedByBrowser);
  allowConsole(frameInSandbox);
  // The sample’s own links may be gone: the page that is opened gets one of this test’s.
  const elsewhere = 'https://elsewhere.example/robin';
  const link = page.locator('footer a[data-action=external]').first();
  const follow = async (): Promise<void> => {
    await link.evaluate((element, href) => element.setAttribute('href', href), elsewhere);
    await link.click();
  };
  await context.route(elsewhere, (route) => route.fulfill({ body: '<p>Elsewhere</p>' }));
  await open(page);
  const opened = page.waitForEvent('popup');
  await follow();
  const tab = await opened;
  await expect(tab).toHaveURL(elsewhere);
  expect(await tab.evaluate(() => window.opener)).toBeNull();

  await blockPopups(context);
  const clock = await openWithStoppedClock(page);
  await follow();
  const notice = notices(page, notificationMessages.linkPopupBlocked);
  await expect(notice).toHaveAttribute('data-kind', 'warning');
  await clock.pass(2999);
  await expect(notice).toBeVisible();
  await clock.pass(1);
  await expect(page).toHaveURL(elsewhere);
});

test.describe('downloads', () => {
  const access = (page: Page) => page.getByRole('link', { name: resources.labels.access }).first();
  const [paper] = resources.catalogue;
  if (!paper) throw new Error('content/resources.ts has no resource');
  const file = `**${paper.path}`;
  const failure = (page: Page) => notices(page, failureMessages.resource_download);
  const loading = (page: Page) => notices(page, notificationMessages.downloadLoading);

  /** Answers in order, and repeats the last answer; `asked` has methods and ranges of the requests. */
  const answerPaper = async (page: Page) => {
    const asked: string[] = [];
    let answers: (number | 'lost')[] = [];
    await page.route(file, async (route) => {
      const { range } = route.request().headers();
      asked.push(route.request().method() + (range ? ` ${range}` : ''));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === 'lost') await route.abort('connectionreset');
      else await route.fulfill({ status: answer ?? 200, body: '%PDF' });
    });
    const set = (...next: typeof answers): void => {
      asked.length = 0;
      answers = next;
    };
    return { asked, set };
  };
  const [head, byte] = ['HEAD', 'GET bytes=0-0'];

  test('a paper is asked for with HEAD, or for one byte where a host refuses that, and saved under its name (behavior 4.3)', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/403/, /405/, /501/, /416/);
    const { asked, set } = await answerPaper(page);
    await open(page);
    for (const answers of [[200], [403, 200], [405, 206], [501, 416, 200]]) {
      set(...answers);
      const download = page.waitForEvent('download');
      await access(page).click();
      expect((await download).suggestedFilename()).toBe(paper.filename);
      expect(asked.filter((request) => request !== 'GET')).toEqual(
        [head, byte].slice(0, answers.length),
      );
      await expect(notices(page)).toHaveCount(0);
    }
  });

  test('a paper that is missing or refused is explained at once, with a retry that can work and other ways (behavior 4.3, 6.1)', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/, /403/, /resource_download: status 404/, /resource_download: status 403/);
    const { asked, set } = await answerPaper(page);
    await open(page);
    set(404, 200);
    await access(page).click();
    await expect(failure(page)).toBeFocused();
    const { tryAgain, requestByEmail, browseResources } = failureOptionLabels;
    const texts = [tryAgain, requestByEmail, browseResources];
    await expect(optionsOf(page, failureMessages.resource_download)).toHaveText(texts);
    const body = fill(emailBodies.resource, { title: paper.title });
    const email = { to: identity.email, subject: emailSubjects.resource, body };
    await expectLink(failure(page), requestByEmail, mailtoUrl(email));
    expect(asked).toEqual([head]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: tryAgain }).click();
    await download;
    await expect(notices(page)).toHaveCount(0);

    set(403);
    await access(page).click();
    await expect(failure(page)).toBeFocused();
    expect(asked).toEqual([head, byte]);
    await page.getByRole('link', { name: browseResources }).click();
    await expect(page).toHaveURL('/#resources');
    await expect(page.locator('#resources')).toBeFocused();
    await expect(notices(page)).toHaveCount(0);
  });

  test('a lost connection or a server error is tried three times more, 1 s apart, then explained, however often it is clicked (behavior 4.3, 8.1)', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/503/, /ERR_CONNECTION_RESET/, /resource_download: (?:status 503|network)/);
    const { asked, set } = await answerPaper(page);
    const clock = await openWithStoppedClock(page);
    let timers = 0;
    const retry = async (times: number): Promise<void> => {
      for (let request = 1; request <= times; request++) {
        await expect.poll(() => clock.timersOf(1000)).toBe(++timers);
        await access(page).click();
        await clock.pass(999);
        expect(asked).toHaveLength(request);
        await clock.pass(1);
      }
    };
    for (const answer of [503, 'lost'] as const) {
      set(answer);
      await access(page).click();
      await retry(3);
      await expect(failure(page)).toBeVisible();
      expect(asked).toEqual([head, head, head, head]);
      await page.getByRole('button', { name: notificationLabels.dismiss }).click();
    }
    set(503, 503, 200);
    const download = page.waitForEvent('download');
    await access(page).click();
    await retry(2);
    await download;
    await expect(notices(page)).toHaveCount(0);
  });

  test('what does not start within 150 ms says so until it does, and is given up after 15 s (behavior 4.3, 8.1)', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/resource_download: timeout/);
    const release = await holdBack(page, file);
    const clock = await openWithStoppedClock(page);
    await access(page).click();
    await clock.pass(149);
    await expect(notices(page)).toHaveCount(0);
    await clock.pass(1);
    await expect(loading(page)).toContainText(paper.title);
    await clock.pass(14_849);
    await expect(loading(page)).toBeVisible();
    await clock.pass(1);
    await expect(failure(page)).toBeFocused();
    await expect(loading(page)).toHaveCount(0);

    await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await clock.pass(200);
    await expect(loading(page)).toBeVisible();
    const download = page.waitForEvent('download');
    release();
    await download;
    await expect(notices(page)).toHaveCount(0);
  });

  test('the résumé is looked after like the papers, wherever it is asked for (behavior 4.3)', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/, /resource_download: status 404/);
    await open(page);
    for (const place of ['#expertise', 'footer']) {
      const download = page.waitForEvent('download');
      await page.locator(`${place} a[href="${site.resumeFile}"]`).click();
      expect((await download).suggestedFilename()).toBe(site.resumeFile.split('/').at(-1));
    }
    await page.route(`**${site.resumeFile}`, (route) => route.fulfill({ status: 404 }));
    await open(page, '/terms');
    await page.locator(`footer a[href="${site.resumeFile}"]`).click();
    await page.getByRole('link', { name: failureOptionLabels.browseResources }).click();
    await expect(page).toHaveURL('/#resources');
  });
});

test.describe('mail and phone', () => {
  const sendEmail = (page: Page) =>
    page.locator('#contact').getByRole('link', { name: contact.actions.email.label });
  const startCall = (page: Page) =>
    page.locator('#contact').getByRole('link', { name: contact.actions.call.label }).first();

  test('they hand over to the programs for them (behavior 4.5)', async ({ page }) => {
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
    expect(await page.evaluate('opened')).toEqual([emailHref, callHref]);
  });

  test('without a program, address and number are copied, or stay on the screen to be copied by hand (behavior 4.5, 5.1, 8.1, 10.14)', async ({
    page,
    context,
    expectConsole,
  }) => {
    expectConsole(/email: unexpected: forbidden/, /call: unexpected: forbidden/);
    await page.addInitScript(() => {
      window.open = () => {
        throw new Error('forbidden');
      };
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const clock = await openWithStoppedClock(page);
    const messages = notificationMessages;
    await sendEmail(page).click();
    const copied = notices(page, messages.emailCopied);
    await expect(copied).toHaveAttribute('data-kind', 'success');
    expect(await clipboard()).toBe(identity.email);
    await clock.pass(1999);
    await expect(copied).toBeVisible();
    await clock.pass(1);
    await expect(copied).toHaveCount(0);
    const unavailable = notices(page, messages.emailUnavailable);
    await expect(unavailable).toHaveAttribute('data-kind', 'warning');
    await clock.pass(3000);
    await expect(unavailable).toHaveCount(0);

    const number = formatPhone(identity.phone);
    await startCall(page).click();
    await expect(notices(page, fill(messages.callUnavailable, { number }))).toBeVisible();
    await expect(notices(page, messages.phoneCopied)).toBeVisible();
    expect(await clipboard()).toBe(number);

    // Without any failure.
    await page.getByRole('button', { name: contact.details.copyEmail }).click();
    await expect(copied).toBeVisible();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await sendEmail(page).click();
    await clock.pass(60_000);
    const byHand = fill(messages.copyRefused, { text: identity.email });
    await expect(notices(page, byHand)).toBeVisible();
  });
});

test('an uncaught error is shown, a rejection is not, and neither is reported to anyone or kept (behavior 6.2, 6.4, 7.1)', async ({
  page,
  expectConsole,
  site: { url },
}) => {
  expectConsole(/thrown by the test/);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) elsewhere.push(request.url());
  });
  await open(page);
  await (await missingResource(page)).click();
  const isSilent = await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('unhandledrejection', (event) => resolve(event.defaultPrevented));
        void Promise.reject(new Error('rejected by the test'));
      }),
  );
  expect(isSilent).toBe(true);
  await expect(notices(page)).toHaveCount(1);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown by the test');
    });
  });
  await expect(notices(page, failureMessages.script)).toHaveAttribute('data-kind', 'error');
  expect(elsewhere).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
});
