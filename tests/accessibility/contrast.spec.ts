import { expect, type Page, test } from '../fixtures.ts';
import { states } from './states.ts';

// Also what axe-core does not measure: words in drawings, forced colors, edges of controls.
// WCAG 1.4.3 (4.5:1, large text 3:1) and 1.4.11 (3:1).

const findFaint = (page: Page) =>
  page.evaluate(() => {
    type Color = [red: number, green: number, blue: number, alpha: number];
    const parse = (css: string): Color => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = (top: Color, below: Color): Color => {
      const mix = (index: 0 | 1 | 2) => top[index] * top[3] + below[index] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const backgroundOf = (element: Element | null): Color => {
      if (!element) return [255, 255, 255, 1];
      const own = parse(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, backgroundOf(element.parentElement));
    };
    const luminance = ([red, green, blue]: Color): number => {
      const linear = (channel: number) => {
        const share = channel / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const contrast = (one: Color, other: Color): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };

    const faint: { what: string; ratio: number; needed: number }[] = [];
    let measured = 0;
    const judge = (what: string, color: Color, background: Color, needed: number): void => {
      measured++;
      const ratio = contrast(over(color, background), background);
      if (ratio < needed) faint.push({ what, ratio: Math.round(ratio * 100) / 100, needed });
    };
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visually-hidden');

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim();
      const element = node.parentElement;
      if (!text || !element || !isShown(element) || element.closest('script, style, :disabled')) {
        continue;
      }
      const style = getComputedStyle(element);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const color = parse(element instanceof SVGElement ? style.fill : style.color);
      judge(text.slice(0, 60), color, backgroundOf(element), isLarge ? 3 : 4.5);
    }
    for (const control of document.querySelectorAll('input, select, textarea, button')) {
      const style = getComputedStyle(control);
      if (!isShown(control) || Number.parseFloat(style.borderTopWidth) === 0) continue;
      // Inactive controls are exempt (1.4.11), and look it (behavior 3.2).
      if (control.closest('[inert]')) continue;
      const name = control.getAttribute('name') ?? control.textContent ?? '';
      const below = backgroundOf(control.parentElement);
      judge(`edge of ${name}`, parse(style.borderTopColor), below, 3);
    }
    return { measured, faint };
  });

for (const { name, reach } of states) {
  test(`contrast is high enough: ${name}`, async ({ page, context, allowConsole, site }) => {
    await reach({ page, context, allowConsole, site });
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ colorScheme, forcedColors });
        const { measured, faint } = await findFaint(page);
        const where = `${colorScheme}, forced colors ${forcedColors}`;
        expect(measured, where).toBeGreaterThan(1);
        expect.soft(faint, where).toEqual([]);
      }
    }
  });
}
