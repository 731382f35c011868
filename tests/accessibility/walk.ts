import { expect, type Page } from '../fixtures.ts';

// WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11.

/** Moves the focus to the top, and stores the controls that Tab should reach in `window`. @returns their names */
const listControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]';
    const controls = [...document.querySelectorAll<HTMLElement>(all)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        // In a group of radio buttons, Tab reaches the chosen one, and arrow keys reach the others.
        !element.matches(':disabled, [inert] *, [type=radio]:not(:checked)') &&
        !element.closest('[aria-hidden=true]'),
    );
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    Object.assign(window, { controls });
    return controls.map(({ tagName, innerText }, index) => `${index} ${tagName} ${innerText}`);
  });

/** Describes the focused element. Null when the focus has left the page. */
const lookAtFocus = (page: Page) =>
  page.evaluate(() => {
    const { controls } = window as unknown as { controls: HTMLElement[] };
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // The bounding box of a link over two lines includes its neighbors.
    const { left, top, width, height } =
      element.getClientRects()[0] ?? element.getBoundingClientRect();
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    const hits = steps.flatMap((across) =>
      steps.filter((down) =>
        element.contains(document.elementFromPoint(left + width * across, top + height * down)),
      ),
    );
    const seen = hits.length / steps.length ** 2;
    const handle =
      element.matches('[type=range]') && element.parentElement?.querySelector('circle');
    const { outlineStyle, outlineWidth } = getComputedStyle(handle || element);
    return {
      index: controls.indexOf(element as HTMLElement),
      what: element.outerHTML.slice(0, 200),
      // Browsers scroll only the caret's line of a tall field into view.
      seen: height > 90 && seen >= 0.2 ? 1 : seen,
      hasIndicator: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isFrame: element instanceof HTMLIFrameElement,
    };
  });

type Stop = NonNullable<Awaited<ReturnType<typeof lookAtFocus>>>;

/** Presses a key until the focus leaves the page; a frame is one stop. */
const walk = async (page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> => {
  const stops: Stop[] = [];
  for (let press = 0; press < 200; press++) {
    await page.keyboard.press(key);
    const stop = await lookAtFocus(page);
    const last = stops.at(-1);
    if (!stop) return stops;
    if (last?.isFrame && stop.index === last.index) continue;
    if (stops.some(({ index }) => index === stop.index)) return stops;
    stops.push(stop);
  }
  throw new Error(`${key} goes on for ever`);
};

/**
 * Expects the keyboard to reach every control in the order of the page, forward and back, with a visible focus.
 * @param share of a control that must be in view
 */
export const expectWalk = async (page: Page, share: number, where: string): Promise<void> => {
  // Browsers do not scroll to an empty frame that takes the focus.
  for (const frame of await page.locator('iframe').all()) {
    await frame.scrollIntoViewIfNeeded();
    await expect(frame.contentFrame().locator('body')).not.toBeEmpty();
  }
  const controls = await listControls(page);
  const inOrder = controls.map((_, index) => index);
  const [forward, back] = [await walk(page, 'Tab'), await walk(page, 'Shift+Tab')];
  const indexes = (stops: Stop[]) => stops.map(({ index }) => index);
  expect.soft(indexes(forward), `${where}: ${controls.join('\n')}`).toEqual(inOrder);
  expect.soft(indexes(back), `${where}: back`).toEqual(inOrder.toReversed());
  const unseen = [...forward, ...back].filter(({ seen }) => seen < share);
  expect.soft(unseen, `${where}: not to be seen`).toEqual([]);
  const unmarked = forward.filter(({ hasIndicator, isFrame }) => !hasIndicator && !isFrame);
  expect.soft(unmarked, `${where}: no sign of the focus`).toEqual([]);
};
