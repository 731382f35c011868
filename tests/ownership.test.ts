import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Each promise of docs/behavior.md has an owner: a test whose title ends with `(behavior 3.5)`, or with
// several sections. The list is in `test-results/owners.txt`.

const behavior = readFileSync('docs/behavior.md', 'utf8');
const sections = Array.from(
  behavior.matchAll(/^(?:### |- \*\*)(\d+\.\d+)(?:\*\*| (.*))/gm),
  ([, number = '', title = '']) => [number, title] as const,
);

const owned = globSync('{*,*/**/*}.{test,spec}.{ts,tsx}', { exclude: ['node_modules/**'] })
  .sort()
  .flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/(['"`])(.*?) \(behavior ([\d., ]+)\)\1/g),
      ([, , title = '', numbers = '']) => ({ file, title, numbers: numbers.split(', ') }),
    ),
  );

// citations.test.ts tests that each cited section exists.
test('each section of docs/behavior.md has a test that owns it', () => {
  const owners = sections.map(([number, title]) => ({
    section: `${number} ${title}`.trim(),
    tests: owned.filter(({ numbers }) => numbers.includes(number)),
  }));
  const list = owners.flatMap(({ section, tests }) => [
    section,
    ...tests.map(({ file, title }) => `    ${file}: ${title}`),
  ]);
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/owners.txt', `${list.join('\n')}\n`);
  expect(sections.length).toBeGreaterThan(50);
  expect(owners.filter(({ tests }) => tests.length === 0).map(({ section }) => section)).toEqual(
    [],
  );
});
