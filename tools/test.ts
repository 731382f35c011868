import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureChromium } from '#documents/chromium.ts';
import { variableList } from '#hosting/variables.ts';
import { variants } from './variants.ts';

/**
 * `npm test`: types, lint, unit tests, production builds and end-to-end tests, one after the other,
 * and the sum of them all. A step that fails does not keep the next from running, unless that one
 * needs its result. `npm test -- --only=types,lint` runs some of the steps, `npm test -- --all` the
 * slow ones too.
 */

const { values: options } = parseArgs({
  options: {
    /** Which steps to run, with commas between. */
    only: { type: 'string' },
    /** Runs the slow steps too, as continuous integration does. */
    all: { type: 'boolean' },
  },
});

interface Count {
  passed: number;
  failed: number;
}

const node = process.execPath;

const run = (args: string[], environment: Record<string, string> = {}): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      stdio: 'inherit',
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...environment },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });

const asCount = (passed: boolean): Count => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

const readReport = <Report>(file: string): Report | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
};

/** A runner that ended without a report, or badly though none of its tests failed, is a failure. */
const settle = (succeeded: boolean, count: Count | null): Count => {
  if (!count) return { passed: 0, failed: 1 };
  return !succeeded && count.failed === 0 ? { ...count, failed: 1 } : count;
};

const runUnitTests = async (): Promise<Count> => {
  const outputFile = 'test-results/unit.json';
  const succeeded = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
  ]);
  const report = readReport<{ numPassedTests: number; numFailedTests: number }>(outputFile);
  return settle(
    succeeded,
    report && { passed: report.numPassedTests, failed: report.numFailedTests },
  );
};

/** Runs the tests of one project of playwright.config.ts. */
const runInChromium = async (project: string): Promise<Count> => {
  const outputFile = 'test-results/end-to-end.json';
  rmSync(outputFile, { force: true });
  const succeeded = await run(
    ['node_modules/@playwright/test/cli.js', 'test', `--project=${project}`],
    { CHROMIUM_PATH: ensureChromium() },
  );
  interface Stats {
    expected: number;
    unexpected: number;
    flaky: number;
  }
  const stats = readReport<{ stats: Stats }>(outputFile)?.stats;
  // The runner lists by name what passed at its second try only.
  return settle(
    succeeded,
    stats ? { passed: stats.expected + stats.flaky, failed: stats.unexpected } : null,
  );
};

/** The same journey in each engine that is installed; one that is not counts for nothing. */
const runJourneys = async (): Promise<Count> => {
  const outputFile = 'test-results/browsers.json';
  rmSync(outputFile, { force: true });
  const succeeded = await run(['tests/browsers/run.ts'], { CHROMIUM_PATH: ensureChromium() });
  return settle(succeeded, readReport<Count>(outputFile));
};

/** Keeps the developer's own environment, and a .env file, out of the builds under test. */
const nothingSet = Object.fromEntries(
  variableList.flatMap(({ name, readBy }) => (readBy.includes('build') ? [[name, '']] : [])),
);

const buildVariants = async (): Promise<Count> => {
  const total: Count = { passed: 0, failed: 0 };
  for (const { folder, environment } of Object.values(variants)) {
    const built = await run(['node_modules/astro/bin/astro.mjs', 'build', '--silent'], {
      ...nothingSet,
      ...environment,
      OUT_DIR: folder,
    });
    if (built) total.passed++;
    else total.failed++;
  }
  return total;
};

if (!options.only) rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });

interface Step {
  title: string;
  run: () => Promise<Count>;
  /** Whether it takes minutes, and so waits to be asked for. */
  isSlow?: boolean;
}

const steps: Record<string, Step> = {
  types: {
    title: 'Types',
    run: async () => asCount(await run(['node_modules/astro/bin/astro.mjs', 'check'])),
  },
  lint: {
    title: 'Lint',
    run: async () => asCount(await run(['node_modules/@biomejs/biome/bin/biome', 'check'])),
  },
  unit: { title: 'Unit tests', run: runUnitTests },
  build: { title: 'Build', run: buildVariants },
  'end-to-end': { title: 'End-to-end tests', run: () => runInChromium('end-to-end') },
  workers: { title: 'Contact form on Workers', run: () => runInChromium('workers') },
  battery: { title: 'Battery', run: () => runInChromium('battery'), isSlow: true },
  browsers: { title: 'Journey in three engines', run: runJourneys, isSlow: true },
};
const chosen =
  options.only?.split(',') ??
  Object.keys(steps).filter((name) => options.all || !steps[name]?.isSlow);

const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const name of chosen) {
  const step = steps[name];
  if (!step)
    throw new Error(`There is no step "${name}"; there are ${Object.keys(steps).join(', ')}`);
  console.log(`\n── ${step.title}`);
  const startedAt = Date.now();
  const { passed, failed } = await step.run();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  summary.push(`${step.title}: ${passed} passed, ${failed} failed (${seconds} s)`);
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${summary.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
