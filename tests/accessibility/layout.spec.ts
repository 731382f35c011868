import { findCutChoices } from '../cut-choices.ts';
import { expect, type Page, test } from '../fixtures.ts';
import { states } from './states.ts';

// Reflow at 320 px, 1280 px magnified four times (WCAG 1.4.10); targets of 24 px (2.5.8).

/** WCAG 1.4.12. */
const spaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets = [sheet];
  });

const findLayoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const { scrollingElement } = document;
    const width = document.documentElement.clientWidth;
    if (scrollingElement && scrollingElement.scrollWidth > width) {
      faults.push(`the page is ${scrollingElement.scrollWidth} px wide in a window of ${width}`);
    }

    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visually-hidden, [class*=skipLink]:not(:focus), [aria-hidden] [type]');
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`;
    /** Fixed elements lie over the page by design. */
    const layerOf = (element: Element): Element | null => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (getComputedStyle(at).position === 'fixed') return at;
      }
      return null;
    };
    const scrolls = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    };

    const lines: { text: Text; layer: Element | null; rect: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text;
      const element = text.parentElement;
      if (!element || !text.data.trim() || !isShown(element)) continue;
      if (element.closest('script, style, option, [aria-hidden=true] label')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const layer = layerOf(element);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1) continue;
        if ((rect.right > width + 1 || rect.left < -1) && !scrolls(element)) {
          faults.push(`${name(element)} reaches from ${rect.left} to ${rect.right}`);
        }
        lines.push({ text, layer, rect });
      }
      for (
        let box: Element | null = element;
        box && box !== document.body;
        box = box.parentElement
      ) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
        const cutsX = /hidden|clip/.test(overflowX) && box.scrollWidth > box.clientWidth + 1;
        const cutsY = /hidden|clip/.test(overflowY) && box.scrollHeight > box.clientHeight + 1;
        if ((cutsX || cutsY || textOverflow === 'ellipsis') && box.clientWidth > 1) {
          faults.push(`${name(box)} is cut off`);
        }
      }
    }
    // Ascenders may touch descenders.
    lines.sort((one, other) => one.rect.top - other.rect.top);
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (other.rect.top >= one.rect.bottom) break;
        if (one.text === other.text || one.layer !== other.layer) continue;
        const height =
          Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        const across =
          Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const smaller = Math.min(one.rect.height, other.rect.height);
        if (across > 2 && height > smaller * 0.4) {
          faults.push(`"${one.text.data.trim()}" lies over "${other.text.data.trim()}"`);
        }
      }
    }

    for (const control of document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    )) {
      if (!isShown(control) || control.closest('[aria-hidden=true]')) continue;
      if (control.scrollWidth > control.clientWidth + 2 && control.matches('button')) {
        faults.push(`${name(control)} is wider than its box`);
      }
      const { display } = getComputedStyle(control);
      const around = control.parentElement?.textContent?.trim() ?? '';
      // A link in a sentence is exempt (2.5.8, inline).
      const isInSentence =
        display === 'inline' && around.length > (control.textContent?.trim().length ?? 0);
      const { width: wide, height: high } = control.getBoundingClientRect();
      if (!isInSentence && (wide < 24 || high < 24)) {
        faults.push(`${name(control)} is a target of ${wide} × ${high}`);
      }
    }
    return [...new Set(faults)];
  });

const windows = [
  { width: 320, height: 256 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

for (const { name, reach, maxWidth = Number.POSITIVE_INFINITY } of states) {
  test(`nothing overflows, overlaps or is cut off: ${name}`, async ({
    page,
    context,
    allowConsole,
    site,
  }) => {
    await reach({ page, context, allowConsole, site });
    const fitting = windows.filter(({ width }) => width <= maxWidth);
    for (const { width, height } of fitting) {
      await page.setViewportSize({ width, height });
      expect.soft(await findLayoutFaults(page), `${width} px`).toEqual([]);
      expect.soft(await findCutChoices(page), `${width} px`).toEqual([]);
    }
    await spaceText(page);
    for (const { width, height } of fitting) {
      await page.setViewportSize({ width, height });
      expect.soft(await findLayoutFaults(page), `${width} px, text spaced`).toEqual([]);
      expect.soft(await findCutChoices(page), `${width} px, text spaced`).toEqual([]);
    }
  });
}
