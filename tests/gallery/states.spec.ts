import { visits } from '../accessibility/states.ts';
import { test } from '../fixtures.ts';

// `npm run states`: a report with screenshots of every state, on a phone and a desktop, light and dark.

for (const [title, visit] of Object.entries(visits)) {
  test(title, async ({ page, context, allowConsole, site }, testInfo) => {
    for await (const state of visit({ page, context, allowConsole, site })) {
      const { name, part, maxWidth = Number.POSITIVE_INFINITY } = state;
      for (const width of [390, 1280].filter((each) => each <= maxWidth)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          if (part) await page.locator(part).first().scrollIntoViewIfNeeded();
          const body = await page.screenshot({ fullPage: !part });
          const where = `${name}, ${width} px, ${colorScheme}`;
          await testInfo.attach(where, { body, contentType: 'image/png' });
        }
      }
    }
  });
}
