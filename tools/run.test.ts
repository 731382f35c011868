import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

test('what the first call installs is reported on standard error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const npm = `import { mkdirSync, symlinkSync } from 'node:fs';
    mkdirSync('node_modules/node/bin', { recursive: true });
    symlinkSync(process.execPath, 'node_modules/node/bin/node');
    console.log('added 1 package');`;
  writeFileSync(join(folder, 'npm.mjs'), npm);
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(folder, 'script.mjs'), 'console.log(JSON.stringify([]));');
  const { stdout, stderr } = spawnSync(process.execPath, [resolve('tools/run.mjs'), 'script.mjs'], {
    cwd: folder,
    env: { npm_execpath: 'npm.mjs' },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe('[]\n');
  expect(stderr).toMatch(/^Installing packages\..*\nadded 1 package\n$/);
});

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
