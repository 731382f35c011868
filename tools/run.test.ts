import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** A folder in which the project's Node is installed at once, with a script. */
const makeFolder = (script: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const npm = `import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
    mkdirSync('node_modules/node/bin', { recursive: true });
    try {
      symlinkSync(process.execPath, 'node_modules/node/bin/node');
    } catch {}
    console.log('added 1 package');
    appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n');`;
  writeFileSync(join(folder, 'npm.mjs'), npm);
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(folder, 'script.mjs'), script);
  return folder;
};

test('what the first call installs is reported on standard error', () => {
  const folder = makeFolder('console.log(JSON.stringify([]));');
  const { stdout, stderr } = spawnSync(process.execPath, [resolve('tools/run.mjs'), 'script.mjs'], {
    cwd: folder,
    env: { npm_execpath: 'npm.mjs' },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe('[]\n');
  expect(stderr).toMatch(/^Installing packages\..*\nadded 1 package\n$/);
});

test('what serves is installed first, and the rest when something else is called', () => {
  const folder = makeFolder('');
  mkdirSync(join(folder, 'tools'));
  for (const name of ['start', 'inbox', 'test']) {
    writeFileSync(join(folder, `tools/${name}.ts`), '');
  }
  const installedBy = (...args: string[]): string => {
    writeFileSync(join(folder, 'npm.log'), '');
    spawnSync(process.execPath, [resolve('tools/run.mjs'), ...args], {
      cwd: folder,
      env: { npm_execpath: 'npm.mjs' },
    });
    return readFileSync(join(folder, 'npm.log'), 'utf8').replaceAll(
      / --(?:no-(?!save)|log)\S+/g,
      '',
    );
  };
  expect(installedBy('tools/start.ts')).toBe('ci --omit=dev\n');
  expect(installedBy('tools/inbox.ts', '17')).toBe('');
  expect(installedBy('tools/inbox.ts', '--host', 'workers')).toBe('install --no-save\n');
  expect(installedBy('tools/test.ts')).toBe('');
  expect(installedBy('tools/start.ts')).toBe('');
  writeFileSync(join(folder, 'package-lock.json'), '{ }');
  expect(installedBy('tools/test.ts')).toBe('ci\n');
  rmSync(folder, { recursive: true });
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.platform === 'win32')(
  'when npm is told to stop, the script stops, though npm tells the shell between them alone',
  async () => {
    const folder = makeFolder('console.log(process.pid); setInterval(() => {}, 1000);');
    // A command after it keeps the shell from becoming the program.
    const command = `"${process.execPath}" "${resolve('tools/run.mjs')}" script.mjs; true`;
    const shell = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { npm_execpath: 'npm.mjs', npm_lifecycle_event: 'serve' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [chunk] = await once(shell.stdout, 'data');
    const pid = Number(String(chunk));
    expect(isAlive(pid)).toBe(true);
    shell.kill('SIGTERM');
    try {
      await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
    } finally {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      rmSync(folder, { recursive: true });
    }
  },
  20_000,
);

test('Astro’s usage statistics are off in whatever a script of npm starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const script = join(folder, 'script.mjs');
  writeFileSync(script, 'console.log(process.env.ASTRO_TELEMETRY_DISABLED);');
  const { ASTRO_TELEMETRY_DISABLED: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['tools/run.mjs', script], {
    env,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe('1\n');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(
    Object.values(scripts).filter((command) => !/^node tools\/run\.mjs /.test(`${command}`)),
  ).toEqual([]);
});
