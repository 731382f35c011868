import { failureMessages } from '#content/messages.ts';
import { thirdPartyHosts, variants } from '../../tools/variants.ts';
import { expect, notices, open, scheduleIn, test } from '../fixtures.ts';

test.use({ variant: 'adapted' });

// src/actions/booking-widget.test.ts tests slow and failing files. The stub does what Calendly's widget does
// (behavior 9.2).
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
const stylesPath = '/external/widget.css';
const files: Record<string, [type: string, text: string]> = {
  '/external/widget.js?v=2': ['text/javascript', widgetScript],
  [stylesPath]: ['text/css', widgetStyles],
};

test('the widget loads on first use, waits for its style sheet, and covers the view with the page that was clicked last; a double click does not close it (behavior 4.2)', async ({
  page,
  thirdParties: { booking, teamBooking },
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  for (const party of [booking, teamBooking]) {
    party.answer(async ({ url = '', headers: { host } }, response) => {
      if (url === stylesPath) await released;
      const [type, text] = files[url] ?? ['text/html', `<title>Calendar</title>A time at ${host}`];
      response.writeHead(200, { 'Content-Type': type }).end(text);
    });
  }
  const { requests } = booking;
  const overlay = page.locator('.calendly-overlay');
  const calendar = page.frameLocator('.calendly-popup iframe').locator('body');
  const inHero = scheduleIn(page.locator('#hero'));
  await open(page);
  expect(requests).toEqual([]);
  await inHero.click();
  await inHero.click();
  // The owner may have no service with an hour's conversation.
  const anHour = variants.adapted.environment.PUBLIC_BOOKING_URL_60;
  await inHero.evaluate((element, url) => element.setAttribute('href', url), anHour);
  await inHero.click();
  await page.waitForFunction(() => 'Calendly' in window);
  await expect(overlay).toHaveCount(0);
  release();
  await expect(calendar).toHaveText(`A time at ${thirdPartyHosts.teamBooking}`);
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
  await page.locator('.calendly-popup-close').click();
  await expect(overlay).toHaveCount(0);
  // The second click lands beside the open popup.
  await scheduleIn(page.getByRole('banner')).dblclick({ delay: 50 });
  await expect(calendar).toHaveText(`A time at ${thirdPartyHosts.booking}`);
  await expect(overlay).toHaveCount(1);
  await page.locator('.calendly-close-overlay').click({ position: { x: 10, y: 10 } });
  await expect(overlay).toHaveCount(0);
  await inHero.press('Enter');
  await expect(calendar).toBeVisible();
  const loaded = requests.map(({ url }) => url).filter((url) => url in files);
  expect(loaded.sort()).toEqual(Object.keys(files).sort());
  expect(page.context().pages()).toHaveLength(1);
});

test('a widget that fails late does not move a visitor who has moved on (behavior 4.1, 5.2)', async ({
  page,
  thirdParties: { booking },
  expectConsole,
}) => {
  expectConsole(/404/, /scheduling: unexpected: The booking widget did not load/);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  booking.answer(async (_, response) => {
    await released;
    response.writeHead(404).end();
  });
  await open(page);
  await scheduleIn(page.getByRole('banner')).click();
  const slider = page.getByRole('slider');
  await slider.focus();
  release();
  await expect(notices(page, failureMessages.scheduling)).toBeVisible();
  await expect(slider).toBeFocused();
  await expect(page).toHaveURL('/');
});
