import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Matches a media query with its rules, as the formatter indents them. */
const withPointer = /^( *)@media \(hover: hover\) \{$.*?^\1\}$/gms;

/** Matches `left:`, `margin-right:` and the like, and four values of which the second and fourth differ. */
const oneSided =
  /(?<![\w-])(?:[\w-]+-)?(?:left|right):|(?:inset|margin|padding|border-width): \S+ (\S+) \S+ (?!\1;)\S+;/;

describe.each(globSync('src/**/*.{css,astro}'))('%s', (file) => {
  const styles = readFileSync(file, 'utf8');

  test('all :hover rules require a pointer, so that no hover color remains after a tap', () => {
    expect(styles.replace(withPointer, '')).not.toContain(':hover');
  });

  test('nothing stays on the left or right of a page that runs from right to left (behavior 1.3)', () => {
    expect(styles.replace(/\((?:[^()]|\([^()]*\))*\)/g, '')).not.toMatch(oneSided);
  });
});
