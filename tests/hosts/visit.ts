import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { notificationMessages } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import type { SiteUnderTest } from '#hosting/tests/test-site.ts';
import { fill } from '#model/fill.ts';
import { findPage } from '#model/pages.ts';
import { typed } from '../contact-form.ts';
import { wordsAt } from '../threshold-words.ts';
import { type Driver, evaluate, exists, isAt, shows, showsTexts, waitFor } from './driver.ts';

interface Place extends Pick<SiteUnderTest, 'stored' | 'breakStore'> {
  url: string;
  /** The built site. */
  folder: string;
  hasScripts?: boolean;
  /** If other services take form, bookings and newsletter: their booking page, and the form's failure message. */
  others?: { booking: string; failure: string };
}

const enquiry = { ...typed, message: 'Ünïcödé, "quotes" and <tags>, everywhere.' };
const submit = '#contact-form button[type=submit]';

export const focusOn = (driver: Driver, selector: string): Promise<void> =>
  evaluate(driver, (query) => document.querySelector<HTMLElement>(query)?.focus(), selector);

/** Opens a page, and waits until its script has started and measured the header. */
export const open = async (driver: Driver, url: string, hasScripts = true): Promise<void> => {
  await driver.goto(url);
  await exists(driver, 'html[data-deferred]', false);
  if (hasScripts) await exists(driver, 'html[style*="scroll-padding-top"]');
};

