/**
 * A visitor who begins at the top sees the words at once. The rest follows when the browser is idle:
 *
 * - Our fonts. The first page of a visit uses fonts of the machine that are as wide (model/cut-fonts.ts)
 *   until ours have loaded, which then replace them everywhere at once, or nowhere if the first view would
 *   jump (decision 0020).
 * - Then the layout of all but the first section, because laying out everything at once keeps a slow phone
 *   busy for a tenth of a second. A click ends the wait, as it may follow a link to a section (Document.astro).
 */

const { dataset } = document.documentElement;

// Not from browser.ts: an import would make this script a file.
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
  const parts = document.querySelectorAll('body > header, #hero');
  const text = Array.from(parts, ({ textContent }) => textContent).join('');
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

const layOut = async (): Promise<void> => {
  for (const section of document.querySelectorAll<HTMLElement>('main > :not(#hero)')) {
    if (dataset.deferred === undefined) return;
    section.style.contentVisibility = 'visible';
    for (const wait of [frame, idle]) await wait();
  }
  delete dataset.deferred;
};

/** Shows our fonts, unless a line would end elsewhere and the page jump: then they wait for the next page. */
const showFonts = (): void => {
  const isSeen = (element: Element): boolean => element.getBoundingClientRect().top < innerHeight;
  const all = (within: ParentNode, selector: string): HTMLElement[] =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
  // Part by part, since asking for a line lays out its part.
  const parts = all(document, 'body > header, main > *');
  const seen = parts.flatMap((part) => all(part, ':is(header a, h1, h2, p, li)'));
  const heights = (): string => seen.map(({ offsetHeight }) => offsetHeight).join();
  const before = heights();
  delete dataset.fonts;
  if (heights() !== before) dataset.fonts = 'none';
};

const bringTheRest = async (): Promise<void> => {
  // The second frame comes after the first paint.
  for (const wait of [frame, frame, idle]) await wait();
  if (dataset.fonts) await loadFonts().then(showFonts);
  // At last, so that new fonts change the layout of the first view alone.
  await layOut();
};

if (dataset.fonts || dataset.deferred !== undefined) addEventListener('load', bringTheRest);
