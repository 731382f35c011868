export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | ' ' | 'Escape' | 'ArrowRight';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export interface Driver {
  /** The engine and its version. */
  name: string;
  goto: (url: string) => Promise<void>;
  back: () => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** Runs a function's text in the page; returns what it resolves to. */
  call: (functionText: string, args: readonly Json[]) => Promise<unknown>;
  click: (selector: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** Addresses in the order of the tabs. */
  tabs: () => Promise<string[]>;
  closeOtherTabs: () => Promise<void>;
  quit: () => Promise<void>;
}

/** Runs a function in the page; it can use only its arguments. */
export const evaluate = async <Args extends readonly Json[], Result>(
  driver: Driver,
  run: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> => (await driver.call(String(run), args)) as Awaited<Result>;

/** Waits until a function in the page returns what is expected; throws after 15 s. */
export const waitFor = async <Args extends readonly Json[]>(
  driver: Driver,
  expected: Json,
  run: (...args: Args) => Json | Promise<Json>,
  ...args: Args
): Promise<void> => {
  const end = Date.now() + 15_000;
  for (;;) {
    // A page that is being left throws.
    const said = await evaluate(driver, run, ...args).catch(String);
    if (JSON.stringify(said) === JSON.stringify(expected)) return;
    if (Date.now() > end) {
      throw new Error(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(said)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
