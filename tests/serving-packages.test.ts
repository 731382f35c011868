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

test('233 packages, none of them for development, are enough to build and serve a site and to read its inbox', async () => {
  expect(toServe.filter(([, { optional }]) => !optional).length).toBeLessThanOrEqual(233);
  // A package inside another one comes with it.
  const names = toServe.map(([path]) => path.slice('node_modules/'.length));
  const folder = copyProject(names.filter((name) => !name.includes('node_modules/')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH, HOME: folder, PORT: '0' };
  const inFolder = { cwd: folder, env, encoding: 'utf8' } as const;
  const built = spawnSync(process.execPath, ['tools/build.ts'], inFolder);
  expect(built.stdout + built.stderr).toMatch(/done in/);

  const server = spawn(process.execPath, ['hosting/machine/main.ts'], inFolder);
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/http:\/\/localhost:\d+/);
  const [address = ''] = /http:\/\/localhost:\d+/.exec(output) ?? [];
  expect((await fetch(address)).status).toBe(200);
  server.kill();
  await once(server, 'exit');

  const inbox = spawnSync(process.execPath, ['tools/inbox.ts'], inFolder);
  expect([inbox.stderr, inbox.status]).toEqual(['', 0]);
}, 120_000);
