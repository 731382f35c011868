import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

// `tools/run.mjs` leaves out the packages for development on a machine that only serves.

interface Lock {
  packages: Record<string, { dev?: boolean; optional?: boolean }>;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const toServe = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);

/** A copy of the project that has those packages alone. */
const makeServer = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'serving-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
  for (const file of stdout.split('\0').filter(Boolean)) {
    if (!file.startsWith('tests/')) cpSync(file, join(folder, file));
  }
  for (const [path] of toServe) {
    // Those of another platform are not there, and those within another come with it.
    if (path.lastIndexOf('node_modules/') > 0) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(resolve(path), join(folder, path), 'junction');
  }
  return folder;
};

test('what serves the site downloads no browser, checker or test runner', () => {
  expect(toServe.filter(([, { optional }]) => !optional).length).toBeLessThanOrEqual(217);
});

test('a site is built and served, and its inbox read, without the packages for development', async () => {
  const folder = makeServer();
  const inFolder = { cwd: folder, env: { ...process.env, PORT: '0' }, encoding: 'utf8' } as const;
  try {
    const built = spawnSync(process.execPath, ['tools/build.ts'], inFolder);
    expect(built.stdout + built.stderr).toMatch(/done in/);
    const server = spawn(process.execPath, ['hosting/machine/main.ts'], inFolder);
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await expect.poll(() => said, { timeout: 20_000 }).toMatch(/http:\/\/localhost:\d+/);
    const [address = ''] = /http:\/\/localhost:\d+/.exec(said) ?? [];
    expect((await fetch(address)).status).toBe(200);
    server.kill();
    await once(server, 'exit');
    const inbox = spawnSync(process.execPath, ['tools/inbox.ts', '--json'], inFolder);
    expect(inbox.stderr).toBe('');
    expect(inbox.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
