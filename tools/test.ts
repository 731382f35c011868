import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { readOptions } from './options.ts';

// `npm test` runs these steps and prints their total. Arguments after a second `--` are for the only step that
// is named: `npm test -- --only=end-to-end -- tests/form.spec.ts`.

const flag = { type: 'boolean' } as const;
const { values: options, positionals } = readOptions({
  allowPositionals: true,
  options: { only: { type: 'string' }, all: flag, quick: flag },
});

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
const playwright = ['node_modules/@playwright/test/cli.js', 'test'];

const steps: Record<string, string[]> = {
  // TypeScript's compiler cannot read pages, but takes a fifth of the time of `astro check`.
  types: ['node_modules/typescript-native/bin/tsc'],
  pages: ['node_modules/astro/bin/astro.mjs', 'check', '--tsconfig=tsconfig.astro.json'],
  lint: ['node_modules/@biomejs/biome/bin/biome', 'check'],
  unit: [...vitest, '--project=unit'],
  slow: [...vitest, '--project=slow'],
  unused: ['node_modules/knip/bin/knip.js', '--no-progress'],
  // A workspace that an owner may delete.
  ...(existsSync('papers/test.ts') && {
    papers: ['papers/test.ts', ...(options.all ? ['--if-changed'] : [])],
  }),
  build: ['tools/build-variants.ts'],
  'end-to-end': [...playwright, '--project=end-to-end'],
  accessibility: [...playwright, '--project=accessibility'],
  robustness: [...playwright, '--project=robustness'],
  hosts: [...playwright, '--project=hosts'],
  owners: [...playwright, '--project=owners'],
};
const quick = ['types', 'lint', 'unit'];
const together = [...quick, 'pages'];

const usual = options.quick ? quick : [...together, 'papers', 'build', 'end-to-end'];
const chosen =
  options.only?.split(',') ??
  (options.all ? Object.keys(steps) : usual.filter((name) => name in steps));
if (chosen.some((name) => !(name in steps)) || (positionals.length > 0 && chosen.length > 1)) {
  console.error(
    `The steps are ${Object.keys(steps).join(', ')}; for arguments, --only must name one of them.`,
  );
  process.exit(2);
}
const total = { passed: 0, failed: 0, lines: [''] };
const runStep = async (name: string): Promise<void> => {
  const [report, startedAt] = [`test-results/${name}.xml`, Date.now()];
  rmSync(report, { force: true });
  const child = spawn(process.execPath, [...(steps[name] ?? []), ...positionals], {
    stdio: 'inherit',
    env: { ...process.env, TEST_REPORT: report },
  });
  const [code] = await once(child, 'exit');
  // Vitest and Playwright write JUnit's format.
  const tests = existsSync(report) ? readFileSync(report, 'utf8').split('<testcase ').slice(1) : [];
  const failed = tests.filter((test) => /<(?:failure|error)[ >]/.test(test));
  const titles = failed.map((test) => /name="([^"]*)".*?name="([^"]*)/.exec(test)?.slice(1).join());
  if (code !== 0 && failed.length === 0) titles.push(`exit code ${code}, as printed above`);
  const skipped = tests.filter((test) => test.includes('<skipped')).length;
  const passed = Math.max(0, (tests.length || 1) - skipped - titles.length);
  total.passed += passed;
  total.failed += titles.length;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  total.lines.push(`${name}: ${passed} passed, ${titles.length} failed (${seconds} s)`);
  total.lines.push(...titles.map((title) => `  failed: ${title}`));
};

await Promise.all(chosen.filter((name) => together.includes(name)).map(runStep));
for (const name of chosen) if (!together.includes(name)) await runStep(name);
console.log(`${total.lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
