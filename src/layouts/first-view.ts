/**
 * A visitor who begins at the top of the page sees its text at once. The rest follows when the browser is idle:
 *
 * - Our fonts. The first page of a visit uses fallback fonts of the same width (model/cut-fonts.ts) until ours
 *   have loaded. Ours then replace all of them at once, or none if the text in view would jump (decision 0020).
 * - Then the layout of all sections but the first, because laying out everything at once keeps a slow phone
 *   busy for a tenth of a second. A click ends the wait, because it may follow a link to a section
 *   (Document.astro).
 */

const { dataset } = document.documentElement;

// Not imported from browser.ts, because an import would turn this inline script into a file.
const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
// Safari has no requestIdleCallback.
const whenIdle = window.requestIdleCallback ?? ((run) => setTimeout(run, 50));
const idle = (): Promise<unknown> => new Promise((resolve) => whenIdle(resolve));

/** Returns whether a text has a character of a `unicode-range`, such as `U+20-21, U+A0`. */
const hasOf = (range: string, text: string): boolean => {
  const items = range.replace(
    /U\+(\w+)(?:-(\w+))?,?\s*/gi,
    (_, first, last = first) => `\\u{${first}}-\\u{${last}}`,
  );
  return new RegExp(`[${items}]`, 'u').test(text);
};

/** The `@font-face` rules that the script in the head removed from the page. */
declare const fontRules: CSSFontFaceRule[];

/** Loads the fonts for the letters of the page. The browser loads others when it shows their letters. */
const loadFonts = async (): Promise<FontFace[]> => {
  const parts = document.querySelectorAll('body > header, main > :not(script), footer');
  const text = Array.from(parts, ({ textContent }) => textContent).join('');
  const fonts = fontRules.map(({ style }) => {
    const unicodeRange = style.getPropertyValue('unicode-range');
    const font = new FontFace(
      style.getPropertyValue('font-family'),
      style.getPropertyValue('src'),
      // With `optional`, Chromium would not use a font for letters that come later, such as translated ones.
      { weight: style.getPropertyValue('font-weight'), unicodeRange, display: 'swap' },
    );
    return hasOf(unicodeRange, text) ? font.load() : font;
  });
  const results = await Promise.allSettled(fonts);
  // A font that did not load is not used.
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
};

const layOut = async (): Promise<void> => {
  for (const section of document.querySelectorAll<HTMLElement>('main > :not(#hero)')) {
    if (dataset.deferred === undefined) return;
    section.style.contentVisibility = 'visible';
    for (const wait of [frame, idle]) await wait();
  }
  delete dataset.deferred;
};

/** Returns a function that measures the lines down to the end of the window. */
const measureLines = (): (() => string) => {
  const isSeen = (element: Element): boolean => element.getBoundingClientRect().top < innerHeight;
  const all = (within: ParentNode, selector: string): HTMLElement[] =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
  // Part by part, because measuring a line lays out its whole part.
  const parts = all(document, 'body > header, main > *');
  const seen = parts.flatMap((part) => all(part, ':is(header a, h1, h2, p, li)'));
  return () => seen.map(({ offsetHeight }) => offsetHeight).join();
};

const bringTheRest = async (): Promise<void> => {
  // The second frame comes after the first paint.
  for (const wait of [frame, frame, idle]) await wait();
  if (dataset.fonts) {
    const fonts = await loadFonts();
    // In a task of its own, because the new layout already keeps a slow phone busy.
    await idle();
    // Not earlier: the visitor may have scrolled or opened something while the fonts loaded.
    const heights = measureLines();
    const before = heights();
    for (const font of fonts) document.fonts.add(font);
    delete dataset.fonts;
    // If a line would end elsewhere, the page would jump, so our fonts wait for the next page.
    if (heights() !== before) {
      document.fonts.clear();
      dataset.fonts = 'none';
    }
  }
  // Last, so that new fonts change only the layout of the first view.
  await layOut();
};

if (dataset.fonts || dataset.deferred !== undefined) addEventListener('load', bringTheRest);
