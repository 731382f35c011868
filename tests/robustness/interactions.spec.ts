import puppeteer, { type Browser } from 'puppeteer-core';
import { chromiumFlags, findTestBrowser } from '#tools/chromium.ts';
import { expect, test } from '../fixtures.ts';

// The page answers the first action of a visitor within 100 ms, hydration included, on a processor that is four times
// slower (behavior 1.4). The machine may be busy, so the best of several tries counts. On a slow machine, the limit is
// four times what the browser itself usually takes to open a question.

const slowdown = 4;
const limit = 100;
const tries = 15;
/** The fewest measurements that show what the browser itself usually takes. */
const fewest = 3;

test.setTimeout(240_000);

/** The selectors of the control that gets the key and of the part that shows the answer, and the key. */
type First = [control: string, shown: string, key: string];

const firsts: Record<string, First> = {
  'the first move of the slider redraws the figure': [
    '#hero input[type=range]',
    '#hero figure',
    'ArrowRight',
  ],
  'the first failed validation is shown in the form': [
    '#contact-form button[type=submit]',
    '#contact-form',
    'Enter',
  ],
};

/** An interaction that the browser answers by itself. */
const reference: First = [
  '#contact details ~ details summary',
  '#contact details ~ details',
  'Enter',
];

/** Runs in the page: focuses the control once the islands' file has arrived. */
const approach = async ([control, shown]: First): Promise<void> => {
  const until = async (holds: () => unknown): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => requestIdleCallback(resolve));
  };
  const find = (selector: string) => document.querySelector(selector) as HTMLDetailsElement;
  await until(() => !find('astro-island[component-export=PageScript][ssr]'));
  dispatchEvent(new Event('pointermove'));
  await until(() =>
    performance.getEntriesByType('resource').some(({ name }) => /islands/.test(name)),
  );
  const part = find(shown);
  const before = part.textContent;
  let start: number | undefined;
  addEventListener('keydown', ({ timeStamp }) => (start ??= timeStamp), { capture: true });
  // Milliseconds from the key until the answer has been drawn.
  const answered = new Promise((resolve) => {
    new MutationObserver(() => {
      // Hydration changes the page as well.
      if (start === undefined || (part.textContent === before && !part.open)) return;
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - (start ?? 0))));
    }).observe(part, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  Object.assign(globalThis, { answered });
  find(control).scrollIntoView({ block: 'center', behavior: 'instant' });
  // The form hydrates before it is in view; the figure hydrates when its slider is used.
  if (!shown.startsWith('#hero')) await until(() => find('#contact-form[novalidate]'));
  find(control).focus({ preventScroll: true });
};

/**
 * Measures in a bare session: pages of Playwright and Puppeteer enable the protocol's Runtime domain, with which V8
 * parses the whole script again for the stack of each Error. React creates two Errors while it loads.
 * @returns milliseconds
 */
const measure = async (browser: Browser, url: string, first: First): Promise<number> => {
  const context = await browser.createBrowserContext();
  const found = context.waitForTarget((target) => target.type() === 'page');
  const root = await browser.target().createCDPSession();
  await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId: context.id ?? '',
  });
  const session = await (await found).createCDPSession();
  const evaluate = async (expression: string): Promise<unknown> => {
    const how = { awaitPromise: true, returnByValue: true };
    const { result } = await session.send('Runtime.evaluate', { expression, ...how });
    return result.value;
  };
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await session.send('Page.enable');
  const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve));
  await session.send('Page.navigate', { url });
  await loaded;
  await evaluate(`(${approach})(${JSON.stringify(first)})`);
  const [, , key] = first;
  const press = { key, code: key, ...(key === 'Enter' ? { text: '\r' } : {}) };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key });
  const duration = await evaluate('answered');
  await context.close();
  return Number(duration);
};

for (const [title, first] of Object.entries(firsts)) {
  test(`${title} within ${limit} ms, or longer on a slow machine`, async ({ site }) => {
    const browser = await puppeteer.launch({
      executablePath: findTestBrowser() ?? '',
      ignoreDefaultArgs: true,
      args: ['--headless', ...chromiumFlags],
      pipe: true,
      waitForInitialPage: false,
    });
    const durations: number[] = [];
    const references: number[] = [];
    const best = () => Math.min(...durations);
    const allowed = () => {
      const usual = references.toSorted((one, other) => one - other)[references.length >> 1] ?? 0;
      return Math.max(limit, references.length < fewest ? 0 : 4 * usual);
    };
    do {
      durations.push(await measure(browser, site.url, first));
      if (best() > limit) references.push(await measure(browser, site.url, reference));
    } while (best() > allowed() && durations.length < tries);
    await browser.close();
    expect(best(), `${durations} ms; the browser by itself ${references} ms`).toBeLessThanOrEqual(
      allowed(),
    );
  });
}
