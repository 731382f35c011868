import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const took = (option: string, command = 'inbox') =>
  `npm took --${option} for an option of its own. Put two dashes before it, in quotes, which PowerShell needs: npm run ${command} "--" --${option} …\n`;

test('an option that npm took keeps the command from running; what follows two dashes, and a setting of npm, is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'options-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const scripts = { inbox: `"${process.execPath}" "${resolve('tools/inbox.ts')}"` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  const run = (...args: string[]) =>
    spawnSync('npm', ['run', '--silent', 'inbox', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
  expect(run('--since=2w')).toMatchObject({ status: 2, stderr: took('since') });
  expect(run('--erase', '1')).toMatchObject({ status: 2, stderr: took('erase') });
  expect(run('erase', '1', '--yes')).toMatchObject({ status: 2, stderr: took('yes') });
  expect(run('--all', '--', 'list')).toMatchObject({ status: 2, stderr: took('all') });
  writeFileSync(join(folder, '.npmrc'), 'yes=true\nall = true\n');
  const stderr = expect.stringMatching(/^There is no inbox, since .*inbox\.sqlite is missing/);
  expect(run('--', '--since', '2w')).toMatchObject({ status: 1, stderr });
  expect(run('--kind=booking')).toMatchObject({ status: 2, stderr: took('kind') });
});

test('every command of package.json that has options names one that npm took', async () => {
  const options = {
    ...{ test: 'quick', setup: 'yes', doctor: 'all', publish: 'back' },
    ...{ inbox: 'since', stats: 'since', bench: 'server' },
  };
  const answers = Object.entries(options).map(async ([name, option]) => {
    const script = manifest.scripts[name as keyof typeof options];
    const args = script.replace('node tools/run.mjs ', '').split(' ');
    const taken = { [`npm_config_${option.replace('-', '_')}`]: 'true' };
    const env = { PATH: process.env.PATH, npm_lifecycle_event: name, ...taken };
    return new Promise((done) => {
      const child = execFile(process.execPath, args, { env }, (_, stdout, stderr) =>
        done([child.exitCode, stdout, stderr]),
      );
    });
  });
  const expected = Object.entries(options).map(([name, option]) => [2, '', took(option, name)]);
  expect(await Promise.all(answers)).toEqual(expected);
});
