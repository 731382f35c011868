import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { digestOf } from '../tools/record.ts';

// `npm test --workspace=papers` runs the tests of this folder. With `--if-changed`, as continuous
// integration calls it, it runs them only if a file that they read is not as it was when they last
// passed: `papers/tested.txt` has the digest of those files.

const digestFile = 'papers/tested.txt';

/** Returns a digest of the tests, the files that they read, and all that these import. */
const digestOfFiles = (): string => {
  const read = ['papers/**/*.*', 'content/resume.md', 'public/resources/**/*.*'];
  const files = new Set([
    ...globSync(read, { exclude: [digestFile, 'papers/node_modules'] }),
    '.content/theme.ts',
    'src/styles/tokens.css',
    'package-lock.json',
  ]);
  const lines: string[] = [];
  // The loop reaches what is added meanwhile.
  for (const file of files) {
    const bytes = readFileSync(file);
    lines.push(`${file} ${digestOf(bytes)}`);
    if (!file.endsWith('.ts')) continue;
    for (const [, start, path = ''] of bytes.toString().matchAll(/ from '([#.])([^']+\.ts)'/g)) {
      files.add(
        start === '#'
          ? path.replace(/^content/, '.content')
          : posix.join(posix.dirname(file), `.${path}`),
      );
    }
  }
  return digestOf(lines.sort().join('\n'));
};

const isUnchanged = (): boolean =>
  existsSync(digestFile) && readFileSync(digestFile, 'utf8').trim() === digestOfFiles();

const [first, ...others] = process.argv.slice(2);
const isConditional = first === '--if-changed';
/** Such as a file, after `npm test -- --only=papers --`. */
const forVitest = isConditional || first === undefined ? others : [first, ...others];

if (isConditional && isUnchanged()) {
  console.log('Nothing that the papers’ tests read has changed since they passed.');
} else {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config=papers/vitest.config.ts'];
  const args = [...vitest, ...forVitest];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status === 0 && forVitest.length === 0) writeFileSync(digestFile, `${digestOfFiles()}\n`);
}
