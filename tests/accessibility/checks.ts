// Checks that axe-core lacks. Each runs in the page, next to axe-core, and returns the faults in a part of it.

interface Color {
  alpha: number;
  parseString: (css: string) => void;
}

/** The functions that axe-core offers to custom rules. */
interface ColorTools {
  Color: new (red: number, green: number, blue: number, alpha?: number) => Color;
  flattenColors: (top: Color, below: Color) => Color;
  getContrast: (background: Color, foreground: Color) => number;
}

/**
 * Finds text, edges of controls and selected choices with too little contrast, also in drawings, in forced colors,
 * and where axe-core cannot decide. WCAG 1.4.3 (4.5:1, large text 3:1) and 1.4.11 (3:1).
 */
export const findFaint = (selector: string): string[] => {
  const { axe } = window as unknown as { axe: { commons: { color: ColorTools } } };
  const { Color, flattenColors, getContrast } = axe.commons.color;
  const parse = (css: string): Color => {
    const color = new Color(0, 0, 0);
    color.parseString(css);
    return color;
  };
  const backgroundOf = (element: Element | null): Color => {
    if (!element) return new Color(255, 255, 255);
    const own = parse(getComputedStyle(element).backgroundColor);
    return own.alpha === 1 ? own : flattenColors(own, backgroundOf(element.parentElement));
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visually-hidden, script, style');

  const faults: string[] = [];
  let measured = 0;
  const judge = (what: string, css: string, around: Element | null, needed: number): void => {
    measured++;
    const ratio = getContrast(backgroundOf(around), parse(css));
    if (ratio < needed) faults.push(`${what} has ${ratio.toFixed(2)} of ${needed}`);
  };
  const root = document.querySelector(selector) ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [text, element] = [node.textContent?.trim(), node.parentElement];
    if (!text || !element || !isShown(element)) continue;
    const { fontSize, fontWeight, fill, color } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    judge(text, element instanceof SVGElement ? fill : color, element, isLarge ? 3 : 4.5);
  }
  for (const control of root.querySelectorAll('input, select, textarea, button')) {
    const { borderTopWidth, borderTopColor } = getComputedStyle(control);
    // Inactive controls are exempt (1.4.11), and look inactive (behavior 3.2).
    if (!isShown(control) || borderTopWidth === '0px' || control.closest('[inert]')) continue;
    judge(`the edge of ${control.outerHTML}`, borderTopColor, control.parentElement, 3);
  }
  for (const chosen of root.querySelectorAll('label:has(> :checked)')) {
    const { backgroundColor } = getComputedStyle(chosen);
    judge(`the choice of ${chosen.textContent}`, backgroundColor, chosen.parentElement, 3);
  }
  return measured > 0 ? faults : ['there is nothing to measure'];
};

/** Finds elements that overflow, overlap or are cut off. WCAG 1.4.10. */
export const findLayoutFaults = (selector: string): string[] => {
  const faults = new Set<string>();
  const { clientWidth: width, scrollWidth } = document.documentElement;
  if (scrollWidth > width) faults.add(`the page is ${scrollWidth} px wide in a window of ${width}`);
  const lines: { text: string; layer: Element | undefined; rect: DOMRect }[] = [];
  const root = document.querySelector(selector) ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [text, element] = [node.textContent?.trim(), node.parentElement];
    if (!text || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    if (element.closest('.visually-hidden, script, style, option, [aria-hidden=true] label'))
      continue;
    const boxes: { box: Element; style: CSSStyleDeclaration }[] = [];
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      boxes.push({ box, style: getComputedStyle(box) });
    }
    for (const { box, style } of boxes) {
      const hides = (overflow: string): boolean => /hidden|clip/.test(overflow);
      const cuts =
        (hides(style.overflowX) && box.scrollWidth > box.clientWidth + 1) ||
        (hides(style.overflowY) && box.scrollHeight > box.clientHeight + 1) ||
        (box.matches('button') && box.scrollWidth > box.clientWidth + 2) ||
        style.textOverflow === 'ellipsis';
      if (cuts && box.clientWidth > 1) faults.add(`"${text}" does not fit into its ${box.tagName}`);
    }
    // Fixed elements lie over the page by design.
    const layer = boxes.find(({ style }) => style.position === 'fixed')?.box;
    const scrolls = boxes.some(({ style }) => /auto|scroll/.test(style.overflowX));
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      if ((rect.right > width + 1 || rect.left < -1) && !scrolls)
        faults.add(`"${text}" is outside`);
      lines.push({ text, layer, rect });
    }
  }
  lines.sort((one, other) => one.rect.top - other.rect.top);
  for (const [index, { text, layer, rect }] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (other.rect.top >= rect.bottom) break;
      if (text === other.text || layer !== other.layer) continue;
      const height = Math.min(rect.bottom, other.rect.bottom) - other.rect.top;
      const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
      // Ascenders may touch descenders.
      const touches = height <= Math.min(rect.height, other.rect.height) * 0.4;
      if (across > 2 && !touches) faults.add(`"${text}" lies over "${other.text}"`);
    }
  }
  return [...faults];
};

/**
 * Finds choices that a closed select list would cut off. Its own text cannot be measured, so boxes of the same
 * width and font are measured instead, all at once, because a list of time zones is long.
 */
