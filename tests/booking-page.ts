import { expect, type Page } from '@playwright/test';
import { embedded } from '#content/embedded.ts';

const { calendar, booking } = embedded;

export const bookButton = (page: Page) => page.getByRole('button', { name: calendar.submit });

/** Suggests times in words instead of choosing one. */
export const sayTimes = async (page: Page, times = 'Monday 10:00 PST'): Promise<void> => {
  await page.getByRole('radio', { name: calendar.none }).check();
  await page.getByLabel(booking.labels.times).fill(times);
};

/** The fields that a form without a time sends. */
export const wordsForm = { name: 'Ada', email: 'ada@example.com', time: 'none', times: 'Monday' };

/** Books a random time, with a new email address. */
export const bookTime = async (page: Page): Promise<void> => {
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto(`/book?name=Ada&a1=Engines&email=${encodeURIComponent(email)}`);
  await chooseTime(page);
  await bookButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(calendar.booked.title);
};

/** Chooses the given time, or a random one, because other tests book on the same site. @returns the time */
export const chooseTime = async (page: Page, time?: string): Promise<string> => {
  const values = await page
    .locator('[name=time]:not([value=none])')
    .evaluateAll((times) => times.map((radio) => (radio as HTMLInputElement).value));
  const value = time ?? values[Math.floor(Math.random() * values.length)] ?? '';
  const week = page.locator('.times details', { has: page.locator(`[value="${value}"]`) });
  if ((await week.getAttribute('open')) === null) await week.locator('summary').click();
  await page.locator(`[value="${value}"]`).check();
  return value;
};
