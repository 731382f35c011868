import type { Locator } from '@playwright/test';
import { embedded } from '#content/embedded.ts';
import { bookButton, chooseTime } from './booking-page.ts';
import { expect, open, scheduleIn, test } from './fixtures.ts';

const { booking, calendar } = embedded;

/**
 * Seconds that a person takes, by the keystroke-level model: a key of somebody who types 40 words a
 * minute, pointing, the hand's way between mouse and keys, a decision (Card, Moran and Newell 1980).
 * Words that must be read come on top, at 238 a minute (Brysbaert 2019).
 */
const operators = { key: 0.28, pointing: 1.1, hand: 0.4, decision: 1.35, word: 60 / 238 };

test('from the home page to a confirmed time takes a person less than a minute', async ({
  page,
}) => {
  let seconds = 0;
  const start = Date.now();
  const read = async (text: Locator): Promise<void> => {
    const words = await text.evaluate((element) => {
      const seen = element.cloneNode(true) as Element;
      for (const hidden of seen.querySelectorAll('.visually-hidden')) hidden.remove();
      return seen.textContent.match(/\S+/g)?.length ?? 0;
    });
    seconds += words * operators.word;
  };
  const press = async (control: Locator): Promise<void> => {
    seconds += operators.decision + operators.pointing;
    await control.click();
  };
  const type = async (label: string, text: string): Promise<void> => {
    seconds += operators.decision + operators.pointing + 2 * operators.hand;
    seconds += text.length * operators.key;
    await tab.getByLabel(label).fill(text);
  };

  await open(page);
  const opening = page.waitForEvent('popup');
  await press(scheduleIn(page.locator('#hero')));
  const tab = await opening;
  await read(tab.getByRole('heading', { level: 1 }));
  const week = tab.locator('.times details[open]').first();
  for (const day of await week.locator('.day h2').all()) await read(day);
  await read(week.locator('.day').first());
  await chooseTime(tab);
  // To open a later week, and to choose in it.
  seconds += 2 * (operators.decision + operators.pointing);
  await type(booking.labels.name, 'Ada Lovelace');
  await type(booking.labels.email, `${crypto.randomUUID().slice(0, 12)}@example.com`);
  await type(booking.labels.company, 'Analytical Engines');
  await press(bookButton(tab));
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(calendar.booked.title);

  const machine = (Date.now() - start) / 1000;
  expect.soft(seconds).toBeGreaterThan(20);
  expect(seconds + machine, `${machine} s of them the machine’s`).toBeLessThan(60);
});
