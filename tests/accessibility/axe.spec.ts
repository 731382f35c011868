import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type Page, test } from '../fixtures.ts';
import { axeOptions, axeScript, judge } from './axe.ts';
import { states } from './states.ts';

// Chromium reports a forced link's -webkit-text-fill-color unforced, so axe-core sees white on white.
// contrast.spec.ts measures forced colors.
const forcedColorsOptions: RunOptions = {
  ...axeOptions,
  rules: { ...axeOptions.rules, 'color-contrast': { enabled: false } },
};

type AxeInPage = {
  axe: { run: (part: string, options: RunOptions) => Promise<AxeResults> };
};

const runAxe = async (page: Page, part: string, options: RunOptions) =>
  judge(
    await page.evaluate(
      ([selector, runOptions]) =>
        (globalThis as unknown as AxeInPage).axe.run(selector, runOptions),
      [part, options] as const,
    ),
  );

const widths = [320, 768, 1440];

for (const { name, reach, part = 'html', maxWidth = Number.POSITIVE_INFINITY } of states) {
  test(`axe finds nothing: ${name}`, async ({ page, context, allowConsole, site }) => {
    await reach({ page, context, allowConsole, site });
    await page.evaluate(axeScript);
    for (const width of widths.filter((each) => each <= maxWidth)) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const forcedColors of ['none', 'active'] as const) {
          await page.emulateMedia({ colorScheme, forcedColors });
          const options = forcedColors === 'active' ? forcedColorsOptions : axeOptions;
          const { violations, undecided } = await runAxe(page, part, options);
          const where = `${width} px, ${colorScheme}, forced colors ${forcedColors}`;
          expect.soft(violations, `violations at ${where}`).toEqual([]);
          expect.soft(undecided, `undecided at ${where}`).toEqual([]);
        }
      }
    }
  });
}
