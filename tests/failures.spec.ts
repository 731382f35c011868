import { basename } from 'node:path';
import { contact } from '#content/contact.ts';
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
import { site } from '#content/site.ts';
import { fill } from '#model/fill.ts';
import { formatPhone } from '#model/phone.ts';
import { bookingPath } from '#model/vocabulary.ts';
import { draftKey } from '#src/actions/stored-draft.ts';
import { bookingUrlWith, mailtoUrl } from '#src/links.ts';
import { openWithStoppedClock } from './clock.ts';
import { fillIn, typed } from './contact-form.ts';
import {
  callHref,
  callName,
  emailHref,
  expect,
  expectLink,
  firstSection,
  holdBack,
  type Locator,
  lastService,
  navigationLink,
  notices,
  open,
  type Page,
  scheduleIn,
  test,
} from './fixtures.ts';

// Links and their failures; the form's failures are in form.spec.ts.

// The owner may have removed the sample’s links, so the tests change a link of the page.
const elsewhere = 'https://elsewhere.example/robin';
const linkElsewhere = async (page: Page) => {
  const link = page.locator('footer a[data-action=external]').first();
  await link.evaluate((element, href) => element.setAttribute('href', href), elsewhere);
  return link;
};
test.beforeEach(({ context }) =>
  context.route(elsewhere, (route) => route.fulfill({ body: '<p>Elsewhere</p>' })),
);

test('the booking page and other sites open in tabs without access to the site; the booking link beside the form passes on what was typed; a tab that a blocker closes at once counts as blocked (behavior 3.4, 4.1, 4.4, 9.2, 10.1)', async ({
  page,
  site: { url },
}) => {
  await open(page);
  await fillIn(page, { ...typed, company: 'Engines & Sons' });
  const read = (tab: Page) => tab.evaluate((key) => sessionStorage.getItem(key), draftKey);
  await expect.poll(() => read(page)).toContain(typed.email);
  const openFrom = async (link: Locator): Promise<Page> => {
    const opened = page.waitForEvent('popup');
    await link.click();
    return opened;
  };
  for (const [link, address] of [
    [scheduleIn(page.locator('#hero')), `${url}/book`],
    [await linkElsewhere(page), elsewhere],
  ] as const) {
    const tab = await openFrom(link);
    await expect(tab).toHaveURL(address);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(await read(tab)).toBeNull();
    expect(page.url()).toBe(`${url}/`);
  }

  const withDraft = await openFrom(scheduleIn(page.locator('#contact')));
  const { email, message } = typed;
  const prefill = { name: 'Ada Byron', email, company: 'Engines & Sons', message };
  await expect(withDraft).toHaveURL(bookingUrlWith('/book', prefill, url));

  await page.bringToFront();
  await page.evaluate(() => {
    window.open = () => ({ closed: true, location: { replace() {} } }) as unknown as Window;
  });
  await scheduleIn(page.locator('#hero')).click();
  await expect(notices(page, notificationMessages.schedulePopupBlocked)).toBeVisible();
});

