import type { Browser, Page } from '@playwright/test';

/** How much slower than this machine the page is made to run. */
export const slowdown = 4;

/** Every kind of control, and how a visitor uses it once; what it leaves behind is undone. */
const interactions: Record<string, { width: number; use: (page: Page) => Promise<void> }> = {
  'mobile menu': {
    width: 390,
    use: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.keyboard.press('Escape');
    },
  },
  'service card': {
    width: 1280,
    use: (page) => page.locator('#services summary').first().click(),
  },
  question: { width: 1280, use: (page) => page.locator('#contact summary').nth(1).click() },
  'nav link': {
    width: 1280,
    use: (page) => page.getByRole('banner').getByRole('link', { name: 'Expertise' }).click(),
  },
  'first key in the form': {
    width: 1280,
    use: async (page) => {
      await page.getByLabel('Message', { exact: true }).focus();
      await page.keyboard.press('a');
    },
  },
  'failed validation': {
    width: 1280,
    use: (page) => page.getByRole('button', { name: 'Send Message' }).click(),
  },
  notification: {
    width: 1280,
    use: (page) => page.getByRole('link', { name: 'Download Case Studies' }).click(),
  },
  'slider of the figure': {
    width: 1280,
    use: async (page) => {
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowRight');
    },
  },
};

export interface InteractionMeasurement {
  name: string;
  /** Milliseconds from input to the next frame (Event Timing), over all repetitions. */
  median: number;
  p98: number;
  repetitions: number;
}

export interface MainThreadMeasurement {
  /** Tasks over 50 ms between navigation and idle, in milliseconds. */
  longTasks: number[];
  /** Frames over 50 ms while scrolling to the end and back, in milliseconds. */
  longFrames: number[];
}

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
};

const openSlowly = async (page: Page, url: string): Promise<void> => {
  await slowDown(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
};

/** The share of values that lie below: 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

declare global {
  var eventDurations: number[];
  var longDurations: number[];
}

/** Uses every control again and again on a slowed-down page, and measures each answer. */
export const measureInteractions = async (
  browser: Browser,
  url: string,
  repetitions: number,
): Promise<InteractionMeasurement[]> => {
  const results: InteractionMeasurement[] = [];
  for (const [name, { width, use }] of Object.entries(interactions)) {
    const durations: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      await page.addInitScript(() => {
        globalThis.eventDurations = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { interactionId } = entry as PerformanceEntry & { interactionId: number };
            if (interactionId) globalThis.eventDurations.push(entry.duration);
          }
        }).observe({
          type: 'event',
          buffered: true,
          durationThreshold: 16,
        } as PerformanceObserverInit);
      });
      await openSlowly(page, url);
      await use(page);
      // The entry of an event is delivered after the frame that it led to.
      await page.evaluate(
        () =>
          new Promise<void>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))),
          ),
      );
      const seen = await page.evaluate(() => globalThis.eventDurations);
      // Faster than 16 ms is not reported at all.
      durations.push(Math.max(16, ...seen));
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

const observeLong = (type: 'longtask' | 'long-animation-frame') => `
  globalThis.longDurations = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longDurations.push(duration);
  }).observe({ type: '${type}', buffered: true });`;

/** What keeps the main thread busy while the slowed-down page loads and scrolls. */
export const measureMainThread = async (
  browser: Browser,
  url: string,
): Promise<MainThreadMeasurement> => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.addInitScript(observeLong('longtask'));
  await openSlowly(page, url);
  const longTasks = await page.evaluate(() => globalThis.longDurations);
  await page.evaluate(observeLong('long-animation-frame'));
  await page.evaluate(() => {
    globalThis.longDurations.length = 0;
  });
  for (const direction of [1, -1]) {
    for (let step = 0; step < 30; step++) {
      await page.mouse.wheel(0, direction * 600);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }
  const longFrames = await page.evaluate(() => globalThis.longDurations);
  await page.close();
  return { longTasks, longFrames };
};

/** Whether the browser keeps the page when a visitor leaves it, and shows it again as it was. */
export const isRestoredFromCache = async (browser: Browser, url: string): Promise<boolean> => {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.title = `restored ${persisted}`;
    });
  });
  await page.goto(`${url}/terms`, { waitUntil: 'networkidle' });
  // No load event comes with a page that is restored.
  await page.goBack({ waitUntil: 'commit' });
  const restored = (await page.title()) === 'restored true';
  await page.close();
  return restored;
};
