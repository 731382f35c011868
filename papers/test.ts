import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { digestOf } from '../tools/record.ts';

// `npm test --workspace=papers` runs the tests of this folder. With `--if-changed`, as continuous
// integration calls it, it runs them only if a file that they read is not as it was when they last
// passed: papers/tested.txt has the digest of those files.

const digestFile = 'papers/tested.txt';
const reportFile = 'test-results/papers.json';

/** Adds the files that the given ones import, directly or not. */
const withImports = (files: readonly string[]): string[] => {
  const found = new Set(files);
  // The loop reaches what is added meanwhile.
  for (const file of found) {
    if (!file.endsWith('.ts')) continue;
    for (const [, start, path] of readFileSync(file, 'utf8').matchAll(
      / from '([#.])([^']+\.ts)'/g,
    )) {
      found.add(start === '#' ? `${path}` : posix.join(posix.dirname(file), `.${path}`));
    }
  }
  return [...found];
};

const digestOfFiles = (): string => {
  const read = ['papers/**/*.*', 'content/resume.md', 'public/resources/**/*.*'];
  const files = withImports([
    ...globSync(read, { exclude: [digestFile, 'papers/node_modules'] }),
    'src/styles/tokens.css',
    'package-lock.json',
  ]);
  return digestOf(
    files
      .map((file) => `${posix.normalize(file)} ${digestOf(readFileSync(file))}`)
      .sort()
      .join('\n'),
  );
};

const isUnchanged = (): boolean =>
  existsSync(digestFile) && readFileSync(digestFile, 'utf8').trim() === digestOfFiles();

const isConditional = process.argv[2] === '--if-changed';
if (isConditional && isUnchanged()) {
  console.log('Nothing that the papers’ tests read has changed since they passed.');
  mkdirSync(posix.dirname(reportFile), { recursive: true });
  writeFileSync(reportFile, '{ "numPassedTests": 0, "numFailedTests": 0, "testResults": [] }');
} else {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=papers/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...process.argv.slice(isConditional ? 3 : 2),
    ],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
  const isWhole = process.argv.length === (isConditional ? 3 : 2);
  if (status === 0 && isWhole) writeFileSync(digestFile, `${digestOfFiles()}\n`);
}
