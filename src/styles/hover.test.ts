import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Matches a media query with its rules, as the formatter indents them. */
const withPointer = /^( *)@media \(hover: hover\) \{$.*?^\1\}$/gms;

test.each(globSync('src/**/*.{css,astro}'))(
  '%s: all :hover rules require a pointer, so that no hover color remains after a tap',
  (file) => {
    expect(readFileSync(file, 'utf8').replace(withPointer, '')).not.toContain(':hover');
  },
);
