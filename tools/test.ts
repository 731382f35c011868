import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { formatMistakes } from '#content/schema/mistake.ts';
import { findSyntaxMistakes } from '#content/schema/source.ts';
import { ensureChromium, findTestBrowser } from '#documents/chromium.ts';
import { variableList } from '#hosting/variables.ts';
import { readOptions } from './options.ts';
import { variants } from './variants.ts';

/**
 * `npm test`: types, lint, unit tests, production builds and end-to-end tests, one after the other,
 * and the sum of them all. A mistake in the content keeps all of them from running; a step that fails does not keep the next from running, unless that one
 * needs its result. What stands after a second `--` is for the program of the one step that is named:
 * `npm test -- --only=end-to-end -- tests/contact.spec.ts`.
 */

const { values: options, positionals: programArguments } = readOptions({
  allowPositionals: true,
  options: {
    /** Which steps to run, with commas between. */
    only: { type: 'string' },
    /** Runs the slow steps too, as continuous integration does. */
    all: { type: 'boolean' },
    /** Runs what `npm run check` does. */
    quick: { type: 'boolean' },
    /** Makes the pictures anew that tests/look.spec.ts compares with; look at each one. */
    'update-pictures': { type: 'boolean' },
  },
});

interface Count {
  passed: number;
  failed: number;
  /** What failed, by file, line and title, where the runner says so. */
  names?: string[];
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

/** What is wrong with the content, or null; every test would fail in its own way. */
const findContentMistakes = async (): Promise<unknown> => {
  try {
    const { checkContent } = await import('#content/schema/check.ts');
    checkContent();
    const { checkPictures } = await import('#content/schema/pictures.ts');
    await checkPictures();
    return null;
  } catch (cause) {
    const unreadable = findSyntaxMistakes();
    if (unreadable.length > 0) return formatMistakes(unreadable);
    // The stack of our own message says nothing.
    return cause instanceof Error && cause.name === 'Error' ? cause.message : cause;
  }
};

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

/** They start, kill and flood servers and other programs: for `--all`, or when unit tests are named. */
const slowUnitTests = [
  'backup',
  'bad-day',
  'booked-times',
  'durability',
  'flood',
  'hostile',
  'mail',
  'main',
  'options',
  'process',
  'rebuild',
  'run',
  'serving-packages',
  'setup/command',
  'store',
  'supply-chain',
  'systemd',
  'terminal',
  'test',
  'worker',
  'workers',
];

const runUnitTests = async (): Promise<Count> => {
  const outputFile = 'test-results/unit.json';
  const succeeded = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
    ...(options.all || options.only
      ? []
      : slowUnitTests.map((name) => `--exclude=**/${name}.test.ts`)),
    ...programArguments,
  ]);
  interface UnitReport {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
  }
  const report = readReport<UnitReport>(outputFile);
  return settle(
    succeeded,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      names: report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${relative('.', name)} › ${fullName}`),
      ),
    },
  );
};

/** Part of what Playwright's JSON reporter writes. */
interface Suite {
  suites?: Suite[];
  specs: { ok: boolean; file: string; line: number; title: string }[];
}

const nameFailures = ({ suites = [], specs }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} › ${title}`),
  ...suites.flatMap(nameFailures),
];

/** Runs tests of one project of playwright.config.ts. */
const runInChromium = async (project: string, args = programArguments): Promise<Count> => {
  const outputFile = 'test-results/end-to-end.json';
  rmSync(outputFile, { force: true });
  if (!findTestBrowser()) ensureChromium();
  const succeeded = await run([
    'node_modules/@playwright/test/cli.js',
    'test',
    `--project=${project}`,
    ...args,
  ]);
  interface Report {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: Suite[];
  }
  const report = readReport<Report>(outputFile);
  // The runner lists by name what passed at its second try only.
  return settle(
    succeeded,
    report && {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      names: report.suites.flatMap(nameFailures),
    },
  );
};

