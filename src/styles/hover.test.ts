import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A media query with its rules, as the formatter indents them. */
const withPointer = /^( *)@media \(hover: hover\) \{$.*?^\1\}$/gms;

test.each(globSync('src/**/*.{css,astro}'))(
  '%s: nothing keeps the color of a pointer after a tap',
  (file) => {
    expect(readFileSync(file, 'utf8').replace(withPointer, '')).not.toContain(':hover');
  },
);
