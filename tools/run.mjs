// Runs a script with the project's Node, and installs that where it is missing. This file needs only
// Node 20, and no package.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const oldestNode = 20;
/** Says in plain words where a file of `content/` cannot be read. */
const explainer = new URL('syntax-mistakes.ts', import.meta.url).href;
const stamp = 'node_modules/.installed';
/** What a machine that only serves the site runs. The rest needs the packages for development, too. */
const servingScripts = [
  'tools/start.ts',
  'tools/build.ts',
  'tools/inbox.ts',
  'tools/stats.ts',
  'hosting/machine/main.ts',
];
const projectNode =
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node';

// Astro's usage statistics; what the script starts inherits it.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

/** @returns the exit code */
const run = (program, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    // Ctrl-C reaches the child by itself.
    const ignore = () => {};
    process.on('SIGTERM', forward).on('SIGINT', ignore);
    // npm forwards SIGTERM to the shell between us, which ends without a word.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 500).unref();
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', forward).off('SIGINT', ignore);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });

/** npm writes to standard error only: a program may read what the script writes. */
const runNpm = (args) => {
  const stdio = ['inherit', 2, 'inherit'];
  const npm = process.env.npm_execpath;
  return npm
    ? run(process.execPath, [npm, ...args], { stdio })
    : run('npm', args, { stdio, shell: process.platform === 'win32' });
};

const readStamp = () =>
  existsSync(projectNode) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

const install = async (commandLine) => {
  const locked = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  const lockedToServe = `${locked} to serve`;
  const present = readStamp();
  const isServing =
    servingScripts.some((script) => commandLine.includes(script)) &&
    // The inbox of Workers is asked through wrangler.
    !commandLine.some((argument) => argument.endsWith('workers'));
  if (present === locked || (isServing && present === lockedToServe)) return 0;
  const seconds = isServing ? 'some seconds' : 'a minute';
  console.error(`Installing packages. This happens once, and takes ${seconds} …`);
  // What serves at this moment keeps its packages while the others join them.
  const command = present === lockedToServe ? ['install', '--no-save'] : ['ci'];
  const omitted = isServing ? ['--omit=dev'] : [];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runNpm([...command, ...omitted, ...quiet]);
  if (code === 0) writeFileSync(stamp, isServing ? lockedToServe : locked);
  else console.error('The packages could not be installed. What npm said stands above.');
  return code;
};

const commandLine = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(`Node ${process.versions.node} is too old: install Node ${oldestNode} or newer.`);
  process.exitCode = 1;
} else {
  process.exitCode =
    (await install(commandLine)) ||
    (await run(projectNode, ['--import', explainer, ...commandLine]));
}