test('a failed booking link offers other ways to book, a retry opens the booking page in this tab, and Ctrl+click is left to the browser (behavior 4.1, 4.4, 6.1)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/scheduling: unexpected: refused/);
  await page.addInitScript(() => {
    const replace = () => {
      throw new Error('refused');
    };
    window.open = () => ({ close() {}, location: { replace } }) as unknown as Window;
  });
  const [panel, labels] = [notices(page, failureMessages.scheduling), failureOptionLabels];
  const expectEmail = (body: string): Promise<void> => {
    const draft = { to: identity.email, subject: emailSubjects.schedule, body };
    return expectLink(panel, labels.scheduleByEmail, mailtoUrl(draft));
  };
  for (const [path, place] of [
    ['/terms', '/terms'],
    ['/', '/#contact'],
  ] as const) {
    await open(page, path);
    await scheduleIn(page.getByRole('banner')).click();
    await expect(panel).toBeVisible();
    await expect(page).toHaveURL(place);
    if (path === '/terms') await expect(panel).toBeFocused();
  }
  await expect(page.locator('#contact-heading')).toBeInViewport();
  await expectEmail(emailBodies.schedule);
  // A visitor without a mail program still has the other ways.
  await panel.getByRole('link', { name: labels.scheduleByEmail }).click();
  await expectLink(panel, labels.callToSchedule, callHref);

  const { title, consultation } = lastService;
  const opened = page.context().waitForEvent('page');
  await scheduleIn(page.locator('#hero')).click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/\/book$/);
  await page.bringToFront();
  const card = page.locator('#services details', { hasText: title });
  await card.locator('summary').click();
  await card.locator('[data-action=schedule]').click();
  await expectEmail(fill(emailBodies.scheduleService, { service: title }));
  await panel.getByRole('button', { name: labels.tryAgain }).click();
  await expect(page).toHaveURL(bookingPath(consultation));
});

test('a blocked tab is announced for 3 s, then its page opens in this tab, unless the notice was dismissed (behavior 4.1, 4.4, 8.1, 10.8)', async ({
  page,
  context,
  allowConsole,
  expectConsole,
}) => {
  expectConsole(/Blocked opening 'about:blank' in a new window/);
  allowConsole(/can escape its sandboxing/);
  // Refuses new tabs as a browser does: behavior 10.8.
  await context.route('**/', async (route) => {
    const response = await route.fetch();
    const policy = 'sandbox allow-scripts allow-same-origin allow-forms allow-top-navigation';
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, headers });
  });
  const clock = await openWithStoppedClock(page);
  const link = await linkElsewhere(page);
  const notice = notices(page, notificationMessages.linkPopupBlocked);
  await link.click();
  await notice.getByRole('button', { name: notificationLabels.dismiss }).press('Enter');
  await clock.pass(10_000);
  // If the page still opened in this tab, it would replace this section.
  await navigationLink(page.getByRole('banner'), firstSection).click();
  await expect(page).toHaveURL(`/#${firstSection}`);
  await link.click();
  await expect(notice).toHaveAttribute('data-kind', 'warning');
  await clock.pass(2999);
  await expect(notice).toBeVisible();
  await clock.pass(1);
  await expect(page).toHaveURL(elsewhere);
});

const access = (page: Page) => page.getByRole('link', { name: resources.labels.access }).first();
const [paper] = resources.catalogue;
if (!paper) throw new Error('content/resources.yaml has no resource');
const file = `**${paper.path}`;
const failure = (page: Page) => notices(page, failureMessages.resource_download);
const { tryAgain, requestByEmail, browseResources } = failureOptionLabels;

/** Answers in order, and repeats the last answer; `asked` has methods and ranges of the requests. */
const answerPaper = async (page: Page) => {
  const asked: string[] = [];
  let answers: (number | 'lost' | 'page')[] = [];
  await page.route(file, async (route) => {
    const { range } = route.request().headers();
    asked.push(route.request().method() + (range ? ` ${range}` : ''));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'lost') await route.abort('connectionreset');
    else if (answer === 'page') await route.fulfill({ contentType: 'text/html', body: '<p>' });
    else await route.fulfill({ status: answer ?? 200, body: '%PDF' });
  });
  const set = (...next: typeof answers): void => {
    asked.length = 0;
    answers = next;
  };
  return { asked, set };
};
const [head, byte] = ['HEAD', 'GET bytes=0-0'];

const expectDownload = async (page: Page, from: Locator, filename: string): Promise<void> => {
  const download = page.waitForEvent('download');
  await from.click();
  expect((await download).suggestedFilename()).toBe(filename);
  await expect(notices(page)).toHaveCount(0);
};

