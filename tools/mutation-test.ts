import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutate, mutations } from './mutations.ts';

// `npm test -- --only=mutations` prints the table of docs/quality.md. It ends with 1 when no test
// notices a mutation. `npm test -- --only=mutations -- --only='silent|spoken'`: those whose row matches.

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const sought = new RegExp(options.only, 'i');
const chosen = mutations.filter(({ what, file }) => sought.test(`${what} ${file}`));
if (chosen.length === 0) throw new Error(`No mutation matches ${sought}`);

const copy = mkdtempSync(join(tmpdir(), 'mutations-'));
cpSync('.', copy, {
  recursive: true,
  filter: (path) => !/^(?:node_modules|\.git|dist|data|test-results|\.astro)(?:\/|$)/.test(path),
});
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

const run = (args: string[]): void => {
  spawnSync(process.execPath, args, {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
};

interface UnitReport {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

interface Suite {
  specs: { title: string; ok: boolean }[];
  suites?: Suite[];
}

const readReport = <Report>(name: string): Report =>
  JSON.parse(readFileSync(join(copy, 'test-results', name), 'utf8')) as Report;

const failedSpec = ({ specs, suites = [] }: Suite): string | undefined =>
  specs.find(({ ok }) => !ok)?.title ?? suites.map(failedSpec).find(Boolean);

const behaviour = [
  'contact',
  'failures',
  'fonts',
  'form',
  'islands',
  'navigation',
  'notifications',
  'names',
  'pages',
  'booking',
  'threshold-figure',
  'accessibility/announcements',
].map((name) => `tests/${name}.spec.ts`);

const findNoticing = (): string | null => {
  run([
    'node_modules/vitest/vitest.mjs',
    'run',
    'enquiry',
    'src',
    '--reporter=json',
    '--outputFile.json=test-results/unit.json',
  ]);
  const unit = readReport<UnitReport>('unit.json')
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (unit) return `unit: ${unit.fullName}`;
  run(['tools/test.ts', '--only=build']);
  run([
    'node_modules/@playwright/test/cli.js',
    'test',
    '--project=end-to-end',
    '--project=accessibility',
    '--max-failures=1',
    ...behaviour,
  ]);
  const endToEnd = readReport<{ suites: Suite[] }>('end-to-end.json').suites;
  const title = endToEnd.map(failedSpec).find(Boolean);
  return title ? `end to end: ${title}` : null;
};

const noticedWithout = findNoticing();
if (noticedWithout !== null) {
  throw new Error(`Without any mutation, this fails already: ${noticedWithout}`);
}
console.log('| mutation | in | noticed by |\n| --- | --- | --- |');
let missed = 0;
for (const mutation of chosen) {
  const { what, file } = mutation;
  const { original, mutated } = mutate(mutation, copy);
  writeFileSync(join(copy, file), mutated);
  const noticedBy = findNoticing();
  if (noticedBy === null) missed++;
  console.log(`| ${what} | \`${file}\` | ${noticedBy ?? '**nothing**'} |`);
  writeFileSync(join(copy, file), original);
}
rmSync(copy, { recursive: true });
console.log(`\n${chosen.length - missed} of ${chosen.length} mutations noticed.`);
process.exitCode = missed === 0 ? 0 : 1;
