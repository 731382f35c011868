import { hero } from '#content/hero.ts';
import {
  failureMessages,
  bookingWidgetLabels as labels,
  notificationLabels,
  notificationMessages,
} from '#content/messages.ts';
import { site } from '#content/site.ts';
import { variants } from '../../tools/variants.ts';
import { openWithStoppedClock } from '../clock.ts';
import {
  expect,
  notices,
  open,
  type Page,
  scheduleIn,
  type ThirdParty,
  test,
} from '../fixtures.ts';

// The stub does what Calendly's widget does (behavior 9.2), but lays a second popup over the first, which
// Calendly closes, and does not give scrolling back.

test.use({ variant: 'widget' });

const widgetScript = `{
  const closers = [];
  const part = (name, ...children) => {
    const element = document.createElement('div');
    element.className = 'calendly-' + name;
    element.append(...children);
    return element;
  };
  window.Calendly = {
    initPopupWidget({ url }) {
      const frame = document.createElement('iframe');
      frame.src = url;
      frame.title = 'Calendar';
      const backdrop = part('close-overlay');
      const cross = part('popup-close');
      const popup = part('popup', part('popup-content', frame));
      const overlay = part('overlay', backdrop, popup, cross);
      const close = () => {
        overlay.remove();
        closers.splice(closers.indexOf(close), 1);
      };
      backdrop.onclick = cross.onclick = close;
      closers.push(close);
      document.body.append(overlay);
      document.body.style.overflow = 'hidden';
    },
    closePopupWidget: () => closers.at(-1)?.(),
  };
}`;

const widgetStyles = `
  .calendly-overlay { position: fixed; inset: 0; z-index: 9999; background: rgb(31 31 31 / 40%); }
  .calendly-close-overlay { position: absolute; inset: 0; }
  .calendly-popup { position: absolute; inset: 10%; }
  .calendly-popup-content, .calendly-popup iframe { width: 100%; height: 100%; }
  .calendly-popup-close { position: absolute; top: 25px; right: 25px; width: 19px; height: 19px; }
`;

type Answer = Parameters<ThirdParty['answer']>[0];

const send =
  (type: string, text: string): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'Content-Type': type }).end(text);
const scriptPath = '/external/widget.js?v=2';
const stylesPath = '/external/widget.css';
const widgetFiles: Record<string, Answer> = {
  [scriptPath]: send('text/javascript', widgetScript),
  [stylesPath]: send('text/css', widgetStyles),
};

const serveWidget = ({ booking }: { booking: ThirdParty }, answers: Record<string, Answer> = {}) =>
  booking.answer((request, response) => {
    const { url = '' } = request;
    const page = send('text/html', `<title>Calendar</title><p>A time at ${url}</p>`);
    (answers[url] ?? widgetFiles[url] ?? page)(request, response);
  });

/** Holds back a file until the returned function is called. */
const serveLate = (parties: { booking: ThirdParty }, path: string): (() => void) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  serveWidget(parties, {
    [path]: (request, response) => void released.then(() => widgetFiles[path]?.(request, response)),
  });
  return release;
};

const asked = ({ booking }: { booking: ThirdParty }, path: string) =>
  booking.requests.filter(({ url }) => url === path).length;

const overlay = (page: Page) => page.locator('.calendly-overlay');
const cross = (page: Page) => page.locator('.calendly-popup-close');
const calendar = (page: Page) => page.frameLocator('.calendly-popup iframe').getByText('A time ');
const inHero = (page: Page) => scheduleIn(page.locator('#hero'));
const failure = (page: Page) => notices(page, failureMessages.scheduling);
const failureInConsole = /scheduling: unexpected: The booking widget/;

/** Whether a service of this owner takes an hour or not. */
const bookAnHour = async (page: Page): Promise<void> => {
  const anHour = variants.widget.environment.PUBLIC_BOOKING_URL_60;
  await inHero(page).evaluate((element, url) => element.setAttribute('href', url), anHour);
  await inHero(page).click();
};

/** Nothing of the popup is left: the focus is where it was, and the page scrolls. */
const expectBack = async (page: Page): Promise<void> => {
  await expect(overlay(page)).toHaveCount(0);
  await expect(inHero(page)).toBeFocused();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  await page.evaluate(() => scrollTo(0, 0));
};

