import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { findProgram } from '../../tools/chromium.ts';
import { freePort } from '../../tools/free-port.ts';
import type { Driver, Json, Key } from './driver.ts';

// Playwright drives its own builds of Firefox and WebKit. These drivers use the builds of a Linux distribution.

export interface EngineDriver extends Driver {
  resize: (width: number, height: number) => Promise<void>;
  /** Errors of the pages, and refusals of their policy; WebDriver does not report them. */
  faults?: readonly string[];
  quit: () => Promise<void>;
}

const firefox = (): string | null =>
  process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox');

/** Waits until a download is complete, without a partial file. @returns the contents; the file is removed */
const saved = async (folder: string): Promise<Buffer> => {
  const files = (): string[] => readdirSync(folder).filter((name) => name.includes('.pdf'));
  await expect.poll(() => files().join(), { timeout: 15_000 }).toMatch(/^[^,]+\.pdf$/);
  const file = join(folder, files().join());
  const content = readFileSync(file);
  rmSync(file);
  return content;
};

const launchFirefox = async (home: string): Promise<EngineDriver> => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox() ?? '',
    extraPrefsFirefox: {
      // A page restored from memory fires no load event, for which Puppeteer would wait forever.
      'browser.sessionhistory.max_total_viewers': 0,
      'browser.download.folderList': 2,
      'browser.download.dir': home,
      // Otherwise Firefox shows the saved file in another tab, and the page behind that tab draws no frame.
      'pdfjs.disabled': true,
      'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
      'ui.prefersReducedMotion': 1,
    },
  });
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const click = (selector: string): Promise<void> => page.locator(selector).click();
  const closeOtherTabs = async (): Promise<void> => {
    for (const tab of await browser.pages()) if (tab !== page) await tab.close();
    await page.bringToFront();
  };
  await closeOtherTabs();
  return {
    goto: (url) => page.goto(url),
    run: (expression) => page.evaluate(expression),
    click,
    type: (text) => page.keyboard.type(text),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.down(key);
      for (const key of keys) await page.keyboard.up(key);
    },
    tabs: async () => (await browser.pages()).map((tab) => tab.url()),
    closeOtherTabs,
    download: async (selector) => {
      await click(selector);
      return saved(home);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    faults,
    quit: () => browser.close(),
  };
};

/** W3C WebDriver, 17.4.2. */
const webDriverKeys: Record<Key, string> = {
  Shift: '\uE008',
  Tab: '\uE004',
  Escape: '\uE00C',
  ArrowRight: '\uE014',
};

const hasDisplay = (): boolean => Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/** WebKit speaks only WebDriver. A client from npm would bring over a dozen packages for these lines. */
const launchWebKit = async (home: string): Promise<EngineDriver> => {
  mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true });
  const settings = '[Settings]\ngtk-enable-animations=0\n';
  writeFileSync(join(home, '.config/gtk-3.0/settings.ini'), settings);
  const port = await freePort();
  const screen = hasDisplay() ? [] : ['xvfb-run', '-a'];
  const [program = '', ...args] = [...screen, 'WebKitWebDriver', `--port=${port}`];
  // A process group, so that the browser ends with the driver.
  const child = spawn(program, args, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config') },
  });
  const ask = async (method: string, path: string, body?: Json): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  for (const end = Date.now() + 30_000; ; await pause(50)) {
    if (await ask('GET', '/status').catch(() => Date.now() > end)) break;
  }
  const { sessionId } = (await ask('POST', '/session', { capabilities: {} })) as {
    sessionId: string;
  };
  const base = `/session/${sessionId}`;
  const command = (path: string, body: Json = {}): Promise<unknown> =>
    ask('POST', base + path, body);
  const run = async (expression: string): Promise<unknown> => {
    const answer = (await command('/execute/async', {
      script: `const done = arguments[0]; Promise.resolve().then(() => ${expression})
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      args: [],
    })) as { value?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  };
  const keys = (actions: Json[]): Promise<unknown> =>
    command('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  const down = (value: string): Json => ({ type: 'keyDown', value });
  const up = (value: string): Json => ({ type: 'keyUp', value });
  const click = async (selector: string): Promise<void> => {
    const element = await command('/element', { using: 'css selector', value: selector });
    // WebDriver may leave the element behind the fixed header.
    const script = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })';
    await command('/execute/sync', { script, args: [element as Json] });
    await command(`/element/${Object.values(element as object)[0]}/click`);
  };
  const handles = async (): Promise<string[]> =>
    (await ask('GET', `${base}/window/handles`)) as string[];
  const [first = ''] = await handles();
  const inOtherTabs = async (act: () => Promise<unknown>): Promise<void> => {
    for (const handle of await handles()) {
      if (handle === first) continue;
      await command('/window', { handle });
      await act();
    }
    await command('/window', { handle: first });
  };
  return {
    goto: (url) => command('/url', { url }),
    run,
    click,
    type: async (text) => void (await keys([...text].flatMap((key) => [down(key), up(key)]))),
    press: async (...names) => {
      const values = names.map((name) => webDriverKeys[name]);
      await keys([...values.map(down), ...values.map(up)]);
    },
    tabs: async () => {
      const urls = [String(await ask('GET', `${base}/url`))];
      await inOtherTabs(async () => urls.push(String(await ask('GET', `${base}/url`))));
      return urls;
    },
    closeOtherTabs: () => inOtherTabs(() => ask('DELETE', `${base}/window`)),
    download: async (selector) => {
      await click(selector);
      return saved(home);
    },
    resize: async (width, height) => {
      const frame = await run('[outerWidth - innerWidth, outerHeight - innerHeight]');
      const [across, along] = frame as [number, number];
      const rect = { width: width + across, height: height + along };
      // Both sizes include the window's frame. A window has a minimum width, and its page gets a new size later.
      const { x, y, ...outer } = (await command('/window/rect', rect)) as Record<string, number>;
      await expect.poll(() => run('({ width: outerWidth, height: outerHeight })')).toEqual(outer);
    },
    quit: async () => {
      await ask('DELETE', base);
      process.kill(-(child.pid ?? 0));
    },
  };
};

/** The Debian packages that are missing, or null; `launch` gets an empty folder for the browser's files. */
export const engines = {
  Firefox: { missing: () => (firefox() ? null : 'firefox-esr'), launch: launchFirefox },
  WebKit: {
    missing: () =>
      findProgram('WebKitWebDriver') && (hasDisplay() || findProgram('xvfb-run'))
        ? null
        : 'webkit2gtk-driver xvfb',
    launch: launchWebKit,
  },
};
