import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onDemand } from '../tools/on-demand.ts';

// Decision 0013.

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

interface LockedPackage extends Manifest {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  /** Of a workspace. */
  link?: boolean;
}

interface Lock {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

const read = <Json>(file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json;

const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

const acceptedFor: Record<string, RegExp> = {
  // Requires publishing changes; there are none.
  'MPL-2.0': /^(?:axe-core|ical\.js|lightningcss(?:-.*)?)$/,
  // Not part of the built site.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  // MIT in LICENSE, which npm does not read.
  none: /^(?:busboy|streamsearch)$/,
  'OFL-1.1': /^@fontsource-variable\//,
};

const isAccepted = (license: string, name: string): boolean => {
  if (license.includes(' AND ')) {
    return license.split(' AND ').every((part) => isAccepted(part.replace(/[()]/g, ''), name));
  }
  const choices = license.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => accepted.has(choice) || acceptedFor[choice]?.test(name));
};

const manifest = read<Manifest>('package.json');
const lock = read<Lock>('package-lock.json');
const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && !link,
);
const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

// An owner may delete the second.
const workspaces = ['', 'papers'].filter((folder) => existsSync(join(folder, 'package.json')));

test.each(workspaces)(
  'packages are named with exact versions, as they are locked: %o',
  (folder) => {
    const { dependencies, devDependencies } = read<Manifest>(join(folder, 'package.json'));
    const wanted = { ...dependencies, ...devDependencies };
    for (const [name, written] of Object.entries(wanted)) {
      // One that is here under another name than its own.
      const version = written.replace(/^npm:[^@]+@/, '');
      expect(version, name).toMatch(exact);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
    const locked = lock.packages[folder];
    expect({ ...locked?.dependencies, ...locked?.devDependencies }).toEqual(wanted);
  },
);

test('tools on demand are named with exact versions', () => {
  for (const name of Object.values(onDemand).flat()) {
    expect(name.slice(name.lastIndexOf('@') + 1), name).toMatch(exact);
  }
});

test('packages have a digest each, and come from the registry', () => {
  expect(lock.lockfileVersion).toBe(3);
  for (const [path, { integrity, resolved }] of packages) {
    expect(integrity, path).toMatch(/^sha512-/);
    if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});

test('packages have licenses that were accepted', () => {
  const others = packages
    .map(([path, { license = 'none' }]) => ({ name: nameOf(path), license }))
    .filter(({ name, license }) => !isAccepted(license, name))
    .map(({ name, license }) => `${name}: ${license}`);
  expect(others).toEqual([]);
});

test('install scripts are decided on by name, and only Node’s own is run', () => {
  const { allowScripts = {} } = manifest;
  const withScripts = packages
    .filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
    .map(([path]) => nameOf(path));
  expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(withScripts));
  const run = Object.entries(allowScripts).flatMap(([name, isRun]) => (isRun ? [name] : []));
  expect(run).toEqual(['node']);
});

test('nothing is there that nobody uses', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/knip/bin/knip.js', '--no-progress'],
    { encoding: 'utf8' },
  );
  expect(stdout + stderr).toBe('');
  expect(status).toBe(0);
});
