import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { services } from '#content/services.ts';
import { site as words } from '#content/site.ts';
import { type RunningSite, startOnMachine } from '#hosting/tests/test-site.ts';
import { findPage, pagePaths } from '#model/pages.ts';
import { variants } from '../../tools/variants.ts';
import { typed } from '../contact-form.ts';
import { evaluate, exists, isAt, shows, waitFor } from './driver.ts';
import { type EngineDriver, engines } from './engines.ts';
import { focusOn, open, visit } from './visit.ts';

// Behavior that may differ between engines; the other tests run in Chromium only.

for (const [name, engine] of Object.entries(engines)) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'default', timeout: 90_000 });
    const missing = engine.missing();
    test.skip(missing !== null, `apt-get install ${missing}`);

    let home: string;
    let site: RunningSite;
    let driver: EngineDriver;
    test.beforeAll(async () => {
      test.setTimeout(90_000);
      home = mkdtempSync(join(tmpdir(), 'browser-'));
      site = await startOnMachine(variants.embedded.folder, join(home, 'data'));
      driver = await engine.launch(home);
    });
    test.afterAll(async () => {
      await driver?.quit();
      await site?.stop();
      rmSync(home, { recursive: true, force: true });
    });
    test.beforeEach(async () => {
      await driver.closeOtherTabs();
      // In Firefox, Puppeteer can miss the load event of a page that follows one of the same name.
      await driver.goto('about:blank');
      await driver.resize(1280, 800);
    });

    test('a visitor reads, navigates, recovers from a failure, sends, books and downloads (behavior 1.1)', async () => {
      await visit(driver, { ...site, folder: variants.embedded.folder });
      expect(driver.faults ?? []).toEqual([]);
    });

    test('back, forward and a reload restore the section and its prefill (behavior 2.1, 2.2)', async () => {
      const [service] = services.items;
      await open(driver, `${site.url}/#contact?service=${service?.id}`);
      await isAt(driver, `/#contact?service=${service?.id}`, '#contact-prefill h3');
      await driver.click('header nav a[href="#expertise"]');
      await isAt(driver, '/#expertise', '#expertise');
      await driver.click('header nav a[href="#contact"]');
      await isAt(driver, '/#contact', '#contact');
      await evaluate(driver, () => history.back());
      await isAt(driver, '/#expertise', '#expertise');
      await evaluate(driver, () => history.forward());
      await isAt(driver, '/#contact', '#contact');
      await evaluate(driver, () => history.back());
      await isAt(driver, '/#expertise', '#expertise');
      await evaluate(driver, () => {
        document.documentElement.dataset.left = '';
        location.reload();
      });
      await exists(driver, 'html:not([data-left])');
      await isAt(driver, '/#expertise', '#expertise');
      await driver.click('footer a[href="/terms"]');
      await shows(driver, 'h1', findPage('terms').title);
      await evaluate(driver, () => history.go(-2));
      await isAt(driver, `/#contact?service=${service?.id}`);
      await waitFor(
        driver,
        service?.id ?? '',
        () => document.querySelector<HTMLSelectElement>('#field-serviceType')?.value ?? '',
      );
    });

    test('a link to a highlighted text leads to it (behavior 2.2)', async () => {
      const question = encodeURIComponent(contact.faq.items[0]?.question ?? '');
      await driver.goto(`${site.url}/#:~:text=${question}`);
      await waitFor(driver, true, () => scrollY > innerHeight);
    });

    test('no page is wider than a phone, and the menu opens, closes and leads to a section (behavior 2.4)', async () => {
      await driver.resize(320, 640);
      for (const path of ['/book', '/terms', '/']) {
        await open(driver, site.url + path, path !== '/book');
        await waitFor(driver, true, () => document.documentElement.scrollWidth <= innerWidth);
      }
      const button = '[popovertarget=menu]';
      await driver.click(button);
      await exists(driver, '#menu:popover-open');
      await shows(driver, button, words.labels.closeMenu);
      await driver.press('Escape');
      await exists(driver, '#menu:popover-open', false);
      await isAt(driver, '/', button);
      await driver.click(button);
      await driver.click('#menu a[href="#about"]');
      await isAt(driver, '/#about', '#about');
      await exists(driver, '#menu:popover-open', false);
    });

    test('the header covers nothing that Tab or Shift+Tab reaches (behavior 2.4, 10.9)', async () => {
      await driver.resize(390, 640);
      await open(driver, site.url);
      const [first, last] = ['a[href="#content"]', `footer a[href="${pagePaths.at(-1)}"]`];
      await focusOn(driver, first);
      for (const end of [last, first]) {
        for (let presses = 0, isEnd = false; !isEnd; presses++) {
          await (end === last ? driver.press('Tab') : driver.press('Shift', 'Tab'));
          // The page may scroll once the key is released. Frames are left out, as their parts have the focus.
          await waitFor(driver, '', () => {
            const focused = document.activeElement;
            const header = document.querySelector('header');
            if (!header || !focused?.matches('main *:not(iframe), footer *')) return '';
            const { top, height } = focused.getBoundingClientRect();
            const { bottom } = header.getBoundingClientRect();
            const isClear = top > bottom - 1 || height > innerHeight - bottom;
            return isClear ? '' : focused.outerHTML.slice(0, 140);
          });
          isEnd = await evaluate(
            driver,
            (link) => document.activeElement?.matches(link) ?? false,
            end,
          );
          expect(presses).toBeLessThan(100);
        }
      }
    });

    test('a failure at the end of the window comes into view with all of its options, and the message that is then sent does not come back with a reload (behavior 3.4, 3.8, 10.9)', async () => {
      await driver.resize(500, 800);
      await open(driver, `${site.url}/#contact`);
      // Later, following the hash would take the button out of view.
      await isAt(driver, '/#contact', '#contact');
      await exists(driver, 'astro-island[ssr] #contact-form', false);
      await evaluate(
        driver,
        (fields) => {
          for (const [name, value] of Object.entries(fields)) {
            const field = document.querySelector<HTMLInputElement>(`#field-${name}`);
            if (field) field.value = value;
          }
          window.fetch = async () => {
            window.fetch = async () => new Response('{}');
            throw new Error('no connection');
          };
          const button = document.querySelector<HTMLElement>('#contact-form [type=submit]');
          button?.scrollIntoView({ block: 'end' });
          button?.click();
        },
        { ...typed },
      );
      await isAt(driver, '/#contact', '#contact-form-error');
      await waitFor(driver, true, () => {
        const panel = document.activeElement?.getBoundingClientRect();
        return panel !== undefined && panel.bottom <= innerHeight;
      });
      await driver.click('#contact-form-error button');
      await exists(driver, '#contact-form', false);
      await evaluate(driver, () => location.reload());
      await exists(driver, 'astro-island:not([ssr]) #contact-form');
      const message = () => document.querySelector<HTMLInputElement>('#field-message')?.value;
      expect(await evaluate(driver, message)).toBe('');
    });

    test('scripts that failed to load are fetched again when the visitor moves the pointer (behavior 1.4)', async () => {
      const asked = new Map<string, number>();
      // The islands' file fails at the first request, and when it is imported.
      const late = createServer(async ({ url = '' }, response) => {
        const [path = ''] = url.split('?');
        const times = (asked.get(path) ?? 0) + 1;
        asked.set(path, times);
        const answer = await fetch(site.url + url, { headers: { 'Accept-Encoding': 'identity' } });
        const failing = path.includes('/islands.') ? [1, 3] : path.endsWith('.js') ? [1] : [];
        const status = failing.includes(times) ? 404 : answer.status;
        const headers = Object.fromEntries(answer.headers);
        response.writeHead(status, { ...headers, 'cache-control': 'no-store' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      }).listen(0);
      await driver.goto(`http://localhost:${(late.address() as AddressInfo).port}`);
      await waitFor(driver, true, () => {
        for (const type of ['pointermove', 'pointerover']) {
          const slider = document.querySelector('[type=range]');
          slider?.dispatchEvent(new PointerEvent(type, { bubbles: true }));
        }
        return ['PageScript', 'ThresholdFigure'].every((part) =>
          document.querySelector(`[component-export=${part}]:not([ssr])`),
        );
      });
      late.close();
      late.closeAllConnections();
    });
  });
}
