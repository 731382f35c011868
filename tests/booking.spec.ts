import { readFileSync } from 'node:fs';
import { timeInWords, zoneLabel } from '#booking/zones.ts';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import { bookButton, bookTime, chooseTime, sayTimes } from './booking-page.ts';
import { expect, type Locator, type Page, test } from './fixtures.ts';

const { booking, calendar, mail } = embedded;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const fill = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel(booking.labels.name).fill('Ada');
  await page.getByLabel(booking.labels.email).fill(email);
};
const someone = (): string => `${crypto.randomUUID()}@example.com`;
const times = (page: Page) => page.getByRole('group', { name: calendar.when });
const chosen = (page: Page) => page.locator('[name=time]:checked');

const zone = (page: Page) => page.locator('summary', { hasText: calendar.zone });
const chooseZone = async (page: Page, name: string): Promise<void> => {
  await zone(page).click();
  await page.getByLabel(calendar.zone, { exact: true }).selectOption(name);
  await page.getByRole('button', { name: calendar.showZone }).click();
};

/** A page that has loaded says its outcome by ear when that has the focus. */
const expectSpoken = async (outcome: Locator, text: string): Promise<void> => {
  await expect(outcome).toHaveText(text);
  await expect(outcome).toBeFocused();
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, timezoneId: 'Australia/Eucla' });

    test('a visitor from far away books a time, keeps it as a file, moves and cancels it', async ({
      page,
      site: { stored },
    }) => {
      await page.goto('/book');
      if (!javaScriptEnabled) await chooseZone(page, 'Australia/Eucla');
      await expect(zone(page)).toHaveText(`${calendar.zone}: ${zoneLabel('Australia/Eucla')}`);
      const start = await chooseTime(page);
      const {
        date,
        time,
        zone: name,
      } = timeInWords(Date.parse(start), 'Australia/Eucla', site.language);
      await expect(page.getByRole('radio', { name: `${time} ${date}` })).toBeChecked();
      await fill(page, someone());
      await bookButton(page).click();

      await expectSpoken(heading(page), calendar.booked.title);
      const booked = `${date}, ${time}, ${name} (UTC+8:45)`;
      await expect(page.locator('dd').first()).toHaveText(booked);
      await expect(heading(page)).toHaveAccessibleDescription(booked);
      const last = stored().at(-1);
      expect(last).toMatchObject({ kind: 'booking', fields: { zone: 'Australia/Eucla' } });

      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: calendar.file }).click();
      const file = readFileSync(await (await download).path(), 'utf8');
      expect(file).toContain(`DTSTART:${start.replace(/[-:]|\.000/g, '')}`);

      await page.getByText(calendar.move).click();
      const other = await chooseTime(page);
      await page.getByRole('button', { name: calendar.moveSubmit }).click();
      const moved = timeInWords(Date.parse(other), 'Australia/Eucla', site.language);
      await expect(page.locator('dd').first()).toContainText(`${moved.date}, ${moved.time}`);

      await page.reload();
      await page.getByText(calendar.cancel, { exact: true }).click();
      const cancel = page.getByRole('button', { name: calendar.cancelSubmit });
      await expect(cancel).toHaveAccessibleDescription(
        new RegExp(`^${calendar.cancelText} ${moved.date}, ${moved.time}`),
      );
      await cancel.click();
      await expectSpoken(heading(page), calendar.cancelled.title);
      await expect(page.getByRole('button')).toHaveCount(0);
    });
  });
}

test('another time zone keeps what was typed and chosen, and times without one are the owner’s', async ({
  page,
}) => {
  await page.goto('/book');
  await expect(page).toHaveURL('/book');
  await expect(zone(page)).toHaveText(`${calendar.zone}: ${zoneLabel(ownerZone)}`);
  await fill(page, 'ada@example.com');
  const start = await chooseTime(page);
  await chooseZone(page, 'Pacific/Chatham');
  const shown = times(page).getByRole('heading', { name: calendar.zoneShown });
  await expect(shown).toBeFocused();
  const words = `${calendar.zone}: ${zoneLabel('Pacific/Chatham')}`;
  await expect(shown).toHaveAccessibleDescription(words);
  await expect(zone(page)).toHaveText(words);
  await expect(page.getByLabel(booking.labels.name)).toHaveValue('Ada');
  await expect(chosen(page)).toHaveValue(start);
  await expect(chosen(page)).toBeVisible();
});

