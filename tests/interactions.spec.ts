import { findTestBrowser } from '#documents/chromium.ts';
import { BarePage, launchBareBrowser } from '../tools/bench/bare-browser.ts';
import { expect, test } from './fixtures.ts';

// Behavior 1.4: what a visitor does first is answered within 100 ms with the processor four times slower,
// bringing React to life included. The machine may have other work, so the best of several tries counts.

const slowdown = 4;
const limit = 100;
const tries = 15;

test.setTimeout(240_000);

/** Runs in the page: milliseconds from an input until what shows its effect has been drawn. */
const watch = (selector: string) => `
  globalThis.answered = new Promise((resolve) => {
    const shown = document.querySelector(${JSON.stringify(selector)});
    let start;
    for (const type of ['keydown', 'click']) {
      addEventListener(type, ({ timeStamp }) => { start ??= timeStamp; }, { capture: true });
    }
    const options = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(() => {
      if (start === undefined) return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(null);
      });
    }).observe(shown, options);
  });
  undefined;`;

const firsts = {
  'the first move of the slider redraws the figure': {
    shown: '#hero figure',
    act: async (page: BarePage) => {
      await page.evaluate(`document.querySelector('#hero input[type=range]').focus()`);
      await page.press('ArrowRight');
    },
  },
  'the first failed validation is said in the form': {
    shown: '#contact-form',
    act: async (page: BarePage) => {
      const at = await page.evaluate<{ x: number; y: number }>(`new Promise((resolve) => {
        const button = document.querySelector('#contact-form button[type=submit]');
        button.scrollIntoView({ block: 'center', behavior: 'instant' });
        const look = () => {
          if (!document.querySelector('#contact-form').noValidate) return setTimeout(look, 20);
          const { x, y, width, height } = button.getBoundingClientRect();
          resolve({ x: x + width / 2, y: y + height / 2 });
        };
        look();
      })`);
      await page.click(at.x, at.y);
    },
  },
};

for (const [title, { shown, act }] of Object.entries(firsts)) {
  test(`${title} within ${limit} ms`, async ({ site }) => {
    const browser = await launchBareBrowser(findTestBrowser() ?? undefined);
    const durations: number[] = [];
    while (durations.length < tries && !durations.some((duration) => duration <= limit)) {
      const page = await BarePage.open(browser, 1280, 844);
      await page.slowDown(slowdown);
      await page.goto(site.url);
      // The visitor has moved, and the files of the islands have come.
      await page.evaluate(`new Promise((resolve) => {
        const look = () => {
          if (document.querySelector('astro-island[client=script][ssr]')) return setTimeout(look, 20);
          dispatchEvent(new Event('pointermove'));
          const isHere = ({ name }) => /\\/(?:client|islands)\\./.test(name);
          const settle = () => performance.getEntriesByType('resource').filter(isHere).length < 2
            ? setTimeout(settle, 20)
            : requestIdleCallback(resolve);
          settle();
        };
        look();
      })`);
      await page.evaluate(watch(shown));
      await act(page);
      durations.push(await page.evaluate<number>('answered'));
      await page.close();
    }
    await browser.close();
    expect(Math.min(...durations), durations.map(Math.round).join(' ms, ')).toBeLessThanOrEqual(
      limit,
    );
  });
}
