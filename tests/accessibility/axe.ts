import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';

/** To be evaluated in the page. */
export const axeScript = readFileSync(
  fileURLToPath(import.meta.resolve('axe-core/axe.min.js')),
  'utf8',
);

/** WCAG 2.0 to 2.2, levels A and AA, and best practice. */
export const axeOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  },
  rules: {
    // For levels A and AA, but off by default.
    'target-size': { enabled: true },
    'css-orientation-lock': { enabled: true },
    'label-content-name-mismatch': { enabled: true },
    // The frame is a state of its own.
    'frame-tested': { enabled: false },
  },
  resultTypes: ['violations', 'incomplete'],
  iframes: false,
} satisfies RunOptions;

const findings = (results: AxeResults['violations']): string[] =>
  results.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );

/** Returns what is wrong or undecided. Contrast is never undecided: `findFaint` measures all of it. */
export const judge = ({
  violations,
  incomplete,
}: Pick<AxeResults, 'violations' | 'incomplete'>) => ({
  violations: findings(violations),
  undecided: findings(incomplete.filter(({ id }) => id !== 'color-contrast')),
});
