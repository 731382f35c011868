import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { hero } from '#content/hero.ts';
import { validationMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { typed as values } from '../contact-form.ts';
import { wordsAt } from '../threshold-words.ts';
import { type Driver, evaluate, exists, isAt, shows, waitFor } from './driver.ts';

export interface Place {
  url: string;
  /** The built site. */
  folder: string;
  hasScripts?: boolean;
  /** Whether bookings and the newsletter are the site's own. */
  hasInbox?: boolean;
  /** The page that *Schedule Consultation* opens, if it is not the site's own. */
  booking?: string;
  /** Makes the service behind the form fail. @returns what mends it */
  breakForm: () => () => void;
  /** What the visitor then reads. */
  failure: string;
  /** Oldest first. */
  received: () => { kind: string; fields: Record<string, string> }[];
}

const enquiry = { ...values, message: 'Ünïcödé, "quotes" and <tags>, everywhere.' };
const choices: readonly string[] = ['interestedIn', 'serviceType', 'urgency'];
const submit = '#contact-form button[type=submit]';

export const focusOn = (driver: Driver, selector: string): Promise<void> =>
  evaluate(driver, (query) => document.querySelector<HTMLElement>(query)?.focus(), selector);

/** Waits until the page's script has started, and measured the header. */
export const open = async (driver: Driver, url: string, hasScripts = true): Promise<void> => {
  await driver.goto(url);
  await exists(driver, 'html[data-deferred]', false);
  if (hasScripts) await exists(driver, 'html[style*="scroll-padding-top"]');
};

const fillIn = async (driver: Driver): Promise<void> => {
  for (const [name, value] of Object.entries(enquiry)) {
    await focusOn(driver, `#field-${name}`);
    if (!choices.includes(name)) await driver.type(value);
    else {
      await evaluate(
        driver,
        (id, choice) => {
          const select = document.querySelector<HTMLSelectElement>(id);
          if (select) select.value = choice;
          select?.dispatchEvent(new Event('input', { bubbles: true }));
          select?.dispatchEvent(new Event('change', { bubbles: true }));
        },
        `#field-${name}`,
        value,
      );
    }
  }
};

const holds = (driver: Driver): Promise<void> =>
  waitFor(
    driver,
    enquiry,
    (names) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          document.querySelector<HTMLInputElement>(`#field-${name}`)?.value ?? '',
        ]),
      ),
    Object.keys(enquiry),
  );

const sendMessage = async (driver: Driver, place: Place): Promise<void> => {
  const { url, hasScripts = true, hasInbox = true, breakForm, failure, received } = place;
  if (hasScripts) {
    await exists(driver, 'astro-island[ssr] #contact-form', false);
    await driver.click(submit);
    await shows(driver, '#contact-form-error', validationMessages.firstName);
    await isAt(driver, '/#contact', '#field-firstName[aria-invalid=true]');
    await fillIn(driver);
    await driver.goto('about:blank');
    await open(driver, `${url}/#contact`);
    await exists(driver, 'astro-island[ssr] #contact-form', false);
  } else await fillIn(driver);
  await holds(driver);
  const before = received().length;
  const mend = breakForm();
  await driver.click(submit);
  await waitFor(driver, true, (words) => document.body.innerText.includes(words), failure).finally(
    mend,
  );
  if (hasScripts) {
    await driver.click('#contact-form-error button');
    await isAt(driver, '/#contact', '#contact h3[tabindex="-1"]');
    await shows(driver, '#contact h3[tabindex="-1"]', contact.form.success.heading);
  } else {
    if (hasInbox) await driver.click('form button[type=submit]');
    else {
      await evaluate(driver, () => history.back());
      await holds(driver);
      await driver.click(submit);
    }
    await isAt(driver, '/received#sent');
    await shows(driver, 'h1', site.received.heading);
  }
  expect(received().slice(before)).toEqual([{ kind: 'enquiry', fields: enquiry }]);
};

/** In the frame on the home page. */
const subscribe = async (driver: Driver, place: Place): Promise<void> => {
  await waitFor(driver, true, () => {
    const frame = document.querySelector<HTMLIFrameElement>('#resources iframe');
    frame?.scrollIntoView();
    const field = frame?.contentDocument?.querySelector<HTMLInputElement>('[name=email]');
    if (!field) return false;
    field.value = `${crypto.randomUUID()}@example.com`;
    field.form?.querySelector('button')?.click();
    return true;
  });
  await waitFor(
    driver,
    true,
    (words) =>
      document
        .querySelector<HTMLIFrameElement>('#resources iframe')
        ?.contentDocument?.body.innerText.includes(words) ?? false,
    embedded.newsletter.done.title,
  );
  expect(place.received().at(-1)?.kind).toBe('subscriber');
};

const book = async (driver: Driver, { url, received }: Place): Promise<void> => {
  const email = `${crypto.randomUUID()}@example.com`;
  await driver.goto(`${url}/book?name=Ada&a1=Engines&email=${email}`);
  await driver.click('[name=time]');
  await driver.click('form > p button');
  await shows(driver, 'h1', embedded.calendar.booked.title);
  const last = received().at(-1);
  expect([last?.kind, last?.fields.email]).toEqual(['booking', email]);
  await driver.click('details:has([value=cancel]) > summary');
  await driver.click('details:has([value=cancel]) button');
  await shows(driver, 'h1', embedded.calendar.cancelled.title);
};

/** Reads, navigates, fails, sends, books, and downloads: what a site offers, on every host, in every engine. */
export const visit = async (driver: Driver, place: Place): Promise<void> => {
  const { url, folder, hasScripts = true, hasInbox = true, booking = `${url}/book` } = place;
  await open(driver, url, hasScripts);
  await shows(driver, 'h1', hero.headline.join(' '));
  if (hasScripts) {
    await focusOn(driver, '[type=range]');
    for (let step = 0; step < 5; step++) await driver.press('ArrowRight');
    const { readings } = wordsAt(Math.min(thresholdFigure.assumptions.threshold + 5, 100));
    await shows(driver, '#hero figure dd', readings[0] ?? '');
  }
  await driver.click('#services details summary');
  await exists(driver, '#services details[open]');
  await driver.click('#hero [data-action=schedule]');
  await expect
    .poll(async () => (await driver.tabs()).filter((tab) => tab.startsWith(booking)).length, {
      timeout: 15_000,
    })
    .toBe(1);
  await driver.closeOtherTabs();
  const [paper] = resources.catalogue;
  if (paper) {
    const file = await driver.download(`#resources a[href="${paper.path}"]`);
    expect(file.equals(readFileSync(join(folder, paper.path)))).toBe(true);
  }
  if (hasInbox) await subscribe(driver, place);

  await driver.click('footer a[href="/terms"]');
  await shows(driver, 'h1', site.pages.terms.title);
  await driver.click('header nav a[href="/#contact"]');
  await isAt(driver, '/#contact', hasScripts ? '#contact' : 'body');
  await sendMessage(driver, place);

  if (hasInbox) await book(driver, place);
  if (!hasInbox) return;
  await driver.goto(`${url}/nowhere`);
  await shows(driver, 'h1', site.notFound.heading);
};