test('the widget loads on first use, script and style sheet together, and shows every booking page over the whole view (behavior 4.2)', async ({
  page,
  thirdParties,
}) => {
  const release = serveLate(thirdParties, stylesPath);
  thirdParties.teamBooking.answer(send('text/html', '<p>A time with the team</p>'));
  await open(page);
  await expect(inHero(page)).toHaveAccessibleName(hero.scheduleLabel);
  expect(thirdParties.booking.requests).toEqual([]);
  await inHero(page).click();
  await page.waitForFunction(() => 'Calendly' in window);
  await expect(overlay(page)).toHaveCount(0);
  release();
  await expect(calendar(page)).toHaveText('A time at /robin/30min');
  expect(await overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
  await cross(page).click();
  await expectBack(page);
  await bookAnHour(page);
  await expect(calendar(page)).toHaveText('A time with the team');
  await cross(page).click();
  await expectBack(page);
  expect([asked(thirdParties, scriptPath), asked(thirdParties, stylesPath)]).toEqual([1, 1]);
  expect(page.context().pages()).toHaveLength(1);
});

test('by keyboard the popup is a modal dialog: it takes the focus, keeps it, and closes by Escape or its cross (behavior 4.2)', async ({
  page,
  thirdParties,
}) => {
  serveWidget(thirdParties);
  await open(page);
  const dialog = page.getByRole('dialog', { name: labels.dialog });
  const skipLink = page.getByRole('link', { name: site.labels.skipLink });
  await inHero(page).focus();
  for (const key of ['Escape', 'Enter', 'Space', 'Escape']) {
    await page.keyboard.press('Enter');
    await expect(calendar(page)).toBeVisible();
    await expect(dialog).toBeFocused();
    await expect(dialog).toHaveAttribute('aria-modal', 'true');
    await skipLink.focus();
    await expect(dialog).toBeFocused();
    if (key !== 'Escape') await dialog.getByRole('button', { name: labels.close }).focus();
    await page.keyboard.press(key);
    await expectBack(page);
  }
  await skipLink.focus();
  await expect(skipLink).toBeFocused();
});

test('of several clicks the last counts, one popup opens, and none closes it (behavior 4.2)', async ({
  page,
  thirdParties,
}) => {
  const release = serveLate(thirdParties, scriptPath);
  thirdParties.teamBooking.answer(send('text/html', '<p>A time with the team</p>'));
  await open(page);
  await inHero(page).click();
  await inHero(page).click();
  await bookAnHour(page);
  release();
  await expect(calendar(page)).toHaveText('A time with the team');
  await expect(overlay(page)).toHaveCount(1);
  expect(asked(thirdParties, scriptPath)).toBe(1);
  await cross(page).click();
  // The second click lands beside the open popup.
  const inHeader = scheduleIn(page.getByRole('banner'));
  await inHeader.dblclick({ delay: 50 });
  await expect(calendar(page)).toBeVisible();
  await expect(overlay(page)).toHaveCount(1);
  await page.locator('.calendly-close-overlay').click({ position: { x: 10, y: 10 } });
  await expect(overlay(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(calendar(page)).toBeVisible();
  await expect(overlay(page)).toHaveCount(1);
});

test('a widget that does not load is a scheduling failure like any other, and is asked for again at the next click (behavior 4.2)', async ({
  page,
  thirdParties,
  expectConsole,
}) => {
  expectConsole(failureInConsole, /ERR_/, /404/, /SyntaxError/);
  const lose: Answer = (_request, response) => response.socket?.resetAndDestroy();
  const miss: Answer = (_request, response) => response.writeHead(404).end();
  for (const answers of [
    { [scriptPath]: lose },
    { [scriptPath]: miss },
    { [scriptPath]: send('text/javascript', 'no script') },
    { [scriptPath]: send('text/javascript', '') },
    { [stylesPath]: lose },
    { [stylesPath]: miss },
    { [stylesPath]: send('text/html', '<p>Moved</p>') },
  ]) {
    serveWidget(thirdParties, answers);
    await open(page);
    await inHero(page).click();
    await expect(failure(page)).toBeFocused();
    await expect(overlay(page)).toHaveCount(0);
    serveWidget(thirdParties);
    await inHero(page).click();
    await expect(calendar(page)).toBeVisible();
    await expect(overlay(page)).toHaveCount(1);
  }
});

for (const path of [scriptPath, stylesPath]) {
  test(`without ${path} the widget is said to be loading after 1 s, has failed after 10 s, and never opens by itself then (behavior 4.2, 8.1)`, async ({
    page,
    thirdParties,
    expectConsole,
  }) => {
    expectConsole(failureInConsole);
    const patience = page
      .getByRole('region', { name: notificationLabels.region })
      .getByRole('status')
      .getByText(notificationMessages.scheduleLoading);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
    serveWidget(thirdParties, {
      [path]: async (request, response) => {
        await released;
        serveWidget(thirdParties);
        response.once('finish', arrive);
        widgetFiles[path]?.(request, response);
      },
    });
    const clock = await openWithStoppedClock(page);
    await inHero(page).click();
    await inHero(page).click();
    await expect.poll(() => clock.timersOf(1000)).toBe(1);
    await clock.pass(999);
    await expect(patience).toHaveCount(0);
    await clock.pass(1);
    await expect(patience).toHaveCount(1);
    await clock.pass(8999);
    await expect(failure(page)).toHaveCount(0);
    await clock.pass(1);
    await expect(failure(page)).toBeFocused();
    await expect(patience).toHaveCount(0);
    release();
    await late;
    await expect(overlay(page)).toHaveCount(0);
    await inHero(page).click();
    await expect(calendar(page)).toBeVisible();
  });
}

test('a widget that comes late opens when a visitor who has gone on asks for it (behavior 4.2)', async ({
  page,
  thirdParties,
}) => {
  const release = serveLate(thirdParties, scriptPath);
  await open(page);
  await inHero(page).click();
  const question = page.locator('#contact summary').last();
  await question.focus();
  release();
  const ready = notices(page, notificationMessages.scheduleReady);
  await expect(ready).toBeVisible();
  await expect(question).toBeFocused();
  await expect(calendar(page)).toHaveCount(0);
  await ready.getByRole('button', { name: notificationLabels.open }).click();
  await expect(calendar(page)).toBeVisible();
});
