/**
 * A visitor who begins at the top sees the words at once. What would hold them back comes when the
 * browser is idle, one part of the page after the other, and moves nothing that is seen:
 *
 * - Our faces. On a first page each part is shown in fonts of the machine that are as wide
 *   (model/cut-fonts.ts). When ours have come, they take their place where that moves nothing. Where it
 *   would, and for who has gone on or begins further down, they are there on the next page (decision 0020).
 * - The layout of all but the first section: all at once keeps a slow phone busy for a tenth of a
 *   second. A click ends it, as it may follow a link to a section (FirstView.astro).
 */

const root = document.documentElement;
const { dataset } = root;

/** Pixels; less is no layout shift to Chromium either. */
const noticeable = 3;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
// Safari has no requestIdleCallback.
const whenIdle = window.requestIdleCallback ?? ((run) => setTimeout(run, 50));
const idle = (): Promise<unknown> => new Promise((resolve) => whenIdle(resolve));

/** Whether a text has a character of a `unicode-range`, such as `U+20-21, U+A0`. */
const hasOf = (range: string, text: string): boolean => {
  const items = range.replace(
    /U\+(\w+)(?:-(\w+))?,?\s*/gi,
    (_, first, last = first) => `\\u{${first}}-\\u{${last}}`,
  );
  return new RegExp(`[${items}]`, 'u').test(text);
};

/** Loads the letters that the first view has; others come when one of them is shown. */
const loadFonts = async (): Promise<void> => {
  const text = [...document.querySelectorAll(firstView)].map((part) => part.textContent).join('');
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const loaded = rules.map(async (rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return;
    const property = (name: string): string => rule.style.getPropertyValue(name);
    const unicodeRange = property('unicode-range');
    if (!hasOf(unicodeRange, text)) return;
    // Not the rule's own face: with `font-display: optional`, Firefox gives that up after a tenth of a second.
    const font = new FontFace(property('font-family'), property('src'), {
      weight: property('font-weight'),
      unicodeRange,
    });
    document.fonts.add(await font.load());
  });
  // One that did not come is not used.
  await Promise.allSettled(loaded);
};

const isInView = (element: Element): boolean =>
  // Missing in Safari before 17.4.
  element.checkVisibility?.() !== false && element.getBoundingClientRect().top < innerHeight;

const firstView = ':is(body > header, #hero)';
const parts = ':is(body > :not(main), main > :not(#hero), #hero > *):not(script, style)';

export const giveFonts = (part: HTMLElement): void => {
  const own = part.querySelectorAll<HTMLElement>(':not(svg *)');
  const all = [...document.querySelectorAll<HTMLElement>(parts), ...own];
  const seen = isInView(part) ? all.filter(isInView) : [];
  const measure = () => seen.map((element) => element.getBoundingClientRect());
  const before = measure();
  const moves = (after: readonly DOMRect[]): boolean =>
    after.some(({ x, y }, index) => {
      const place = before[index];
      return place && Math.max(Math.abs(x - place.x), Math.abs(y - place.y)) >= noticeable;
    });
  part.dataset.fonts = 'ours';
  const after = measure();
  if (!moves(after)) return;
  // In a row, such as the navigation, what a label is wider moves the next: some hundredths of a pixel
  // from each letter hold it in its width. Islands are React's.
  const spaced = seen.flatMap((label, index) => {
    const wider = (after[index]?.width ?? 0) - (before[index]?.width ?? 0);
    const isLabel = part.contains(label) && !label.childElementCount;
    if (!wider || !isLabel || label.closest('astro-island')) return [];
    const spacing = Number.parseFloat(getComputedStyle(label).letterSpacing) || 0;
    return { label, spacing: spacing - wider / label.textContent.length };
  });
  for (const { label, spacing } of spaced) label.style.letterSpacing = `${spacing}px`;
  if (!moves(measure())) return;
  delete part.dataset.fonts;
  for (const { label } of spaced) label.style.letterSpacing = '';
};

/** One after the other, each when the browser is idle, until somebody goes on. */
const inTurn = async (selector: string, act: (part: HTMLElement) => void): Promise<void> => {
  for (const part of document.querySelectorAll<HTMLElement>(selector)) {
    if (dataset.deferred === undefined) return;
    act(part);
    for (const wait of [frame, idle]) await wait();
  }
};

const bringTheRest = async (): Promise<void> => {
  // The second frame comes after the first paint.
  for (const wait of [frame, frame, idle]) await wait();
  const loading = dataset.fonts && loadFonts();
  // Not after the fonts: a click would meet a page that is still to be laid out.
  await inTurn('main > :not(#hero)', ({ style }) => {
    style.contentVisibility = 'visible';
  });
  await loading;
  if (dataset.fonts) await inTurn(parts, giveFonts);
  delete dataset.deferred;
};

if (dataset.fonts || dataset.deferred !== undefined) addEventListener('load', bringTheRest);
