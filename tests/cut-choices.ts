import type { Page } from './fixtures.ts';

/**
 * Finds choices that a closed select list would cut off. Its own text cannot be measured, so a box of the same
 * width and font is measured instead.
 */
export const findCutChoices = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    for (const select of document.querySelectorAll('select')) {
      if (!select.checkVisibility({ visibilityProperty: true })) continue;
      const chosen = select.selectedIndex;
      for (const [index, option] of [...select.options].entries()) {
        if (option.hidden) continue;
        select.selectedIndex = index;
        const style = getComputedStyle(select);
        const across = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
        const down = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
        const box = document.body.appendChild(document.createElement('div'));
        box.textContent = option.text;
        for (const name of ['font', 'letterSpacing', 'wordSpacing', 'lineHeight'] as const) {
          box.style[name] = style[name];
        }
        box.style.width = `${select.clientWidth - across}px`;
        const isWhole =
          box.scrollWidth <= box.clientWidth && box.clientHeight <= select.clientHeight - down + 1;
        box.remove();
        if (!isWhole) cut.push(`cut: ${option.text}`);
      }
      select.selectedIndex = chosen;
    }
    return cut;
  });
