import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type Page, test } from '../fixtures.ts';
import { axeOptions, axeScript, type Finding, judge } from './axe.ts';
import { states } from './states.ts';

// Every state, light and dark, at three widths, with forced colors off and on: axe-core finds
// nothing. What it cannot decide by itself was looked at, and is recorded in axe.ts.

/** Of a forced link axe-core reads -webkit-text-fill-color, which Chromium tells unforced: white on
 * white, where blue on white is on the screen. contrast.spec.ts measures forced colors. */
const forcedColorsOptions: RunOptions = {
  ...axeOptions,
  rules: { ...axeOptions.rules, 'color-contrast': { enabled: false } },
};

type AxeInPage = {
  axe: { run: (part: string, options: RunOptions) => Promise<AxeResults> };
};

const runAxe = async (
  page: Page,
  part: string,
  options: RunOptions,
): Promise<{ violations: Finding[]; undecided: Finding[] }> =>
  judge(
    await page.evaluate(
      ([selector, runOptions]) =>
        (globalThis as unknown as AxeInPage).axe.run(selector, runOptions),
      [part, options] as const,
    ),
  );

const widths = [320, 768, 1440];

for (const { name, reach, part = 'html', maxWidth = Number.POSITIVE_INFINITY } of states) {
  test(`axe finds nothing: ${name}`, async ({ page, context, allowConsole }) => {
    await reach({ page, context, allowConsole });
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