const fillIn = async (driver: Driver): Promise<void> => {
  for (const [name, value] of Object.entries(enquiry)) {
    const isChosen = await evaluate(
      driver,
      (id, choice) => {
        const field = document.getElementById(id);
        field?.focus();
        if (!(field instanceof HTMLSelectElement)) return false;
        field.value = choice;
        return field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      `field-${name}`,
      value,
    );
    if (!isChosen) await driver.type(value);
  }
};

const holds = (driver: Driver): Promise<void> =>
  waitFor(
    driver,
    Object.values(enquiry),
    (...names) =>
      names.map((name) => document.querySelector<HTMLInputElement>(`#field-${name}`)?.value ?? ''),
    ...Object.keys(enquiry),
  );

const sendMessage = async (driver: Driver, place: Place): Promise<void> => {
  const { url, hasScripts, others, stored, breakStore } = place;
  if (hasScripts) await exists(driver, 'astro-island[ssr] #contact-form', false);
  await fillIn(driver);
  if (hasScripts) {
    await driver.goto('about:blank');
    await open(driver, `${url}/#contact`);
    await exists(driver, 'astro-island[ssr] #contact-form', false);
  }
  await holds(driver);
  const before = stored().length;
  const mend = breakStore();
  await driver.click(submit);
  await showsTexts(driver, others?.failure ?? embedded.messages.storage).finally(mend);
  await driver.click(hasScripts ? '#contact-form-error button' : 'form button[type=submit]');
  const [address, heading] = hasScripts
    ? ['/#contact', '#contact h3[tabindex="-1"]']
    : ['/received#sent', 'h1'];
  await isAt(driver, address, hasScripts ? heading : 'body');
  await shows(driver, heading, (hasScripts ? contact.form.success : site.received).heading);
  expect(stored().slice(before)).toEqual([{ kind: 'enquiry', fields: enquiry }]);
};

/** Subscribes in the frame on the home page. */
const subscribe = async (driver: Driver, { stored }: Place): Promise<void> => {
  await waitFor(driver, true, () => {
    const frame = document.querySelector<HTMLIFrameElement>('#resources iframe');
    frame?.scrollIntoView();
    const field = frame?.contentDocument?.querySelector<HTMLInputElement>('[name=email]');
    if (!field) return false;
    field.value = `${crypto.randomUUID()}@example.com`;
    field.form?.querySelector('button')?.click();
    return true;
  });
  await showsTexts(driver, embedded.newsletter.done.title);
  expect(stored().at(-1)?.kind).toBe('subscriber');
};

/** Opens the booking page in a tab that gets no copy of this tab's storage (behavior 10.1). */
const schedule = async (driver: Driver, { url, hasScripts, others }: Place): Promise<void> => {
  await evaluate(driver, () => {
    sessionStorage.setItem('own', '');
    const openTab = window.open.bind(window);
    window.open = (...address) => {
      const tab = openTab(...address);
      Object.assign(window, { tab });
      return tab;
    };
  });
  await driver.click('#hero [data-action=schedule]');
  const booking = others?.booking ?? `${url}/book`;
  const tabs = async () => (await driver.tabs()).filter((tab) => tab.startsWith(booking));
  await expect.poll(async () => (await tabs()).length, { timeout: 15_000 }).toBe(1);
  if (hasScripts && !others) {
    await waitFor(driver, [0, true], () => {
      const { tab } = window as never as { tab: Window };
      return [tab.sessionStorage.length, sessionStorage.length > 0];
    });
  }
  await driver.closeOtherTabs();
};

const book = async (driver: Driver, { url, stored }: Place): Promise<void> => {
  const email = `${crypto.randomUUID()}@example.com`;
  // Without a zone, the page redirects to the visitor's zone while WebKit looks for the element.
  await driver.goto(`${url}/book?name=Ada&a1=Engines&zone=UTC&email=${email}`);
  await driver.click('[name=time]');
  await driver.click('form > p button');
  await shows(driver, 'h1', embedded.calendar.booked.title);
  const last = stored().at(-1);
  expect([last?.kind, last?.fields.email]).toEqual(['booking', email]);
  await driver.click('details:has([value=cancel]) > summary');
  await driver.click('details:has([value=cancel]) button');
  await shows(driver, 'h1', embedded.calendar.cancelled.title);
};

/** Reads, navigates, sends, books and downloads, on every host and in every engine. */
export const visit = async (driver: Driver, place: Place): Promise<void> => {
  const { url, folder, hasScripts = true, others } = place;
  await open(driver, url, hasScripts);
  await shows(driver, 'h1', hero.headline.join(' '));
  if (hasScripts) {
    // Our fonts replace all of the machine's fonts, or none.
    await waitFor(driver, true, () => {
      const loaded = Array.from(document.fonts).filter(({ status }) => status === 'loaded');
      const ours = loaded.filter(({ family }) => /^"?(Display|Text)-/.test(family));
      return ours.length === 2 || document.documentElement.dataset.fonts === 'none';
    });
    await focusOn(driver, '[type=range]');
    for (let step = 0; step < 5; step++) await driver.press('ArrowRight');
    const { readings } = wordsAt(Math.min(thresholdFigure.assumptions.threshold + 5, 100));
    await shows(driver, '#hero figure dd', readings[0] ?? '');
    await driver.click('[data-action=copy-email]');
    const { emailCopied, copyRefused } = notificationMessages;
    await showsTexts(driver, emailCopied, fill(copyRefused, { text: identity.email }));
  }
  await driver.click('#services details summary');
  await exists(driver, '#services details[open]');
  await schedule(driver, place);
  const [paper] = resources.catalogue;
  if (paper) {
    const file = await driver.download(`#resources a[href="${paper.path}"]`);
    expect(file.equals(readFileSync(join(folder, paper.path)))).toBe(true);
  }
  if (!others) await subscribe(driver, place);

  await driver.click('footer a[href="/terms"]');
  await shows(driver, 'h1', findPage('terms').title);
  await driver.click('header nav a[href="/#contact"]');
  await isAt(driver, '/#contact', hasScripts ? '#contact' : 'body');
  await sendMessage(driver, { hasScripts, ...place });

  if (others) return;
  await book(driver, place);
  await driver.goto(`${url}/nowhere`);
  await shows(driver, 'h1', site.notFound.heading);
};
