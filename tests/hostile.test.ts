import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every test with larger numbers for hostile hands is among those that npm run test:hostile runs', () => {
  const files = globSync('{booking,hosting,inbox,tools}/**/*.test.ts');
  const larger = files.filter((file) => readFileSync(file, 'utf8').includes('amount('));
  const program = readFileSync('tests/hostile/run.ts', 'utf8');
  expect(larger.length).toBeGreaterThan(5);
  expect(larger.filter((file) => !program.includes(`'${file}'`))).toEqual([]);
});
