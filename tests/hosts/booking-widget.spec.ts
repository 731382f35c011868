import { hero } from '#content/hero.ts';
import {
  failureMessages,
  failureOptionLabels,
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

// The stub does what Calendly's widget does (behavior 9.2), but lays a second popup over the first,
// which Calendly closes.

test.use({ variant: 'widget' });

const anHour = variants.widget.environment.PUBLIC_BOOKING_URL_60;

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
        document.body.style.overflow = '';
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
const lose: Answer = (_request, response) => response.socket?.resetAndDestroy();
const miss: Answer = (_request, response) => response.writeHead(404).end();

const serveWidget = ({ booking }: { booking: ThirdParty }, answers: Record<string, Answer> = {}) =>
  booking.answer((request, response) => {
    const { url = '' } = request;
    const answer =
      answers[url] ??
      widgetFiles[url] ??
      send('text/html', `<title>Calendar</title><p>A time at ${url}</p>`);
    answer(request, response);
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
const closeOverlay = (page: Page) => page.locator('.calendly-popup-close').click();
const calendar = (page: Page) => page.frameLocator('.calendly-popup iframe').getByText('A time ');

const scheduleInHero = (page: Page) => scheduleIn(page.locator('#hero'));
const scheduleInHeader = (page: Page) => scheduleIn(page.getByRole('banner'));
/** Whether a service of this owner takes an hour or not. */
const bookAnHour = async (page: Page): Promise<void> => {
  const link = scheduleInHero(page);
  await link.evaluate((element, url) => element.setAttribute('href', url), anHour);
  await link.click();
};
const failure = (page: Page) => notices(page, failureMessages.scheduling);

const failureInConsole = /scheduling: unexpected: The booking widget/;

const expectScrolling = async (page: Page) => {
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
};

test('the widget loads once, on first use, and shows the booking page over the whole view', async ({
  page,
  thirdParties,
}) => {
  serveWidget(thirdParties);
  await open(page);
  expect(thirdParties.booking.requests).toEqual([]);
  for (const _time of ['first', 'second']) {
    await scheduleInHero(page).click();
    await expect(calendar(page)).toHaveText('A time at /robin/30min');
    await expect(overlay(page)).toHaveCount(1);
    expect(await overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
    await closeOverlay(page);
    await expect(overlay(page)).toHaveCount(0);
    await expectScrolling(page);
    await page.evaluate(() => scrollTo(0, 0));
  }
  expect(asked(thirdParties, scriptPath)).toBe(1);
  expect(asked(thirdParties, stylesPath)).toBe(1);
  expect(page.context().pages()).toHaveLength(1);
});

test('the widget opens only when its style sheet has loaded too', async ({
  page,
  thirdParties,
}) => {
  const release = serveLate(thirdParties, stylesPath);
  await open(page);
  await scheduleInHero(page).click();
  await page.waitForFunction(() => 'Calendly' in window);
  await expect(overlay(page)).toHaveCount(0);
  release();
  await expect(overlay(page)).toBeInViewport({ ratio: 1 });
});

test('the widget shows a booking page of another origin too', async ({ page, thirdParties }) => {
  serveWidget(thirdParties);
  thirdParties.teamBooking.answer(send('text/html', '<p>A time with the team</p>'));
  await open(page);
  await bookAnHour(page);
  await expect(calendar(page)).toHaveText('A time with the team');
});

test.describe('the popup is a dialog', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: labels.dialog });

  const openWithKeyboard = async (page: Page, thirdParties: { booking: ThirdParty }) => {
    serveWidget(thirdParties);
    await open(page);
    await scheduleInHero(page).focus();
    await page.keyboard.press('Enter');
    await expect(calendar(page)).toBeVisible();
  };

  const expectBack = async (page: Page) => {
    await expect(overlay(page)).toHaveCount(0);
    await expect(scheduleInHero(page)).toBeFocused();
    await expectScrolling(page);
  };

  test('it takes the focus, and Escape gives focus and scrolling back', async ({
    page,
    thirdParties,
  }) => {
    await openWithKeyboard(page, thirdParties);
    await expect(dialog(page)).toBeFocused();
    await expect(dialog(page)).toHaveAttribute('aria-modal', 'true');
    await page.keyboard.press('Escape');
    await expectBack(page);
    await page.evaluate(() => scrollTo(0, 0));
    // And again, with nothing left of the first time.
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expectBack(page);
  });

  test('no link promises a new tab', async ({ page }) => {
    await open(page);
    await expect(scheduleInHero(page)).toHaveAccessibleName(hero.scheduleLabel);
  });

  for (const key of ['Enter', 'Space']) {
    test(`its cross is a button for the keyboard: ${key}`, async ({ page, thirdParties }) => {
      await openWithKeyboard(page, thirdParties);
      await dialog(page).getByRole('button', { name: labels.close }).focus();
      await page.keyboard.press(key);
      await expectBack(page);
    });
  }

  test('the pointer on its cross gives the focus back, too', async ({ page, thirdParties }) => {
    await openWithKeyboard(page, thirdParties);
    await closeOverlay(page);
    await expectBack(page);
  });

  test('the focus does not go behind it', async ({ page, thirdParties }) => {
    await openWithKeyboard(page, thirdParties);
    await page.getByRole('link', { name: site.labels.skipLink }).focus();
    await expect(dialog(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expectBack(page);
    await page.getByRole('link', { name: site.labels.skipLink }).focus();
    await expect(page.getByRole('link', { name: site.labels.skipLink })).toBeFocused();
  });

  test('a widget that forgets to give scrolling back is made to', async ({
    page,
    thirdParties,
  }) => {
    const forgetful = widgetScript.replace("document.body.style.overflow = '';", '');
    serveWidget(thirdParties, { [scriptPath]: send('text/javascript', forgetful) });
    await open(page);
    await scheduleInHero(page).click();
    await expect(calendar(page)).toBeVisible();
    await closeOverlay(page);
    await expectBack(page);
  });
});

test.describe('repeated clicks', () => {
  test('two quick clicks while the widget loads open one popup', async ({ page, thirdParties }) => {
    const release = serveLate(thirdParties, scriptPath);
    await open(page);
    await scheduleInHero(page).click();
    await scheduleInHero(page).click();
    release();
    await expect(calendar(page)).toBeVisible();
    await expect(overlay(page)).toHaveCount(1);
    expect(asked(thirdParties, scriptPath)).toBe(1);
    await closeOverlay(page);
    await expect(overlay(page)).toHaveCount(0);
  });

  test('clicks on two controls while the widget loads open what was asked for last', async ({
    page,
    thirdParties,
  }) => {
    const release = serveLate(thirdParties, scriptPath);
    thirdParties.teamBooking.answer(send('text/html', '<p>A time with the team</p>'));
    await open(page);
    await scheduleInHero(page).click();
    await bookAnHour(page);
    release();
    await expect(calendar(page)).toHaveText('A time with the team');
    await expect(overlay(page)).toHaveCount(1);
  });

  test('two quick clicks on a loaded widget open one popup, and do not close it', async ({
    page,
    thirdParties,
  }) => {
    serveWidget(thirdParties);
    await open(page);
    await scheduleInHeader(page).click();
    await closeOverlay(page);
    // The second click lands beside the open popup.
    await scheduleInHeader(page).dblclick({ delay: 50 });
    await expect(calendar(page)).toBeVisible();
    await expect(overlay(page)).toHaveCount(1);
    await page.locator('.calendly-close-overlay').click({ position: { x: 10, y: 10 } });
    await expect(overlay(page)).toHaveCount(0);
  });

  test('Enter, pressed twice, opens one popup', async ({ page, thirdParties }) => {
    serveWidget(thirdParties);
    await open(page);
    await scheduleInHeader(page).focus();
    await page.keyboard.press('Enter');
    await expect(overlay(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(calendar(page)).toBeVisible();
    await expect(overlay(page)).toHaveCount(1);
  });
});

for (const [name, answers, messages] of [
  ['script cannot be reached', { [scriptPath]: lose }, [/ERR_/]],
  ['script is not there', { [scriptPath]: miss }, [/404/]],
  [
    'script cannot be read',
    { [scriptPath]: send('text/javascript', 'no script') },
    [/SyntaxError/],
  ],
  ['script offers nothing', { [scriptPath]: send('text/javascript', '') }, []],
  ['style sheet cannot be reached', { [stylesPath]: lose }, [/ERR_/]],
  ['style sheet is not there', { [stylesPath]: miss }, [/404/]],
  ['style sheet is a page', { [stylesPath]: send('text/html', '<p>Moved</p>') }, []],
] as const) {
  test.describe(`a widget whose ${name}`, () => {
    test('is a scheduling failure like any other', async ({
      page,
      thirdParties,
      expectConsole,
    }) => {
      expectConsole(failureInConsole, ...messages);
      serveWidget(thirdParties, answers);
      await open(page);
      await scheduleInHero(page).click();
      await expect(failure(page)).toBeFocused();
      await expect(overlay(page)).toHaveCount(0);
      await expectScrolling(page);
      await page.getByRole('button', { name: failureOptionLabels.tryAgain }).click();
      await expect(page).toHaveURL('http://booking.test/robin/30min');
    });

    test('is asked for again at the next click', async ({ page, thirdParties, expectConsole }) => {
      expectConsole(failureInConsole, ...messages);
      serveWidget(thirdParties, answers);
      await open(page);
      await scheduleInHero(page).click();
      await expect(failure(page)).toBeFocused();
      serveWidget(thirdParties);
      await scheduleInHero(page).click();
      await expect(calendar(page)).toBeVisible();
      await expect(overlay(page)).toHaveCount(1);
      expect(await overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
    });
  });
}

test('a widget that takes over a second is said to be loading', async ({ page, thirdParties }) => {
  const release = serveLate(thirdParties, scriptPath);
  const clock = await openWithStoppedClock(page);
  const patience = page
    .getByRole('region', { name: notificationLabels.region })
    .getByRole('status')
    .getByText(notificationMessages.scheduleLoading);
  await scheduleInHero(page).click();
  await scheduleInHero(page).click();
  await expect.poll(() => clock.timersOf(1000)).toBe(1);
  await clock.pass(999);
  await expect(patience).toHaveCount(0);
  await clock.pass(1);
  await expect(patience).toHaveCount(1);
  await clock.pass(8000);
  await expect(patience).toBeVisible();
  release();
  await expect(calendar(page)).toBeVisible();
  await expect(patience).toHaveCount(0);
});

test('a widget that comes late opens when a visitor who has gone on asks for it', async ({
  page,
  thirdParties,
}) => {
  const release = serveLate(thirdParties, scriptPath);
  await open(page);
  await scheduleInHero(page).click();
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

for (const path of [scriptPath, stylesPath]) {
  test(`a widget that never gets ${path} fails after 10 s, and never opens by itself`, async ({
    page,
    thirdParties,
    expectConsole,
  }) => {
    expectConsole(failureInConsole);
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
    await scheduleInHero(page).click();
    await scheduleInHero(page).click();
    await expect.poll(() => clock.timersOf(10_000)).toBe(1);
    await clock.pass(9999);
    await expect(failure(page)).toHaveCount(0);
    await clock.pass(1);
    await expect(failure(page)).toHaveCount(1);
    await expect(failure(page)).toBeFocused();
    release();
    await late;
    await expect(overlay(page)).toHaveCount(0);
    await scheduleInHero(page).click();
    await expect(calendar(page)).toBeVisible();
    await expect(overlay(page)).toHaveCount(1);
  });
}