test('a paper or the résumé is checked with HEAD, or by one byte if the host refuses HEAD, and saved under its name; a missing or refused file is explained at once, with a retry and other ways to get it (behavior 4.3, 6.1)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/403/, /404/, /405/, /501/, /416/, /resource_download: status 40[34]/);
  const { asked, set } = await answerPaper(page);
  await open(page);
  for (const answers of [[200], [403, 200], [405, 206], [501, 416, 200]]) {
    set(...answers);
    await expectDownload(page, access(page), paper.filename);
    const probes = asked.filter((request) => request !== 'GET');
    expect(probes).toEqual([head, byte].slice(0, answers.length));
  }
  const resume = `a[href="${site.resumeFile}"]`;
  for (const place of ['#expertise', 'footer']) {
    const link = page.locator(`${place} ${resume}`);
    await expectDownload(page, link, basename(site.resumeFile));
  }

  const body = fill(emailBodies.resource, { title: paper.title });
  const email = { to: identity.email, subject: emailSubjects.resource, body };
  for (const missing of [404, 'page'] as const) {
    set(missing, 200);
    await access(page).click();
    await expect(failure(page)).toBeFocused();
    await expectLink(failure(page), requestByEmail, mailtoUrl(email));
    expect(asked).toEqual([head]);
    await expectDownload(page, page.getByRole('button', { name: tryAgain }), paper.filename);
  }

  set(403);
  await access(page).click();
  await expect(failure(page)).toBeFocused();
  expect(asked).toEqual([head, byte]);
  await page.getByRole('link', { name: browseResources }).click();
  await expect(page).toHaveURL('/#resources');
  await expect(page.locator('#resources')).toBeFocused();
  await expect(notices(page)).toHaveCount(0);

  await page.route(`**${site.resumeFile}`, (route) => route.fulfill({ status: 404 }));
  await open(page, '/terms');
  await page.locator(`footer ${resume}`).click();
  await page.getByRole('link', { name: browseResources }).click();
  await expect(page).toHaveURL('/#resources');
});

test('after a lost connection or a server error, a download is retried three times, 1 s apart, then explained, however often it is clicked; a slow download has a notice after 150 ms, and fails after 15 s (behavior 4.3, 8.1)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503/, /ERR_CONNECTION_RESET/, /resource_download: (?:status 503|network|timeout)/);
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

  const release = await holdBack(page, file);
  const loading = notices(page, notificationMessages.downloadLoading);
  await access(page).click();
  await clock.pass(149);
  await expect(notices(page)).toHaveCount(0);
  await clock.pass(1);
  await expect(loading).toContainText(paper.title);
  await clock.pass(14_849);
  await expect(loading).toBeVisible();
  await clock.pass(1);
  await expect(failure(page)).toBeFocused();
  await expect(loading).toHaveCount(0);
  await page.getByRole('button', { name: tryAgain }).click();
  await clock.pass(200);
  await expect(loading).toBeVisible();
  const late = page.waitForEvent('download');
  release();
  await late;
  await expect(notices(page)).toHaveCount(0);
});

test('mail and phone links open the visitor’s program; if that fails, the address or number is copied, or stays on the screen to be copied by hand (behavior 4.5, 5.1, 8.1, 10.14)', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/email: unexpected: forbidden/, /call: unexpected: forbidden/);
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(window, { opened });
    window.open = (url) => {
      opened.push(String(url));
      throw new Error('forbidden');
    };
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const sendEmail = page
    .locator('#contact')
    .getByRole('link', { name: contact.actions.email.label });
  const clock = await openWithStoppedClock(page);
  const messages = notificationMessages;
  await sendEmail.click();
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
  await page.locator('#contact').getByRole('link', { name: callName }).first().click();
  await expect(notices(page, fill(messages.callUnavailable, { number }))).toBeVisible();
  await expect(notices(page, messages.phoneCopied)).toBeVisible();
  expect(await clipboard()).toBe(number);
  expect(await page.evaluate('opened')).toEqual([emailHref, callHref]);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await sendEmail.click();
  await clock.pass(60_000);
  const byHand = fill(messages.copyRefused, { text: identity.email });
  await expect(notices(page, byHand)).toBeVisible();
});
