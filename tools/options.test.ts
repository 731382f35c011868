import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { parseOptions } from './options.ts';

const took = (option: string, command = 'inbox') =>
  `npm took --${option} for an option of its own. Put two dashes before it, in quotes, which PowerShell needs: npm run ${command} "--" --${option} …`;

describe('npm', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'options-'));
    const scripts = { inbox: `"${process.execPath}" "${resolve('tools/inbox.ts')}"` };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('npm', ['run', '--silent', 'inbox', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    return { status, said: stderr.trim() };
  };

  test.each([
    ['since', ['--since=2w']],
    ['all', ['list', '--all']],
    ['yes', ['erase', '1', '--yes']],
    ['json', ['--json', '--', 'list']],
  ])('that took --%s keeps the command from running', (option, args) => {
    expect(run(...args)).toEqual({ status: 2, said: took(option) });
  });

  test('that took an earlier spelling is answered with the present one', () => {
    const said = '--erase is now: npm run inbox -- erase 1';
    expect(run('--erase', '1')).toEqual({ status: 2, said });
  });

  test('passes on what follows two dashes, and what its settings have is no option', () => {
    writeFileSync(join(folder, '.npmrc'), 'yes=true\njson = true\n');
    const said =
      'There is no inbox, since data/inbox.sqlite is missing. Start the site, which makes it.';
    expect(run('--', '--json', '--all')).toEqual({ status: 1, said });
    expect(run('--all')).toEqual({ status: 2, said: took('all') });
  });
});

test('every command of package.json that has options names one that npm took', async () => {
  const options: Record<string, string> = {
    test: 'quick',
    setup: 'yes',
    doctor: 'all',
    publish: 'dry-run',
    inbox: 'since',
    stats: 'since',
    bench: 'server',
  };
  const answers = Object.entries(options).map(async ([command, option]) => {
    const script = manifest.scripts[command as keyof typeof manifest.scripts];
    const args = script.replace('node tools/run.mjs ', '').split(' ');
    const env = {
      PATH: process.env.PATH,
      npm_lifecycle_event: command,
      [`npm_config_${option.replace('-', '_')}`]: 'true',
    };
    return new Promise((done) => {
      const child = execFile(process.execPath, args, { env }, (_, stdout, stderr) =>
        done([child.exitCode, stdout, stderr]),
      );
    });
  });
  expect(await Promise.all(answers)).toEqual(
    Object.entries(options).map(([command, option]) => [2, '', `${took(option, command)}\n`]),
  );
});

test('what is no option is named in a sentence', () => {
  const parse =
    (...args: string[]) =>
    () =>
      parseOptions({ args, options: {} }, {});
  expect(parse('--colour')).toThrow("Unknown option '--colour'");
  expect(parse('red')).toThrow("Unexpected argument 'red'");
});
