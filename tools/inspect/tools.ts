import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// These tools have a lock file of their own: they are heavy, and an install script of theirs would
// download Java.

export const toolsFolder = import.meta.dirname;
const lock = join(toolsFolder, 'package-lock.json');
const stamp = join(toolsFolder, 'node_modules/.installed');
const jar = join(toolsFolder, 'node_modules/vnu-jar/build/dist/vnu.jar');
const preloadList = join(
  toolsFolder,
  'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json',
);

/** Runs no install scripts. Throws when npm fails. */
export const installTools = (): void => {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== readFileSync(lock, 'utf8')) {
    console.error('Installing the tools of the inspection. This happens once …');
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
      cwd: toolsFolder,
      stdio: ['inherit', 2, 'inherit'],
      shell: process.platform === 'win32',
    });
    if (status !== 0)
      throw new Error('The tools could not be installed. What npm said stands above.');
    copyFileSync(lock, stamp);
  }
  // An install script would fetch the list, which does not have localhost.
  if (!existsSync(preloadList)) writeFileSync(preloadList, '{}');
};

/** The Nu Html Checker (W3C), or why it cannot run here. */
export const findNuChecker = (): { jar: string } | { missing: string } => {
  if (!existsSync(jar)) return { missing: 'it is not installed; `npm run inspect` installs it' };
  const java = spawnSync('java', ['-version']);
  return java.status === 0 ? { jar } : { missing: 'there is no Java on this machine' };
};
