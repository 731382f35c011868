import type { Browser } from '@playwright/test';
import type { Browser as BareBrowser } from 'puppeteer-core';
import { BarePage } from './bare-browser.ts';

export const slowdown = 4;

/** Clicks when the page has come to rest after scrolling. */
const click = async (page: BarePage, selector: string): Promise<void> => {
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`new Promise((resolve) => {
    const element = document.querySelector(${JSON.stringify(selector)});
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => {
      const { x, y, width, height } = element.getBoundingClientRect();
      resolve({ x: x + width / 2, y: y + height / 2 });
    })));
  })`);
  await page.click(x, y);
};

const focus = (page: BarePage, selector: string): Promise<unknown> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);

const interactions: Record<string, { width: number; use: (page: BarePage) => Promise<void> }> = {
  'mobile menu': {
    width: 390,
    use: async (page) => {
      await click(page, 'header button[popovertarget]');
      await page.press('Escape');
    },
  },
  'service card': { width: 1280, use: (page) => click(page, '#services summary') },
  question: { width: 1280, use: (page) => click(page, '#contact details ~ details summary') },
  'nav link': { width: 1280, use: (page) => click(page, 'header nav a[href="#expertise"]') },
  'first key in the form': {
    width: 1280,
    use: async (page) => {
      await focus(page, '#contact-form textarea');
      await page.press('a', 'a');
    },
  },
  'failed validation': {
    width: 1280,
    use: (page) => click(page, '#contact-form button[type=submit]'),
  },
  notification: { width: 1280, use: (page) => click(page, 'a[data-resource="case-studies"]') },
  'slider of the figure': {
    width: 1280,
    use: async (page) => {
      await focus(page, '#hero input[type=range]');
      await page.press('ArrowRight');
    },
  },
};

export interface InteractionMeasurement {
  name: string;
  /** Milliseconds from input to the next frame (Event Timing). */
  median: number;
  p98: number;
  repetitions: number;
}

export interface MainThreadMeasurement {
  /** Milliseconds of tasks over 50 ms. */
  longTasks: number[];
  /** Milliseconds of frames over 50 ms while scrolling. */
  longFrames: number[];
  /** Milliseconds over 50 that such frames block. */
  blockedFrames: number[];
}

/** Resolves when the page's script has run; islands come to life when they are used. */
const openSlowly = async (page: BarePage, url: string): Promise<void> => {
  await page.slowDown(slowdown);
  await page.goto(url);
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('astro-island[client=script][ssr]')) setTimeout(look, 50);
      else setTimeout(resolve, 1000);
    };
    look();
  })`);
};

/** @param share 0.5 for the median */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

const record = (type: string, options: object = {}) => `
  globalThis.recorded = [];
  globalThis.blocked = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.interactionId === 0) continue;
      recorded.push(entry.duration);
      if (entry.blockingDuration > 0) blocked.push(entry.blockingDuration);
    }
  }).observe(${JSON.stringify({ type, buffered: true, ...options })});`;

/** An entry comes after its frame. */
const readRecorded = (page: BarePage): Promise<number[]> =>
  page.evaluate(`new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() =>
      setTimeout(() => resolve(recorded), 100))))`);

export const measureInteractions = async (
  browser: BareBrowser,
  url: string,
  repetitions: number,
): Promise<InteractionMeasurement[]> => {
  const results: InteractionMeasurement[] = [];
  for (const [name, { width, use }] of Object.entries(interactions)) {
    const durations: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const page = await BarePage.open(browser, width, 844);
      await page.addInitScript(record('event', { durationThreshold: 16 }));
      await openSlowly(page, url);
      await use(page);
      // Shorter durations are not reported.
      durations.push(Math.max(16, ...(await readRecorded(page))));
      await page.close();
    }
    results.push({
      name,
      median: quantile(durations, 0.5),
      p98: quantile(durations, 0.98),
      repetitions,
    });
  }
  return results;
};

export const measureMainThread = async (
  browser: BareBrowser,
  url: string,
): Promise<MainThreadMeasurement> => {
  const page = await BarePage.open(browser, 390, 844);
  // A site's first document starts a process, whose work is not the page's.
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
  await page.addInitScript(record('longtask'));
  await openSlowly(page, url);
  const longTasks = await readRecorded(page);
  await page.evaluate(record('long-animation-frame', { buffered: false }));
  for (const direction of [1, -1]) {
    for (let step = 0; step < 30; step++) {
      await page.wheel(direction * 600);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
  }
  const longFrames = await readRecorded(page);
  const blockedFrames = await page.evaluate<number[]>('blocked');
  await page.close();
  return { longTasks, longFrames, blockedFrames };
};

export const isRestoredFromCache = async (browser: Browser, url: string): Promise<boolean> => {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.title = `restored ${persisted}`;
    });
  });
  await page.goto(`${url}/terms`, { waitUntil: 'networkidle' });
  // A restored page has no load event.
  await page.goBack({ waitUntil: 'commit' });
  const restored = (await page.title()) === 'restored true';
  await page.close();
  return restored;
};
