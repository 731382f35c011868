import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

export type Key = 'Shift' | 'Tab' | 'Escape' | 'ArrowRight';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The functions of a browser that a visit needs, with any driver. */
export interface Driver {
  goto: (url: string) => Promise<unknown>;
  /** Evaluates an expression in the page, and returns what it resolves to. */
  run: (expression: string) => Promise<unknown>;
  /** Clicks the first element that matches. */
  click: (selector: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Presses keys together. */
  press: (...keys: Key[]) => Promise<void>;
  /** The addresses of all tabs. */
  tabs: () => Promise<string[]>;
  closeOtherTabs: () => Promise<void>;
  /** Clicks a link. @returns the file that the browser then saves */
  download: (selector: string) => Promise<Buffer>;
}

/** Runs a function in the page; it can use only its arguments. */
export const evaluate = async <Args extends readonly Json[], Result>(
  driver: Driver,
  run: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> =>
  (await driver.run(`(${run})(...${JSON.stringify(args)})`)) as Awaited<Result>;

/** Waits until a function in the page returns the expected value. Errors, as of a page that unloads, are retried. */
export const waitFor = <Args extends readonly Json[]>(
  driver: Driver,
  expected: Json,
  run: (...args: Args) => Json | Promise<Json>,
  ...args: Args
): Promise<void> =>
  expect
    .poll(() => evaluate(driver, run, ...args).catch(String), { timeout: 15_000 })
    .toEqual(expected);

export const shows = (driver: Driver, selector: string, text: string): Promise<void> =>
  waitFor(
    driver,
    text.replace(/\s+/g, ' '),
    (query) =>
      document.querySelector<HTMLElement>(query)?.innerText.replace(/\s+/g, ' ').trim() ?? '',
    selector,
  );

/** Waits until the page, or a frame of the same site in it, shows one of these texts. */
export const showsTexts = (driver: Driver, ...texts: string[]): Promise<void> =>
  waitFor(
    driver,
    true,
    (...sought) => {
      const frames = [...document.querySelectorAll('iframe')];
      const pages = [document, ...frames.map((frame) => frame.contentDocument)];
      return sought.some((text) => pages.some((page) => page?.body?.innerText.includes(text)));
    },
    ...texts,
  );

export const exists = (driver: Driver, selector: string, expected = true): Promise<void> =>
  waitFor(driver, expected, (query) => document.querySelector(query) !== null, selector);

/** Waits for an address within the site, which a static host may end with a slash, and for the focus. */
export const isAt = (driver: Driver, address: string, focus = 'body'): Promise<void> =>
  waitFor(
    driver,
    [address, true],
    (query) => [
      location.pathname.replace(/(?<=.)\/$/, '') + location.search + location.hash,
      document.activeElement?.matches(query) ?? false,
    ],
    focus,
  );

export const playwrightDriver = (page: Page): Driver => ({
  goto: (url) => page.goto(url),
  run: (expression) => page.evaluate(expression),
  click: (selector) => page.locator(selector).first().click(),
  type: (text) => page.keyboard.type(text),
  press: (...keys) => page.keyboard.press(keys.join('+')),
  tabs: async () => {
    const tabs = page.context().pages();
    return tabs.map((tab) => tab.url());
  },
  closeOtherTabs: async () => {
    for (const tab of page.context().pages()) if (tab !== page) await tab.close();
  },
  download: async (selector) => {
    const download = page.waitForEvent('download');
    await page.locator(selector).first().click();
    return readFileSync(await (await download).path());
  },
});
