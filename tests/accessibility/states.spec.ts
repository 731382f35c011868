import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CDPSession } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { expect, type Page, test } from '../fixtures.ts';
import {
  findCutChoices,
  findFaint,
  findLayoutFaults,
  findMotion,
  findSmallTargets,
  findStructureFaults,
  spaceText,
} from './checks.ts';
import { type State, visits } from './states.ts';
import { expectWalk } from './walk.ts';

// Each state is reached once. Contrast is checked in all colors, layout at all widths, and the rest once. axe-core,
// which depends on both, runs at the smallest and at the largest width.

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const views = [
  // A window of 1280 px at 400 % zoom (WCAG 1.4.10).
  { width: 320, height: 256, share: 0.5, axe: 'light', other: 'dark' },
  { width: 768, height: 1024, share: 1, axe: null },
  { width: 1440, height: 900, share: 1, axe: 'dark', other: 'light' },
] as const;

/** Resizes the window, and waits for a frame, in which scripts learn of the new size. */
const resize = async (page: Page, width: number, height: number): Promise<void> => {
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
};

/** Runs axe-core: WCAG 2.0 to 2.2, levels A and AA, and best practice. @returns violations and undecided rules */
const runAxe = async (page: Page, { part = 'html', isFramed }: State): Promise<string[]> => {
  const ofWholePages = ['bypass', 'landmark-one-main', 'page-has-heading-one', 'region'];
  // For levels A and AA, but off by default.
  const added = ['target-size', 'css-orientation-lock', 'label-content-name-mismatch'];
  const isOn = (enabled: boolean) => (rule: string) => [rule, { enabled }] as const;
  const options: RunOptions = {
    rules: Object.fromEntries([
      ...added.map(isOn(true)),
      ...ofWholePages.map(isOn(!isFramed)),
      // The frame is a state of its own.
      isOn(false)('frame-tested'),
    ]),
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations', 'incomplete'],
    iframes: false,
  };
  const { violations, incomplete } = await page.evaluate(
    ([selector, runOptions]) => {
      const { axe } = window as unknown as {
        axe: { run: (part: string, options: RunOptions) => Promise<AxeResults> };
      };
      return axe.run(selector, runOptions);
    },
    [part, options] as const,
  );
  // `findFaint` measures the contrast that axe-core leaves undecided.
  const undecided = incomplete.filter(({ id }) => id !== 'color-contrast');
  return [...violations, ...undecided].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
};

const expectNone = (faults: unknown[], where: string): void =>
  expect.soft(faults, where).toEqual([]);

const look = async (page: Page, state: State): Promise<void> => {
  const { name, part = 'body', maxWidth = Number.POSITIVE_INFINITY } = state;
  await page.evaluate(axeScript);
  expectNone(await page.evaluate(findMotion), `${name}: motion`);
  const words = { language: site.language, firm: identity.firm, newTab: site.labels.newTab };
  expectNone(await page.evaluate(findStructureFaults, words), `${name}: structure`);
  for (const view of views.filter(({ width }) => width <= maxWidth)) {
    await resize(page, view.width, view.height);
    const where = `${name}, ${view.width} px`;
    for (const spacing of [', text spaced', '']) {
      await page.evaluate(spaceText, spacing !== '');
      expectNone(await page.evaluate(findLayoutFaults, part), `${where}${spacing}: layout`);
      expectNone(await page.evaluate(findCutChoices), `${where}${spacing}: choices`);
    }
    if (!view.axe) continue;
    for (const [colorScheme, forcedColors] of [
      [view.axe, 'active'],
      [view.other, 'none'],
      [view.axe, 'none'],
    ] as const) {
      await page.emulateMedia({ colorScheme, forcedColors });
      const colors = `${colorScheme}, forced colors ${forcedColors}`;
      expectNone(await page.evaluate(findFaint, part), `${where}, ${colors}: contrast`);
    }
    expectNone(await runAxe(page, state), `${where}: axe-core`);
  }
};

/** Checks a state on a phone: 44 px for fingers (WCAG 2.5.5). */
const touch = async (page: Page, session: CDPSession, state: State): Promise<void> => {
  const { name, part = 'body' } = state;
  await resize(page, 390, 844);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  expectNone(await page.evaluate(findSmallTargets, part), `${name}: targets`);
  expectNone(await page.evaluate(findLayoutFaults, part), `${name}, targets for fingers: layout`);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
};

for (const [title, visit] of Object.entries(visits)) {
  test(`${title}: each state passes the accessibility checks (behavior 1.5)`, async ({
    page,
    context,
    allowConsole,
    site: server,
  }) => {
    // A session that ends would take the page online.
    const session = await context.newCDPSession(page);
    for await (const state of visit({ page, context, allowConsole, site: server })) {
      await look(page, state);
      await touch(page, session, state);
      if (!state.hasOwnControls) continue;
      for (const { width, height, share } of views.filter(({ axe }) => axe)) {
        await resize(page, width, height);
        await expectWalk(page, share, `${state.name}, ${width} px`);
      }
    }
  });
}

test('the checks find faults in a faulty page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setContent(`
    <h2 style="transition: color 1s; color: #999">Words</h2>
    <div style="width: 2rem; overflow: hidden; white-space: nowrap">Words that are cut off</div>
    <select style="width: 3rem"><option>Words that are cut off</option></select>
    <nav></nav>
  `);
  await page.evaluate(axeScript);
  const checks = [findCutChoices, findFaint, findLayoutFaults, findMotion, findSmallTargets];
  for (const check of checks) {
    expect(await page.evaluate(check, 'body'), check.name).not.toEqual([]);
  }
  const words = { language: 'en', firm: 'A', newTab: 'B' };
  expect(await page.evaluate(findStructureFaults, words)).toHaveLength(3);
});
