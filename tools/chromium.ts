import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const findPrograms = (names: readonly string[]): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter(existsSync);

/** Returns the path of the first program on PATH with one of these names, or null. */
export const findProgram = (...names: string[]): string | null => findPrograms(names)[0] ?? null;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The paths of Chromium on macOS and Windows, and of Playwright's own Chromium. */
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env.PROGRAMFILES ?? '/', 'Google/Chrome/Application/chrome.exe'),
  chromium.executablePath(),
];

/**
 * Returns the paths of the installed Chromiums; CHROMIUM_PATH takes precedence.
 * @throws Error if CHROMIUM_PATH names no program
 */
const findChromiums = (): string[] => {
  const named = process.env.CHROMIUM_PATH;
  if (!named) return [...findPrograms(names), ...usualPlaces.filter(existsSync)];
  if (existsSync(named)) return [named];
  throw new Error(`CHROMIUM_PATH is "${named}", but there is no program there.`);
};

/**
 * Returns the headless shell of Chromium, in which tests take half the time, or another Chromium if it is not
 * installed. With `--font-render-hinting=slight`, both draw the same letters.
 */
export const findTestBrowser = (): string | null =>
  (process.env.CHROMIUM_PATH ? null : findProgram('chromium-headless-shell')) ??
  findChromiums()[0] ??
  null;

/** Flags that keep Chromium off the network. Root can run it only without its sandbox. */
export const chromiumFlags: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const run = (program: string, args: string[]): boolean => {
  console.log(`  ${program.split(/[\\/]/).at(-1)} ${args.join(' ')}`);
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
};

/** Returns the first Chromium that starts: on a server, Playwright's lacks libraries, and Ubuntu's needs a snap. */
export const findWorkingChromium = (): string | null => {
  // On Windows, --version opens a window.
  const starts = (program: string): boolean =>
    process.platform !== 'linux' || spawnSync(program, ['--version']).status === 0;
  return findChromiums().find(starts) ?? null;
};

/** Returns the path of the Chromium that it has installed, or null. */
const installChromium = (): string | null => {
  console.log('No Chromium works here; installing one …');
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  run(process.execPath, [playwright, 'install', 'chromium']);
  if (!findWorkingChromium() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('/usr/bin/apt-get', ['update', '-qq']);
    run('/usr/bin/apt-get', ['install', '-y', '-qq', 'chromium']);
  }
  return findWorkingChromium();
};

/** Returns the path of a Chromium, and installs one if necessary. If that fails, the process ends. */
export const ensureChromium = (): string => {
  const found = findWorkingChromium() ?? (process.env.CHROMIUM_PATH ? null : installChromium());
  if (found) return found;
  console.error(
    'No Chromium works here. Install Chromium or Chrome, or set CHROMIUM_PATH to one that works. A machine that serves the site needs none: make papers and pictures on your computer (npm run build --workspace=papers, npm run share-images), and commit them.',
  );
  process.exit(1);
};
