import { readFileSync } from 'node:fs';
import { timeInWords, zoneLabel } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import { bookButton, bookPastTime, chooseTime } from './booking-page.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';

// The times that are offered, refused and stored are tested in inbox/bookings/*.test.ts.

const { booking, calendar } = embedded;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const fill = async (page: Page): Promise<void> => {
  await page.getByLabel(booking.labels.name).fill('Ada');
  await page.getByLabel(booking.labels.email).fill(`${crypto.randomUUID()}@example.com`);
};
const times = (page: Page) => page.getByRole('group', { name: calendar.when });

const zone = (page: Page) => page.locator('summary', { hasText: calendar.zone });
const chooseZone = async (page: Page, name: string): Promise<void> => {
  await zone(page).click();
  await page.getByLabel(calendar.zone, { exact: true }).selectOption(name);
  await page.getByRole('button', { name: calendar.showZone }).click();
};

/** Expects an outcome that has the focus, so that screen readers announce it. */
const expectSpoken = async (outcome: Locator, text: string, more: string | RegExp) => {
  await expect(outcome).toHaveText(text);
  await expect(outcome).toBeFocused();
  await expect(outcome).toHaveAccessibleDescription(more);
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, timezoneId: 'Australia/Eucla' });

    test('a visitor from far away books a time, downloads it as a file, moves it and cancels it (behavior 1.2, 9.2)', async ({
      page,
      site: { stored },
    }) => {
      await page.goto('/book');
      if (!javaScriptEnabled) await chooseZone(page, 'Australia/Eucla');
      await expect(zone(page)).toHaveText(`${calendar.zone}: ${zoneLabel('Australia/Eucla')}`);
      const inWords = (start: string) =>
        timeInWords(Date.parse(start), 'Australia/Eucla', site.language);
      const start = await chooseTime(page);
      const { date, time, zone: name } = inWords(start);
      await expect(page.getByRole('radio', { name: `${time} ${date}` })).toBeChecked();
      await fill(page);
      await bookButton(page).click();
      const booked = `${date}, ${time}, ${name} (UTC+8:45)`;
      await expectSpoken(heading(page), calendar.booked.title, booked);
      await expect(page.locator('dd').first()).toHaveText(booked);
      const last = stored().at(-1);
      expect(last).toMatchObject({ kind: 'booking', fields: { zone: 'Australia/Eucla' } });

      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: calendar.file }).click();
      const file = readFileSync(await (await download).path(), 'utf8');
      expect(file).toContain(`DTSTART:${start.replace(/[-:]|\.000/g, '')}`);

      await page.getByText(calendar.move).click();
      const moved = inWords(await chooseTime(page));
      await page.getByRole('button', { name: calendar.moveSubmit }).click();
      await expect(page.locator('dd').first()).toContainText(`${moved.date}, ${moved.time}`);
      await page.reload();
      await page.getByText(calendar.cancel, { exact: true }).click();
      const cancel = page.getByRole('button', { name: calendar.cancelSubmit });
      const what = `^${calendar.cancelText} ${moved.date}, ${moved.time}`;
      await expect(cancel).toHaveAccessibleDescription(new RegExp(what));
      await cancel.click();
      await expectSpoken(heading(page), calendar.cancelled.title, /./);
      await expect(page.getByRole('button')).toHaveCount(0);
    });
  });
}

test('choosing another time zone keeps what was typed and chosen, and Enter in a field books the time (behavior 9.2)', async ({
  page,
}) => {
  await page.goto('/book');
  await expect(page).toHaveURL('/book');
  await expect(zone(page)).toHaveText(`${calendar.zone}: ${zoneLabel(ownerZone)}`);
  await expect(page.getByLabel(booking.labels.times)).toBeHidden();
  await fill(page);
  const start = await chooseTime(page);
  await chooseZone(page, 'Pacific/Chatham');
  const shown = times(page).getByRole('heading', { name: calendar.zoneShown });
  const words = `${calendar.zone}: ${zoneLabel('Pacific/Chatham')}`;
  await expectSpoken(shown, calendar.zoneShown, words);
  await expect(zone(page)).toHaveText(words);
  await expect(page.getByLabel(booking.labels.name)).toHaveValue('Ada');
  const chosen = page.locator('[name=time]:checked');
  await expect(chosen).toHaveValue(start);
  await expect(chosen).toBeVisible();

  // Enter must not press the first button, which shows another zone.
  await page.getByLabel(booking.labels.email).press('Enter');
  await expect(heading(page)).toHaveText(calendar.booked.title);
});

test('in place of a time that is not free, a link brings a near one into view with its day (behavior 9.2)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/409/);
  await page.setViewportSize({ width: 390, height: 664 });
  await bookPastTime(page);
  await times(page).getByRole('link').first().click();
  const near = page.locator('[name=time]:target');
  await expect(near).toBeFocused();
  // The focus has the size of the choice.
  const room = await near.evaluate((radio) => radio.closest('label')?.clientHeight);
  await expect(near).toHaveJSProperty('offsetHeight', room);
  const day = page.locator('.day', { has: near });
  await expect(day.getByRole('heading')).toBeInViewport();
});
