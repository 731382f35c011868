import { failureMessages, notificationLabels, notificationMessages } from '#content/messages.ts';
import { thirdPartyHosts, variants } from '../../tools/variants.ts';
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

test.use({ variant: 'adapted' });

// The stub does what Calendly's widget does (behavior 9.2).
const widgetScript = `window.Calendly = {
  initPopupWidget({ url }) {
    document.querySelector('.calendly-overlay')?.remove();
    const overlay = document.createElement('div');
    overlay.className = 'calendly-overlay';
    overlay.innerHTML =
      '<div class="calendly-close-overlay"></div>' +
      '<div class="calendly-popup"><iframe title="Calendar"></iframe></div>' +
      '<div class="calendly-popup-close"></div>';
    overlay.querySelector('iframe').src = url;
    for (const part of overlay.querySelectorAll('[class*=close]')) part.onclick = () => overlay.remove();
    document.body.append(overlay);
  },
}`;
const widgetStyles = `
  .calendly-overlay { position: fixed; inset: 0; z-index: 9999; }
  .calendly-close-overlay { position: absolute; inset: 0; }
  .calendly-popup, .calendly-popup iframe { position: absolute; inset: 10%; }
  .calendly-popup-close { position: absolute; top: 25px; right: 25px; width: 19px; height: 19px; }
`;
const scriptPath = '/external/widget.js?v=2';
const stylesPath = '/external/widget.css';

/** Serves the widget. One file is held back until the returned function is called, which resolves once it is sent. */
const serveWidget = (
  { booking, teamBooking }: Record<'booking' | 'teamBooking', ThirdParty>,
  late = '',
): (() => Promise<void>) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const files: Record<string, [type: string, text: string]> = {
    [scriptPath]: ['text/javascript', widgetScript],
    [stylesPath]: ['text/css', widgetStyles],
  };
  for (const party of [booking, teamBooking]) {
    party.answer(async ({ url = '', headers: { host } }, response) => {
      if (url === late) {
        await released;
        response.once('finish', arrive);
      }
      const [type, text] = files[url] ?? ['text/html', `<title>Calendar</title>A time at ${host}`];
      response.writeHead(200, { 'Content-Type': type }).end(text);
    });
  }
  return () => {
    release();
    return arrived;
  };
};

const overlay = (page: Page) => page.locator('.calendly-overlay');
const cross = (page: Page) => page.locator('.calendly-popup-close');
const calendar = (page: Page) => page.frameLocator('.calendly-popup iframe').locator('body');
const inHero = (page: Page) => scheduleIn(page.locator('#hero'));

test('the widget loads on first use, waits for its style sheet, and covers the view with the page that was clicked last; a double click does not close it (behavior 4.2)', async ({
  page,
  thirdParties,
}) => {
  const release = serveWidget(thirdParties, stylesPath);
  const { requests } = thirdParties.booking;
  await open(page);
  expect(requests).toEqual([]);
  await inHero(page).click();
  await inHero(page).click();
  // The owner may have no service with an hour's conversation.
  const anHour = variants.adapted.environment.PUBLIC_BOOKING_URL_60;
  await inHero(page).evaluate((element, url) => element.setAttribute('href', url), anHour);
  await inHero(page).click();
  await page.waitForFunction(() => 'Calendly' in window);
  await expect(overlay(page)).toHaveCount(0);
  await release();
  await expect(calendar(page)).toHaveText(`A time at ${thirdPartyHosts.teamBooking}`);
  expect(await overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
  await cross(page).click();
  await expect(overlay(page)).toHaveCount(0);
  // The second click lands beside the open popup.
  await scheduleIn(page.getByRole('banner')).dblclick({ delay: 50 });
  await expect(calendar(page)).toHaveText(`A time at ${thirdPartyHosts.booking}`);
  await expect(overlay(page)).toHaveCount(1);
  await page.locator('.calendly-close-overlay').click({ position: { x: 10, y: 10 } });
  await expect(overlay(page)).toHaveCount(0);
  await inHero(page).press('Enter');
  await expect(calendar(page)).toBeVisible();
  const files = requests.map(({ url }) => url).filter((url) => url.startsWith('/external'));
  expect(files.sort()).toEqual([stylesPath, scriptPath]);
  expect(page.context().pages()).toHaveLength(1);
});

test('a widget without its style sheet shows a notice after 1 s, fails after 10 s, stays closed when the file arrives later, and opens on the next click (behavior 4.2, 8.1)', async ({
  page,
  thirdParties,
  expectConsole,
}) => {
  expectConsole(/scheduling: unexpected: The booking widget/);
  const patience = page
    .getByRole('region', { name: notificationLabels.region })
    .getByRole('status')
    .getByText(notificationMessages.scheduleLoading);
  const failure = notices(page, failureMessages.scheduling);
  const release = serveWidget(thirdParties, stylesPath);
  const clock = await openWithStoppedClock(page);
  await inHero(page).click();
  await inHero(page).click();
  await expect.poll(() => clock.timersOf(1000)).toBe(1);
  await clock.pass(999);
  await expect(patience).toHaveCount(0);
  await clock.pass(1);
  await expect(patience).toHaveCount(1);
  await clock.pass(8999);
  await expect(failure).toHaveCount(0);
  await clock.pass(1);
  await expect(failure).toBeFocused();
  await expect(patience).toHaveCount(0);
  await release();
  await expect(overlay(page)).toHaveCount(0);
  await inHero(page).click();
  await expect(calendar(page)).toBeVisible();
});