test('who comes second keeps what was typed, and sees what is free', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/409/);
  const other = await context.newPage();
  await page.goto('/book');
  const start = await chooseTime(page);
  await other.goto('/book');
  const same = other.locator(`[value="${start}"]`);
  const week = other.locator('.times details', { has: same });
  if ((await week.getAttribute('open')) === null) await week.locator('summary').click();
  await same.check();
  for (const each of [page, other]) await fill(each, someone());
  await other.getByLabel(booking.labels.message).fill('Rings of refunds');
  await bookButton(page).click();
  await expect(heading(page)).toHaveText(calendar.booked.title);
  await bookButton(other).click();
  const notDone = times(other).getByRole('heading', { name: booking.notDone });
  await expect(notDone).toBeFocused();
  await expect(notDone).toHaveAccessibleDescription(calendar.messages.taken);
  await expect(other.getByLabel(booking.labels.message)).toHaveValue('Rings of refunds');
  await expect(same).toHaveCount(0);
  await other.locator('.times a').last().click();
  const nearest = other.getByRole('radio').and(other.locator(':focus'));
  await expect(nearest).toBeInViewport();
  await nearest.check();
  await bookButton(other).click();
  await expect(heading(other)).toHaveText(calendar.booked.title);
});

test('who opens a booking that is none hears why', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  await page.goto('/booking?key=old');
  await expectSpoken(heading(page), calendar.unknown.title);
  await expect(heading(page)).toHaveAccessibleDescription(calendar.unknown.text);
});

test('a form that is sent twice is one booking', async ({ page, site: { stored } }) => {
  await page.goto('/book');
  await chooseTime(page);
  await fill(page, someone());
  const before = stored().length;
  await bookButton(page).dblclick();
  await expect(heading(page)).toHaveText(calendar.booked.title);
  expect(stored()).toHaveLength(before + 1);
});

test('by keyboard: arrows choose among the times, Enter in a field books', async ({ page }) => {
  await page.goto('/book');
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  const first = await chosen(page).inputValue();
  await page.keyboard.press('ArrowDown');
  expect(await chosen(page).inputValue()).not.toBe(first);
  await fill(page, someone());
  await page.getByLabel(booking.labels.email).press('Enter');
  await expect(heading(page)).toHaveText(calendar.booked.title);
});

test('words for other times appear for who finds none that suits, and are asked for', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/400/);
  await page.goto('/book');
  await expect(page.getByLabel(booking.labels.times)).toBeHidden();
  await sayTimes(page, ' ');
  await fill(page, someone());
  await bookButton(page).click();
  await expect(page.getByText(calendar.messages.times)).toBeVisible();
  await expect(page.getByLabel(booking.labels.times)).toBeFocused();
  await page.getByLabel(booking.labels.times).fill('Any Friday');
  await bookButton(page).click();
  await expectSpoken(heading(page), booking.done.title);
  await expect(page.getByText('Any Friday')).toBeVisible();
});

test('a page that is old says how the booking is now', async ({ page, context }) => {
  await bookTime(page);
  const old = await context.newPage();
  await old.goto(page.url());
  await page.getByText(calendar.cancel, { exact: true }).click();
  await page.getByRole('button', { name: calendar.cancelSubmit }).click();
  await expect(heading(page)).toHaveText(calendar.cancelled.title);
  await old.getByText(calendar.cancel, { exact: true }).click();
  await old.getByRole('button', { name: calendar.cancelSubmit }).click();
  await expect(heading(old)).toHaveText(calendar.cancelled.title);
  await expect(old.getByText(mail.time, { exact: true })).toBeVisible();
});
