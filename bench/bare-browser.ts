import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts';

/**
 * Chromium driven over its DevTools protocol with nothing attached that a visitor does not have.
 * Playwright, Puppeteer and Lighthouse enable the protocol's Runtime domain; from then on every
 * Error that a script makes has V8 parse the whole script once more for its stack. React makes two
 * while it is read, so that its task looks three times as long as it is.
 */

interface Reply {
  id?: number;
  method?: string;
  sessionId?: string;
  result?: unknown;
  error?: { message: string };
}

type Send = <T>(method: string, params?: object) => Promise<T>;

export interface Viewport {
  width: number;
  height: number;
}

/** A page of its own profile; positions are CSS pixels of the viewport. */
export class BarePage {
  readonly #send: Send;
  readonly #nextEvent: (method: string) => Promise<void>;
  readonly #close: () => Promise<unknown>;

  constructor(
    send: Send,
    nextEvent: (method: string) => Promise<void>,
    close: () => Promise<unknown>,
  ) {
    this.#send = send;
    this.#nextEvent = nextEvent;
    this.#close = close;
  }

  /** Makes the page run so many times slower than the machine. */
  slowDown(times: number): Promise<unknown> {
    return this.#send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  /** Runs a script in every document before its own scripts. */
  addInitScript(source: string): Promise<unknown> {
    return this.#send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** Opens an address; returns when the page and all that it asks for at once is there. */
  async goto(url: string): Promise<void> {
    await this.#send('Page.enable');
    const loaded = this.#nextEvent('Page.loadEventFired');
    const { errorText } = await this.#send<{ errorText?: string }>('Page.navigate', { url });
    if (errorText) throw new Error(`${url} did not open: ${errorText}`);
    await loaded;
  }

  /**
   * The value of an expression, awaited where it is a promise.
   * @throws Error with the page's message when the expression throws
   */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#send<{
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  async click(x: number, y: number): Promise<void> {
    const at = { x, y, button: 'left', clickCount: 1 };
    await this.#send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved', button: 'none' });
    await this.#send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' });
    await this.#send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' });
  }

  /** @param text what the key types, where it types something */
  async press(key: string, text?: string): Promise<void> {
    const code = text === undefined ? key : `Key${text.toUpperCase()}`;
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
  }

  /** Turns the wheel over the middle of a phone's view; returns when the page has taken it. */
  wheel(deltaY: number): Promise<unknown> {
    return this.#send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x: 195,
      y: 400,
      deltaX: 0,
      deltaY,
    });
  }

  close(): Promise<unknown> {
    return this.#close();
  }
}

export class BareBrowser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #requests: Writable;
  readonly #pending = new Map<
    number,
    { resolve: (result: never) => void; reject: (error: Error) => void }
  >();
  readonly #events = new EventEmitter();
  #lastId = 0;

  constructor() {
    this.#profile = mkdtempSync(join(tmpdir(), 'bench-'));
    const flags = ['--headless', ...chromiumFlags, `--user-data-dir=${this.#profile}`];
    // Requests go out by its file descriptor 3, replies come by 4, each ended by a zero byte.
    this.#process = spawn(ensureChromium(), [...flags, '--remote-debugging-pipe', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    const [, , , requests, replies] = this.#process.stdio;
    this.#requests = requests as Writable;
    let unread = '';
    (replies as Readable).setEncoding('utf8').on('data', (text: string) => {
      const messages = (unread + text).split('\0');
      unread = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message) as Reply);
    });
    this.#process.once('exit', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('Chromium ended'));
    });
  }

  #receive({ id, method, sessionId, result, error }: Reply): void {
    if (method) this.#events.emit(`${sessionId} ${method}`);
    const waiting = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || !waiting) return;
    this.#pending.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result as never);
  }

  #send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.#lastId;
    this.#requests.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise<T>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  /** A page with no history, cache or storage of another. */
  async newPage({ width, height }: Viewport): Promise<BarePage> {
    const { browserContextId } = await this.#send<{ browserContextId: string }>(
      'Target.createBrowserContext',
    );
    const { targetId } = await this.#send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    });
    const { sessionId } = await this.#send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const send: Send = (method, params) => this.#send(method, params, sessionId);
    await send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: width < 600,
    });
    return new BarePage(
      send,
      async (method) => {
        await once(this.#events, `${sessionId} ${method}`);
      },
      () => this.#send('Target.disposeBrowserContext', { browserContextId }),
    );
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await this.#send('Browser.close');
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
