import { spawn } from 'node:child_process';
import puppeteer, { type KeyInput, type LaunchOptions } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../tools/chromium.ts';
import { findProgram } from '../../tools/find-program.ts';
import { freePort } from '../../tools/free-port.ts';
import type { Driver, Json, Key } from './driver.ts';

// WebKit speaks only WebDriver. selenium-webdriver would save about 50 lines, but brings over a dozen
// packages.

export interface Engine {
  name: string;
  /** What is missing and how to get it, or null. */
  missing: () => string | null;
  launch: () => Promise<Driver>;
}

const expression = (functionText: string, args: readonly Json[]): string =>
  `(${functionText})(...${JSON.stringify(args)})`;

const findFirefox = (): string | null =>
  process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox');

const launchWithPuppeteer = async (name: string, options: LaunchOptions): Promise<Driver> => {
  const browser = await puppeteer.launch(options);
  const page = await browser.newPage();
  const closeOtherTabs = async (): Promise<void> => {
    for (const tab of await browser.pages()) if (tab !== page) await tab.close();
  };
  await closeOtherTabs();
  return {
    name: `${name} ${(await browser.version()).split('/').at(-1)}`,
    goto: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    resize: (width, height) => page.setViewport({ width, height }),
    call: (functionText, args) => page.evaluate(expression(functionText, args)),
    click: (selector) => page.locator(selector).click(),
    type: (text) => page.keyboard.type(text),
    press: async (key) => {
      const keys = key.split('+') as KeyInput[];
      for (const one of keys) await page.keyboard.down(one);
      for (const one of keys.toReversed()) await page.keyboard.up(one);
    },
    tabs: async () => (await browser.pages()).map((tab) => tab.url()),
    closeOtherTabs,
    quit: () => browser.close(),
  };
};

/** W3C WebDriver, 17.4.2; held down together. */
const webDriverKeys: Record<Key, string> = {
  Tab: '\uE004',
  'Shift+Tab': '\uE008\uE004',
  Enter: '\uE007',
  ' ': ' ',
  Escape: '\uE00C',
  ArrowRight: '\uE014',
};

const hasDisplay = (): boolean => Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const launchWebKit = async (): Promise<Driver> => {
  const port = await freePort();
  const [program = '', ...args] = [
    ...(hasDisplay() ? [] : ['xvfb-run', '-a']),
    'WebKitWebDriver',
    `--port=${port}`,
    '--host=127.0.0.1',
  ];
  // A process group, so that the browser ends with the driver.
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const stop = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid);
    } catch {
      // It has ended already.
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
  const end = Date.now() + 30_000;
  while (!(await send('GET', '/status').catch(() => null))) {
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  const session = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { pageLoadStrategy: 'normal' } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const base = `/session/${session.sessionId}`;
  const command = (path: string, body: Json): Promise<unknown> => send('POST', base + path, body);
  await command('/timeouts', { script: 60_000, pageLoad: 60_000 });

  /** Keys of one text are held down together. */
  const pressKeys = async (texts: readonly string[]): Promise<void> => {
    const actions = texts.flatMap((text) => [
      ...Array.from(text, (value) => ({ type: 'keyDown', value })),
      ...Array.from(text, (value) => ({ type: 'keyUp', value })).reverse(),
    ]);
    await command('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  const execute = (script: string, ...args: Json[]): Promise<unknown> =>
    command('/execute/sync', { script, args });
  const handles = async (): Promise<string[]> =>
    (await send('GET', `${base}/window/handles`)) as string[];
  const [first = ''] = await handles();

  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    goto: async (url) => void (await command('/url', { url })),
    back: async () => void (await command('/back', {})),
    // The rectangle includes the window's frame, which the second round adds.
    resize: async (width, height) => {
      for (let extra = { width: 0, height: 0 }, round = 0; round < 2; round++) {
        await command('/window/rect', {
          width: width + extra.width,
          height: height + extra.height,
        });
        const inside = (await execute('return [innerWidth, innerHeight]')) as [number, number];
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
      const found = await command('/element', { using: 'css selector', value: selector });
      const element = found as Record<string, string>;
      // WebDriver may leave the element below the fixed header.
      await execute('arguments[0].scrollIntoView({ block: "center" })', element);
      await command(`/element/${element[elementKey]}/click`, {});
    },
    type: (text) => pressKeys([...text]),
    press: (key) => pressKeys([webDriverKeys[key]]),
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
    launch: () =>
      launchWithPuppeteer('Chromium', {
        executablePath: findChromium() ?? '',
        args: [...chromiumFlags],
      }),
  },
  {
    name: 'Firefox',
    missing: () =>
      findFirefox()
        ? null
        : 'Firefox is not here. Install it, or set FIREFOX_PATH (Debian: apt-get install firefox-esr).',
    launch: () =>
      launchWithPuppeteer('firefox', {
        browser: 'firefox',
        executablePath: findFirefox() ?? '',
        // A page shown again from memory does not load, for which Puppeteer waits for ever.
        extraPrefsFirefox: { 'browser.sessionhistory.max_total_viewers': 0 },
      }),
  },
  {
    name: 'WebKit',
    missing: () => {
      return findProgram('WebKitWebDriver') && (hasDisplay() || findProgram('xvfb-run'))
        ? null
        : 'WebKit is not here: WebKitWebDriver with MiniBrowser, and xvfb-run where there is no screen (Debian: apt-get install webkit2gtk-driver xvfb).';
    },
    launch: launchWebKit,
  },
];
