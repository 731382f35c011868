import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import { identity } from '../../content/identity.ts';
import { navigation } from '../../content/schema/sections.ts';

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
    'focus-order-semantics': { enabled: true },
    // The frame is checked as the state "embedded newsletter".
    'frame-tested': { enabled: false },
  },
  resultTypes: ['violations', 'incomplete'],
  iframes: false,
} satisfies RunOptions;

interface Finding {
  rule: string;
  target: string;
  html: string;
  why: string;
}

const findings = (results: AxeResults['violations']): Finding[] =>
  results.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => ({
      rule: id,
      target: target.join(' '),
      html,
      why: [...any, ...all, ...none].map(({ message }) => message).join('; '),
    })),
  );

const firmInHtml = identity.firm.replaceAll('&', '&amp;').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const sections = navigation.map(({ section }) => section).join('|');

/** What axe-core cannot decide, and why each is right. */
const examined: readonly { rule: string; html: RegExp; reason: string }[] = [
  {
    rule: 'color-contrast',
    html: /^<select /,
    reason:
      'The arrow is drawn with gradients of the text’s own color at the end of the box, where no text runs; below the text is the plain background, which the other fields share.',
  },
  {
    rule: 'color-contrast',
    html: /^<text /,
    reason:
      'axe-core cannot see behind words in a drawing. contrast.spec.ts measures them on the screen’s own colors.',
  },
  {
    rule: 'color-contrast',
    html: /^<(?:button [^>]*popovertarget|span data-menu)/,
    reason:
      'The open menu dims the header with 35 % black, text and background alike: ink on paper keeps 7.5:1 in light and 6.6:1 in dark. The backdrop takes clicks only to close the menu.',
  },
  {
    rule: 'color-contrast',
    html: new RegExp(
      `^(?:<span class="[^"]*">${firmInHtml}</span>$|<a href="/?#(?:${sections})"|<a [^>]*data-source="header")`,
    ),
    reason:
      'The header: the open menu dims its name as it does the menu’s button, and at the top of a page it has no background of its own, but the plain paper below it. There axe-core takes what stands in the middle of the document for its background. contrast.spec.ts measures it.',
  },
];

/** Returns what is wrong or undecided, without what was examined. */
export const judge = ({
  violations,
  incomplete,
}: Pick<AxeResults, 'violations' | 'incomplete'>) => ({
  violations: findings(violations),
  undecided: findings(incomplete).filter(
    ({ rule, html }) => !examined.some((known) => known.rule === rule && known.html.test(html)),
  ),
});