export const findCutChoices = (): string[] =>
  [...document.querySelectorAll('select')].flatMap((select) => {
    if (!select.checkVisibility({ visibilityProperty: true })) return [];
    const style = getComputedStyle(select);
    const across = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    const down = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
    const width = `${select.clientWidth - across}px`;
    const choices = [...select.options].filter(({ hidden }) => !hidden);
    const boxes = choices.map(({ text }) => {
      const box = Object.assign(document.createElement('div'), { textContent: text });
      for (const name of ['font', 'letterSpacing', 'wordSpacing', 'lineHeight'] as const) {
        box.style[name] = style[name];
      }
      box.style.width = width;
      return box;
    });
    document.body.append(...boxes);
    const fits = (box: Element): boolean =>
      box.scrollWidth <= box.clientWidth && box.clientHeight <= select.clientHeight - down + 1;
    const chosen = select.selectedIndex;
    const cut = boxes.filter((box, index) => {
      if (fits(box)) return false;
      // The list is as high as the choice that it shows.
      select.selectedIndex = choices[index]?.index ?? chosen;
      const isCut = !fits(box);
      select.selectedIndex = chosen;
      return isCut;
    });
    for (const box of boxes) box.remove();
    return cut.map(({ textContent }) => `cut: ${textContent}`);
  });

/** Adds the text spacing of WCAG 1.4.12, or removes it. */
export const spaceText = (isSpaced: boolean): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets = isSpaced ? [sheet] : [];
};

/**
 * Finds controls that a thick finger misses when it presses near their middle. WCAG 2.5.5: 44 px, except for links
 * in a line of text.
 */
export const findSmallTargets = (selector: string): string[] => {
  if (!matchMedia('(pointer: coarse)').matches) return ['there is no finger'];
  const root = document.querySelector(selector) ?? document.body;
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  return [...root.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
    const own = control.textContent.trim();
    const around = control.parentElement?.textContent.trim() ?? '';
    const isInLine = getComputedStyle(control).display === 'inline' && around.length > own.length;
    const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isHidden = control.closest('[aria-hidden=true], [inert], .visually-hidden') !== null;
    if (isInLine || !isShown || isHidden) return [];
    // The skip link is visible only while it has the focus.
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    // The bounding box of a link over two lines includes its neighbors, so the check presses its longer line.
    const parts = [...control.getClientRects()].sort((one, other) => other.width - one.width);
    const { left, top, width, height } = parts[0] ?? control.getBoundingClientRect();
    const isHit = (across: number, down: number): boolean => {
      const hit = document.elementFromPoint(left + width / 2 + across, top + height / 2 + down);
      return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control);
    };
    const isLarge = isHit(-21, 0) && isHit(21, 0) && isHit(0, -21) && isHit(0, 21);
    return isLarge ? [] : [`${control.outerHTML} of ${Math.round(width)} × ${Math.round(height)}`];
  });
};

/** Finds elements that could move although the visitor asked for less motion. WCAG 2.3.3. */
export const findMotion = (): string[] => {
  const lasts = (durations: string): boolean => /[1-9]/.test(durations);
  const could = [...document.querySelectorAll('*')].filter((element) =>
    ['', '::before', '::after'].some((part) => {
      const style = getComputedStyle(element, part);
      const animates = style.animationName !== 'none' && lasts(style.animationDuration);
      return lasts(style.transitionDuration) || animates;
    }),
  );
  return could.map(({ outerHTML }) => outerHTML.slice(0, 80));
};

/**
 * Finds faults of title, language, headings, landmarks, links to new tabs, error messages and visually hidden text.
 * WCAG 2.4.2, 3.1.1, 3.3.1.
 * @param newTab the words of a link that opens a tab
 */
export const findStructureFaults = (words: { language: string; firm: string; newTab: string }) => {
  const isEmpty = (part: Element): boolean => !part.textContent.trim();
  const isDescribed = ({ ariaDescribedByElements }: Element): boolean =>
    ariaDescribedByElements?.some((description) => !isEmpty(description)) ?? false;
  const countLines = (element: Element): number => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
  };
  const rules: [what: string, selector: string, isFault: (element: HTMLElement) => boolean][] = [
    ['language', 'html', ({ lang }) => lang !== words.language],
    ['title', 'html', () => !document.title.endsWith(` – ${words.firm}`)],
    ['not the first main heading', 'h1', (one) => one !== document.querySelector('h1')],
    ['empty', 'main, nav, header, footer, section[aria-label], :is(ul, ol, dl):empty', isEmpty],
    [
      'repeated by its heading',
      'nav',
      (nav) => nav.querySelector('h2, h3')?.textContent === nav.ariaLabel,
    ],
    [
      'a tab unsaid',
      'a[target=_blank]',
      (link) => !link.textContent.endsWith(` (${words.newTab})`),
    ],
    ['not described', '[aria-invalid=true]', (field) => !isDescribed(field)],
    // A screen reader that reads line by line would spell such text letter by letter.
    ['of several lines', '.visually-hidden', (unseen) => countLines(unseen) > 1],
  ];
  return rules.flatMap(([what, selector, isFault]) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter(isFault)
      .map(({ outerHTML }) => `${what}: ${outerHTML.slice(0, 200)}`),
  );
};
