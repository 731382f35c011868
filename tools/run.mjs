// Runs a script with the machine's own Node, or where that is too old, with one that npm installs. This
// file needs only Node 20, and no package.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';

/** The oldest Node that runs this file. */
const oldestNode = 20;
/**
 * The oldest Node for everything else, with which the tests pass. `node:sqlite` is no longer experimental
 * in it; Astro wants 22.12, undici 22.19, and vitest none between 22 and 24.
 */
const oldestForScripts = [24, 15];
/** Reads `content/`, and reports its mistakes in plain words. */
const contentFirst = new URL('content-first.ts', import.meta.url).href;
const stamp = 'node_modules/.installed';
/** The scripts of a machine that only serves the site. The rest needs the packages for development, too. */
const servingScripts = [
  'tools/start.ts',
  'tools/build.ts',
  'tools/inbox.ts',
  'tools/stats.ts',
  'hosting/machine/main.ts',
];
const projectNode =
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [oldestMajor, oldestMinor] = oldestForScripts;
/** npm's scripts find the project's Node before the machine's own, once it is installed. */
const isProjectNode = existsSync(projectNode) && realpathSync(projectNode) === process.execPath;
const usesOwn =
  !isProjectNode && (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor));
const node = usesOwn ? process.execPath : projectNode;
/** It is missing after an install without scripts, and does not start with another C library. */
const nodeStarts = () => usesOwn || spawnSync(node, ['--version']).status === 0;

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
  // The one script that may run downloads Node (`allowScripts` in package.json).
  const env = usesOwn ? { ...process.env, npm_config_ignore_scripts: 'true' } : process.env;
  const npm = process.env.npm_execpath;
  return npm
    ? run(process.execPath, [npm, ...args], { stdio, env })
    : run('npm', args, { stdio, env, shell: process.platform === 'win32' });
};

/**
 * The answer to `--help`, also where no package is installed. What has options answers by itself then.
 * @returns null where that is not asked, or not for this file
 */
const helpFor = (commandLine) => {
  const own = commandLine.indexOf('--');
  if (!commandLine.slice(0, own < 0 ? undefined : own).includes('--help')) return null;
  const { npm_lifecycle_event: script, npm_package_name: workspace } = process.env;
  const name = workspace === 'papers' ? `papers ${script}` : script;
  const help = JSON.parse(readFileSync(new URL('help.json', import.meta.url), 'utf8'));
  const answer = help.withoutOptions[name];
  if (answer || !help.withOptions[name] || existsSync(stamp)) return answer ?? null;
  return `${help.withOptions[name]}\nRun npm start first, which installs the packages. Then this lists the options, too.`;
};

const readStamp = () => (existsSync(stamp) && nodeStarts() ? readFileSync(stamp, 'utf8') : '');

/** @returns the exit code */
const refuseOldNode = () => {
  // npm's scripts would go on to find one that does not start before the machine's own.
  if (!nodeStarts()) rmSync('node_modules/node', { recursive: true, force: true });
  console.error(
    `Node ${process.versions.node} is too old: the site runs with ${oldestForScripts.join('.')} or newer. npm brings one, unless its setting ignore-scripts is on, or there is none for this system, such as Alpine. Install a newer one (https://nodejs.org/en/download), and try again.`,
  );
  return 1;
};

const install = async (commandLine) => {
  const locked = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  const lockedToServe = `${locked} to serve`;
  const present = readStamp();
  const isServing =
    servingScripts.some((script) => commandLine.includes(script)) &&
    // The inbox of Workers is asked through wrangler.
    !commandLine.some((argument) => /(?:workers|preview)$/.test(argument));
  if (present === locked || (isServing && present === lockedToServe)) return 0;
  // What serves at this moment keeps its packages while the others join them.
  const command = present === lockedToServe ? ['install', '--no-save'] : ['ci'];
  const isWithoutScripts = process.env.npm_config_ignore_scripts === 'true';
  if (isWithoutScripts && !usesOwn && command[0] === 'ci') return refuseOldNode();
  const seconds = isServing ? 'some seconds' : 'a minute';
  console.error(`Installing packages. This happens once, and takes ${seconds} …`);
  const omitted = isServing ? ['--omit=dev'] : [];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runNpm([...command, ...omitted, ...quiet]);
  if (code !== 0) {
    console.error('The packages could not be installed. The output of npm is above.');
    return code;
  }
  if (!nodeStarts()) return refuseOldNode();
  writeFileSync(stamp, isServing ? lockedToServe : locked);
  return 0;
};

/** Vite and others take a path for an address or a pattern. On Windows, `\` parts folders. */
const [unusable] = process.cwd().match(process.platform === 'win32' ? /[#%]/ : /[#?%*"\\]/) ?? [];

const commandLine = process.argv.slice(2);
const help = helpFor(commandLine);
if (help !== null) {
  console.log(help);
} else if (unusable) {
  console.error(
    `The site cannot be built in ${process.cwd()}, because of the ${unusable} in that path. Move the project, or rename the folder.`,
  );
  process.exitCode = 1;
} else if (major < oldestNode) {
  console.error(`Node ${process.versions.node} is too old: install Node ${oldestNode} or newer.`);
  process.exitCode = 1;
} else {
  process.exitCode =
    (await install(commandLine)) || (await run(node, ['--import', contentFirst, ...commandLine]));
}
