import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import puppeteer, { type Page as PuppeteerPage } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../documents/chromium.ts';
import { findProgram } from '../../documents/find-program.ts';
import { freePort } from '../../tools/free-port.ts';
import type { Driver, Json, Key } from './driver.ts';

/** The three engines that browsers are made of, each with its own driver. */

export interface Engine {
  name: string;
  /** What is missing to drive it on this machine and how to get it; null when all is there. */
  missing: () => string | null;
  launch: () => Promise<Driver>;
}

/** A call of the function in the page, as an expression. */
const expression = (functionText: string, args: readonly Json[]): string =>
  `(${functionText})(...${JSON.stringify(args)})`;

const launchChromium = async (): Promise<Driver> => {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumFlags],
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  return {
    name: `Chromium ${browser.version()}`,
    goto: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    resize: (width, height) => page.setViewportSize({ width, height }),
    call: (functionText, args) => page.evaluate(expression(functionText, args)),
    click: (selector) => page.locator(selector).first().click(),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    tabs: async () => context.pages().map((tab) => tab.url()),
    closeOtherTabs: async () => {
      for (const tab of context.pages().slice(1)) await tab.close();
    },
    quit: () => browser.close(),
  };
};

const findFirefox = (): string | null =>
  process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox');

const launchFirefox = async (): Promise<Driver> => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? '',
    headless: true,
    // A page that is shown again from memory does not load, and Puppeteer waits for that without end.
    extraPrefsFirefox: { 'browser.sessionhistory.max_total_viewers': 0 },
  });
  const page: PuppeteerPage = await browser.newPage();
  for (const other of await browser.pages()) if (other !== page) await other.close();
  return {
    name: (await browser.version()).replace('/', ' '),
    goto: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    resize: (width, height) => page.setViewport({ width, height }),
    call: (functionText, args) => page.evaluate(expression(functionText, args)),
    click: async (selector) => {
      await page.locator(selector).click();
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    tabs: async () => (await browser.pages()).map((tab) => tab.url()),
    closeOtherTabs: async () => {
      for (const tab of await browser.pages()) if (tab !== page) await tab.close();
    },
    quit: () => browser.close(),
  };
};

/** Keys that WebDriver names by private characters (W3C WebDriver, 17.4.2). */
const webDriverKeys: Record<Key, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Space: ' ',
  Escape: '\uE00C',
  ArrowRight: '\uE014',
};

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const launchWebKit = async (): Promise<Driver> => {
  const port = await freePort();
  const driverArgs = [`--port=${port}`, '--host=127.0.0.1'];
  const hasDisplay = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  // A group of its own, so that the browser that it starts goes with it.
  const child = hasDisplay
    ? spawn('WebKitWebDriver', driverArgs, { stdio: 'ignore', detached: true })
    : spawn('xvfb-run', ['-a', 'WebKitWebDriver', ...driverArgs], {
        stdio: 'ignore',
        detached: true,
      });
  const stop = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid);
    } catch {
      // It has gone already.
    }
  };
  process.once('exit', stop);

  const send = async (method: string, path: string, body?: Json): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(90_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const isReady = (): Promise<boolean> =>
    send('GET', '/status').then(
      () => true,
      () => false,
    );
  const end = Date.now() + 30_000;
  while (!(await isReady())) {
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  const session = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { pageLoadStrategy: 'normal' } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const base = `/session/${session.sessionId}`;
  const command = (path: string, body: Json): Promise<unknown> => send('POST', base + path, body);
  await command('/timeouts', { script: 60_000, pageLoad: 60_000 });

  const pressKeys = (values: readonly string[]): Promise<unknown> =>
    command('/actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: values.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  const handles = async (): Promise<string[]> =>
    (await send('GET', `${base}/window/handles`)) as string[];
  const [first = ''] = await handles();

  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    goto: async (url) => void (await command('/url', { url })),
    back: async () => void (await command('/back', {})),
    // The window has a frame around the page, so it is asked again for what was missing.
    resize: async (width, height) => {
      for (let extra = { width: 0, height: 0 }, round = 0; round < 2; round++) {
        await command('/window/rect', {
          width: width + extra.width,
          height: height + extra.height,
        });
        const inside = (await command('/execute/sync', {
          script: 'return [innerWidth, innerHeight]',
          args: [],
        })) as [number, number];
        extra = { width: width - inside[0], height: height - inside[1] };
      }
    },
    call: async (functionText, args) => {
      const answer = (await command('/execute/async', {
        script: `const done = arguments[arguments.length - 1];
          Promise.resolve().then(() => ${expression(functionText, args)})
            .then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args: [],
      })) as { value?: unknown; error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    click: async (selector) => {
      const element = (await command('/element', {
        using: 'css selector',
        value: selector,
      })) as Record<string, string>;
      // WebDriver scrolls only as far as it must, which can be below the fixed header.
      await command('/execute/sync', {
        script: 'arguments[0].scrollIntoView({ block: "center" })',
        args: [element],
      });
      await command(`/element/${element[elementKey]}/click`, {});
    },
    type: async (text) => void (await pressKeys([...text])),
    press: async (key) => void (await pressKeys([webDriverKeys[key]])),
    tabs: async () => {
      const urls: string[] = [];
      for (const handle of await handles()) {
        await command('/window', { handle });
        urls.push(String(await send('GET', `${base}/url`)));
      }
      await command('/window', { handle: first });
      return urls;
    },
    closeOtherTabs: async () => {
      for (const handle of await handles()) {
        if (handle === first) continue;
        await command('/window', { handle });
        await send('DELETE', `${base}/window`);
      }
      await command('/window', { handle: first });
    },
    quit: async () => {
      await send('DELETE', base);
      process.off('exit', stop);
      stop();
    },
  };
};

export const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    missing: () =>
      findChromium()
        ? null
        : 'Chromium is not here. Install Chromium or Chrome, or set CHROMIUM_PATH (Debian: apt-get install chromium).',
    launch: launchChromium,
  },
  {
    name: 'Firefox',
    missing: () =>
      findFirefox()
        ? null
        : 'Firefox is not here. Install it, or set FIREFOX_PATH (Debian: apt-get install firefox-esr).',
    launch: launchFirefox,
  },
  {
    name: 'WebKit',
    missing: () => {
      const hasDisplay = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
      return findProgram('WebKitWebDriver') && (hasDisplay || findProgram('xvfb-run'))
        ? null
        : 'WebKit is not here: WebKitWebDriver with MiniBrowser, and xvfb-run where there is no screen (Debian: apt-get install webkit2gtk-driver xvfb).';
    },
    launch: launchWebKit,
  },
];
