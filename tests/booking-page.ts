import { expect, type Page } from '@playwright/test';
import { embedded } from '#content/embedded.ts';

const { calendar, booking } = embedded;

export const bookButton = (page: Page) => page.getByRole('button', { name: calendar.submit });

/** Suggests times in words instead of choosing one. */
export const sayTimes = async (page: Page, times = 'Monday 10:00 PST'): Promise<void> => {
  await page.getByRole('radio', { name: calendar.none }).check();
  await page.getByLabel(booking.labels.times).fill(times);
};

/** Books a random time, with a new email address. */
export const bookTime = async (page: Page): Promise<void> => {
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto(`/book?name=Ada&a1=Engines&email=${encodeURIComponent(email)}`);
  await chooseTime(page);
  await bookButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(calendar.booked.title);
};

/** Asks for a time that is over. */
export const bookPastTime = async (page: Page): Promise<void> => {
  await page.goto('/book?name=Ada&email=ada%40example.com');
  await chooseTime(page);
  await page.locator('[name=time]:checked').evaluate((radio: HTMLInputElement) => {
    radio.value = '2020-01-01T00:00:00.000Z';
  });
  await bookButton(page).click();
};

/** Chooses a random time, because other tests book on the same site. @returns the time */
export const chooseTime = async (page: Page): Promise<string> => {
  const values = await page
    .locator('[name=time]:not([value=none])')
    .evaluateAll((times) => times.map((radio) => (radio as HTMLInputElement).value));
  const value = values[Math.floor(Math.random() * values.length)] ?? '';
  const week = page.locator('.times details', { has: page.locator(`[value="${value}"]`) });
  if ((await week.getAttribute('open')) === null) await week.locator('summary').click();
  await page.locator(`[value="${value}"]`).check();
  return value;
};
