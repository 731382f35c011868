import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedded } from '#content/embedded.ts';
import { site } from '#content/site.ts';
import type { SiteUnderTest } from '../tools/test-site.ts';
import { bookButton, sayTimes } from './booking-page.ts';
import { button, fillIn, sent, typed } from './contact-form.ts';
import { expect, open, type Page } from './fixtures.ts';

interface Place extends Pick<SiteUnderTest, 'url' | 'stored'> {
  /** Of the built site. */
  folder: string;
  hasScripts: boolean;
}

/** Chromium tells of each page with this status; a visit meets one. */
export const notFoundOnConsole = /status of 404/;

/**
 * Goes through everything that a site with its own inbox offers, the same on every host: newsletter in
 * its frame, contact form, booking page, a paper, a legal text, an address that is none.
 * @param subscriber an address that has not subscribed before
 */
export const visit = async (
  page: Page,
  { url, folder, stored, hasScripts }: Place,
  subscriber: string,
): Promise<void> => {
  // Chromium parts the values of a header that came twice with a line end.
  const answers: Record<string, string>[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.responseReceivedExtraInfo', ({ headers }) => answers.push(headers));
  const before = stored().length;

  if (hasScripts) await open(page, url);
  else await page.goto(url);
  const frame = page.locator('#resources iframe');
  await frame.scrollIntoViewIfNeeded();
  const { label, submit, done } = embedded.newsletter;
  await frame.contentFrame().getByLabel(label).fill(subscriber);
  await frame.contentFrame().getByRole('button', { name: submit }).click();
  await expect(frame.contentFrame().getByText(done.title)).toBeVisible();

  await fillIn(page);
  await button(page).click();
  if (hasScripts) await expect(sent(page)).toBeVisible();
  else await expect(page).toHaveURL(`${url}/received#sent`);

  await page.goto(`${url}/book`);
  await page.getByLabel(embedded.booking.labels.name).fill('Ada');
  await page.getByLabel(embedded.booking.labels.email).fill('ada@example.com');
  await sayTimes(page);
  await bookButton(page).click();
  await expect(page.getByRole('heading')).toHaveText(embedded.booking.done.title);
  await page.goto(`${url}/newsletter`);
  await expect(page.getByLabel(label)).toBeVisible();

  await page.goto(url);
  const paper = page.locator('#resources a[href$=".pdf"]').first();
  const download = page.waitForEvent('download');
  await paper.click();
  const file = await (await download).path();
  expect(readFileSync(file)).toEqual(
    readFileSync(join(folder, (await paper.getAttribute('href')) ?? '')),
  );
  await page.getByRole('link', { name: site.footer.terms }).click();
  await expect(page).toHaveURL(`${url}/terms`);
  expect((await page.goto(`${url}/nowhere`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.notFound.heading);

  expect(answers.length).toBeGreaterThan(10);
  const twice = answers
    .flatMap((headers) => Object.entries(headers))
    .filter(([name, value]) => value.includes('\n') && !/^vary$/i.test(name));
  expect(twice).toEqual([]);
  const received = stored().slice(before);
  expect(received.map(({ kind }) => kind)).toEqual(['subscriber', 'enquiry', 'booking']);
  expect(received[1]?.fields).toEqual(typed);
};
