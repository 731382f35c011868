import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from './project-copy.ts';

// `tools/run.mjs` leaves out the packages for development on a machine that only serves.

interface Lock {
  packages: Record<string, { dev?: boolean; optional?: boolean; link?: boolean }>;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const toServe = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
);

/** Those within another come with it. */
const names = toServe
  .map(([path]) => path.slice('node_modules/'.length))
  .filter((name) => !name.includes('node_modules/'));

test('what serves the site downloads no browser, checker or test runner', () => {
  expect(toServe.filter(([, { optional }]) => !optional).length).toBeLessThanOrEqual(224);
});

test('a site is built and served, and its inbox read, without the packages for development', async () => {
  const folder = copyProject(names);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH, HOME: folder, PORT: '0' };
  const inFolder = { cwd: folder, env, encoding: 'utf8' } as const;
  const built = spawnSync(process.execPath, ['tools/build.ts'], inFolder);
  expect(built.stdout + built.stderr).toMatch(/done in/);

  const server = spawn(process.execPath, ['hosting/machine/main.ts'], inFolder);
  onTestFinished(() => void server.kill());
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
}, 120_000);
