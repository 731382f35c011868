import puppeteer, { type Browser, type BrowserContext, type CDPSession } from 'puppeteer-core';
import { chromiumFlags, ensureChromium } from '#documents/chromium.ts';

/**
 * Chromium driven over its DevTools protocol with nothing attached that a visitor does not have.
 * The pages of Playwright, Puppeteer and Lighthouse enable the protocol's Runtime domain; from then on
 * every Error that a script makes has V8 parse the whole script once more for its stack. React makes
 * two while it is read, so that its task looks three times as long as it is. Puppeteer's sessions, which
 * are all that is used here, enable nothing.
 */

/** A browser with our flags and none of Puppeteer's; its profile goes with it. */
export const launchBareBrowser = (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: ensureChromium(),
    ignoreDefaultArgs: true,
    args: ['--headless', ...chromiumFlags],
    pipe: true,
    waitForInitialPage: false,
  });

export interface Viewport {
  width: number;
  height: number;
}

/** A page with no history, cache or storage of another; positions are CSS pixels of the viewport. */
export class BarePage {
  readonly #context: BrowserContext;
  readonly #session: CDPSession;

  private constructor(context: BrowserContext, session: CDPSession) {
    this.#context = context;
    this.#session = session;
  }

  /** A new page; one narrower than 600 px is a phone's. */
  static async open(browser: Browser, { width, height }: Viewport): Promise<BarePage> {
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

  /** Makes the page run so many times slower than the machine. */
  async slowDown(times: number): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  /** Runs a script in every document before its own scripts. */
  async addInitScript(source: string): Promise<void> {
    await this.#session.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** Opens an address; returns when the page and all that it asks for at once is there. */
  async goto(url: string): Promise<void> {
    await this.#session.send('Page.enable');
    const loaded = new Promise<void>((resolve) => {
      this.#session.once('Page.loadEventFired', () => resolve());
    });
    const { errorText } = await this.#session.send('Page.navigate', { url });
    if (errorText) throw new Error(`${url} did not open: ${errorText}`);
    await loaded;
  }

  /**
   * The value of an expression, awaited where it is a promise.
   * @throws Error with the page's message when the expression throws
   */
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

  /** @param text what the key types, where it types something */
  async press(key: string, text = ''): Promise<void> {
    const code = text === '' ? key : `Key${text.toUpperCase()}`;
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text });
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
  }

  /** Turns the wheel over the middle of a phone's view; returns when the page has taken it. */
  async wheel(deltaY: number): Promise<void> {
    const at = { x: 195, y: 400, deltaX: 0, deltaY };
    await this.#session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseWheel' });
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
