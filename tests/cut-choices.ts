import type { Page } from './fixtures.ts';

/** The choices that a closed list is too narrow to show in full: each makes it as wide as it needs. */
export const findCutChoices = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    for (const select of document.querySelectorAll('select')) {
      if (!select.checkVisibility({ visibilityProperty: true })) continue;
      const { selectedIndex, clientWidth } = select;
      select.style.cssText =
        'field-sizing: content; width: max-content; min-width: 0; max-width: none';
      for (const [index, { hidden, text }] of [...select.options].entries()) {
        select.selectedIndex = index;
        if (!hidden && select.clientWidth > clientWidth) cut.push(`cut: ${text}`);
      }
      select.removeAttribute('style');
      select.selectedIndex = selectedIndex;
    }
    return cut;
  });
