/** What the journey needs of a browser; each engine has its own way of doing it. */

export const keys = ['Tab', 'Enter', 'Space', 'Escape', 'ArrowRight'] as const;
export type Key = (typeof keys)[number];

/** What goes into a page and comes out of it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export interface Driver {
  /** The engine and its version. */
  name: string;
  goto: (url: string) => Promise<void>;
  /** Goes back to the page before. */
  back: () => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** Runs the text of a function in the page with arguments and gives back what it resolves to. */
  call: (functionText: string, args: readonly Json[]) => Promise<unknown>;
  /** Clicks the middle of the first element that matches, as a mouse does. */
  click: (selector: string) => Promise<void>;
  /** Types into what has the focus. */
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** Addresses of all tabs, the first one first. */
  tabs: () => Promise<string[]>;
  /** Closes all tabs but the first. */
  closeOtherTabs: () => Promise<void>;
  quit: () => Promise<void>;
}

/** Runs a function in the page. It sees nothing of what is around it here, only its arguments. */
export const evaluate = async <Args extends readonly Json[], Result>(
  driver: Driver,
  run: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> => (await driver.call(String(run), args)) as Awaited<Result>;

/** Milliseconds that a page may take to get to where a step wants it. */
const patience = 15_000;

/**
 * Waits until a function in the page says what is expected.
 * @throws Error with what it said last
 */
export const waitFor = async <Args extends readonly Json[]>(
  driver: Driver,
  expected: Json,
  run: (...args: Args) => Json | Promise<Json>,
  ...args: Args
): Promise<void> => {
  const end = Date.now() + patience;
  for (;;) {
    // A page that is being left cannot answer.
    const said = await evaluate(driver, run, ...args).catch(String);
    if (JSON.stringify(said) === JSON.stringify(expected)) return;
    if (Date.now() > end) {
      throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(said)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
