import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#model/tests/folder.ts';

const took = (option: string) =>
  `npm read --${option} as an option of its own. Put two dashes before it, with the quotes that PowerShell needs: npm run inbox "--" --${option} …\n`;

test('an option that npm took prevents the command; arguments after two dashes, and npm’s own settings, do not', () => {
  const scripts = { inbox: `"${process.execPath}" "${resolve('tools/inbox.ts')}"` };
  const folder = makeFolder({ 'package.json': JSON.stringify({ scripts }) });
  const run = (line: string) => {
    const env = { PATH: process.env.PATH, HOME: folder };
    const shell = process.platform === 'win32';
    const args = ['run', '--silent', 'inbox', ...line.split(' ')];
    return spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8', shell });
  };
  expect(run('--erase 1')).toMatchObject({ status: 2, stderr: took('erase') });
  expect(run('erase 1 --yes')).toMatchObject({ status: 2, stderr: took('yes') });
  expect(run('move 1 --to 2026-12-01')).toMatchObject({ status: 2, stderr: took('to') });
  expect(run('--all -- list')).toMatchObject({ status: 2, stderr: took('all') });
  writeFileSync(join(folder, '.npmrc'), 'yes=true\nall = true\n');
  const stderr = expect.stringMatching(/^There is no inbox: .*inbox\.sqlite is missing/);
  expect(run('-- --since 2w')).toMatchObject({ status: 1, stderr });
  expect(run('--kind=booking')).toMatchObject({ status: 2, stderr: took('kind') });
});
