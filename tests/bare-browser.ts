import puppeteer, { type Browser, type BrowserContext, type CDPSession } from 'puppeteer-core';
import { chromiumFlags, ensureChromium } from '#tools/chromium.ts';

// The pages of Playwright, Puppeteer and Lighthouse enable the DevTools protocol's Runtime domain. Each
// Error then makes V8 parse the whole script again for its stack. React makes two while it is read, so
// its task looks three times as long. Puppeteer's bare sessions enable nothing.

export const launchBareBrowser = (executablePath = ensureChromium()): Promise<Browser> =>
  puppeteer.launch({
    executablePath,
    ignoreDefaultArgs: true,
    args: ['--headless', ...chromiumFlags],
    pipe: true,
    waitForInitialPage: false,
  });

/** A page in a profile of its own; positions are CSS pixels. */
export class BarePage {
  readonly #context: BrowserContext;
  readonly #session: CDPSession;

  private constructor(context: BrowserContext, session: CDPSession) {
    this.#context = context;
    this.#session = session;
  }

  /** A page narrower than 600 px is a phone's. */
  static async open(browser: Browser, width: number, height: number): Promise<BarePage> {
    const context = await browser.createBrowserContext();
    const browserSession = await browser.target().createCDPSession();
    const found = context.waitForTarget((target) => target.type() === 'page');
    await browserSession.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId: context.id ?? '',
    });
    const session = await (await found).createCDPSession();
    await browserSession.detach();
    await session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: width < 600,
    });
    return new BarePage(context, session);
  }

  async slowDown(times: number): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  /** Resolves after the load event. */
  async goto(url: string): Promise<void> {
    await this.#session.send('Page.enable');
    const loaded = new Promise<void>((resolve) => {
      this.#session.once('Page.loadEventFired', () => resolve());
    });
    const { errorText } = await this.#session.send('Page.navigate', { url });
    if (errorText) throw new Error(`${url} did not open: ${errorText}`);
    await loaded;
  }

  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value as T;
  }

  async click(x: number, y: number): Promise<void> {
    const at = { x, y, button: 'left', clickCount: 1 } as const;
    await this.#session.send('Input.dispatchMouseEvent', {
      ...at,
      type: 'mouseMoved',
      button: 'none',
    });
    await this.#session.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' });
    await this.#session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' });
  }

  async press(key: string): Promise<void> {
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code: key });
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key });
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