/** Runs a program of tests/ that counts for itself: in `test-results/`, under the name of its folder. */
const runProgram = async (folder: string): Promise<Count> => {
  const outputFile = `test-results/${folder}.json`;
  rmSync(outputFile, { force: true });
  const succeeded = await run([`tests/${folder}/run.ts`, ...programArguments], {
    CHROMIUM_PATH: ensureChromium(),
  });
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

interface Step {
  title: string;
  run: () => Promise<Count>;
  /** Waits for `--all`, or until it is named, because it takes minutes. Without it, it always runs. */
  waitsFor?: '--all' | 'its name';
}

const steps: Record<string, Step> = {
  types: {
    title: 'Types',
    run: async () => {
      // It checks pages only, and writes the types that the rest needs: TypeScript's own compiler, which
      // cannot read pages, checks that in a fifth of the time.
      const tsconfig = '--tsconfig=tsconfig.astro.json';
      const pages = await run(['node_modules/astro/bin/astro.mjs', 'check', tsconfig]);
      return asCount((await run(['node_modules/typescript-native/bin/tsc'])) && pages);
    },
  },
  lint: {
    title: 'Lint',
    run: async () => asCount(await run(['node_modules/@biomejs/biome/bin/biome', 'check'])),
  },
  unit: { title: 'Unit tests', run: runUnitTests },
  build: { title: 'Build', run: buildVariants },
  'end-to-end': { title: 'End-to-end tests', run: () => runInChromium('end-to-end') },
  hosts: {
    title: 'Other hosts and services',
    run: () => runInChromium('hosts'),
    waitsFor: '--all',
  },
  workers: {
    title: 'Form, headers and a visit on Workers',
    run: () => runInChromium('workers'),
    waitsFor: '--all',
  },
  accessibility: {
    title: 'Accessibility',
    run: () => runInChromium('accessibility'),
    waitsFor: '--all',
  },
  robustness: { title: 'Robustness', run: () => runInChromium('robustness'), waitsFor: '--all' },
  browsers: {
    title: 'Journey in three engines',
    // One that is not installed counts for nothing.
    run: () => runProgram('browsers'),
    waitsFor: '--all',
  },
  'screen-reader': {
    title: 'Heard with a screen reader',
    // As above.
    run: () => runProgram('screen-reader'),
    waitsFor: '--all',
  },
  'second-identity': {
    title: 'The site of somebody else',
    run: () => runProgram('second-identity'),
    waitsFor: '--all',
  },
  pictures: {
    title: 'New pictures',
    run: () => runInChromium('end-to-end', ['tests/look.spec.ts', '--update-snapshots=changed']),
    waitsFor: 'its name',
  },
  gallery: {
    title: 'A picture of every state, for test-results/states/index.html',
    run: () => runInChromium('gallery'),
    waitsFor: 'its name',
  },
  hostile: {
    title: 'Hostile hands and bad days',
    // With smaller numbers among the unit tests, too.
    run: () => runProgram('hostile'),
    waitsFor: 'its name',
  },
};

/** They need nothing of each other and write little, so they run at once. */
const quickSteps = ['types', 'lint', 'unit'];

const chooseSteps = (): string[] => {
  if (options.only) return options.only.split(',');
  if (options.quick) return quickSteps;
  if (options['update-pictures']) return ['build', 'pictures'];
  return Object.keys(steps).filter((name) => {
    const { waitsFor } = steps[name] ?? {};
    return waitsFor === undefined || (waitsFor === '--all' && options.all);
  });
};
const chosen = chooseSteps().map((name) => {
  const step = steps[name];
  if (!step) {
    console.error(`There is no step "${name}"; there are ${Object.keys(steps).join(', ')}`);
    process.exit(2);
  }
  return step;
});
if (programArguments.length > 0 && (!options.only || chosen.length > 1)) {
  console.error(`${programArguments.join(' ')}: name the one step that this is for, with --only`);
  process.exit(2);
}

const mistakes = await findContentMistakes();
if (mistakes !== null) {
  console.error(mistakes);
  console.error('\nNothing was tested. Correct the content first.');
  process.exit(1);
}

const isWhole = !(options.only || options.quick || options['update-pictures']);
if (isWhole) rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });

const total = { passed: 0, failed: 0, names: [] as string[] };
const summary: string[] = [];
const runStep = async (step: Step): Promise<void> => {
  console.log(`\n── ${step.title}`);
  const startedAt = Date.now();
  const { passed, failed, names = [] } = await step.run();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  summary.push(
    `${step.title}: ${passed} passed, ${failed} failed (${seconds} s)`,
    ...names.map((name) => `  failed: ${name}`),
  );
  total.passed += passed;
  total.failed += failed;
  total.names.push(...names);
};
const isQuick = (step: Step): boolean => quickSteps.some((name) => steps[name] === step);
await Promise.all(chosen.filter(isQuick).map(runStep));
for (const step of chosen) if (!isQuick(step)) await runStep(step);
console.log(`\n${summary.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
writeFileSync('test-results/total.json', JSON.stringify(total));
process.exitCode = total.failed === 0 ? 0 : 1;
