import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Decision 0013.

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

interface LockedPackage {
  integrity?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  /** The mark of a workspace. */
  link?: boolean;
}

const read = <Json>(file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json;

const lock = read<{ packages: Record<string, LockedPackage> }>('package-lock.json');
const packages = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
  .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }));

const accepted =
  /^(?:0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|ISC|MIT(?:-0)?|Python-2\.0|Unlicense|Zlib)$/;
const acceptedFor: Record<string, RegExp> = {
  // Requires publishing changes; there are none.
  'MPL-2.0': /^(?:axe-core|lightningcss(?:-.*)?)$/,
  // Not part of the built site.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  // MIT in LICENSE, which npm does not read.
  none: /^(?:busboy|streamsearch)$/,
  'OFL-1.1': /^@fontsource-variable\//,
};

const isAccepted = (license: string, name: string): boolean =>
  license.split(' AND ').every((part) =>
    part
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => accepted.test(choice) || acceptedFor[choice]?.test(name)),
  );

// `npm ci` refuses other versions than those in package-lock.json.
test('each package.json names exact versions', () => {
  // An owner may delete the folder papers.
  for (const file of globSync('{.,papers}/package.json')) {
    const { dependencies, devDependencies } = read<Manifest>(file);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      // A package may be installed under another name.
      expect(version, name).toMatch(/^(?:npm:[^@]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    }
  }
});

test('each package has a digest, comes from the registry, and has an accepted license', () => {
  expect(packages.length).toBeGreaterThan(100);
  for (const { name, integrity, resolved, license = 'none' } of packages) {
    expect(integrity, name).toMatch(/^sha512-/);
    if (resolved) expect(resolved, name).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    expect(isAccepted(license, name), `${name}: ${license}`).toBe(true);
  }
});

test('each install script is allowed or refused by name, and only Node’s own runs', () => {
  const { allowScripts = {} } = read<Manifest>('package.json');
  const withScripts = packages
    .filter(({ hasInstallScript, optional }) => hasInstallScript && !optional)
    .map(({ name }) => name);
  expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(withScripts));
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node']);
});
