// Runs a script with the machine's own Node, or if that is too old, with one that npm installs. This file needs
// only Node 20 and no packages.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs this file. */
const oldestNode = 20;
/**
 * The oldest Node with which the tests pass, for everything else. `node:sqlite` is no longer experimental in it;
 * Astro needs at least 22.12, undici 22.19, and vitest none between 22 and 24.
 */
const oldestForScripts = [24, 15];
/** Reads `content/`, and reports its mistakes in plain words. */
const contentFirst = new URL('content-first.ts', import.meta.url).href;
/** The lockfile of what npm has installed. */
const installedFile = 'node_modules/.package-lock.json';
/** The scripts of a machine that only serves the site. Other scripts also need the development packages. */
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
/** Once the project's Node is installed, npm's scripts find it before the machine's own. */
const isProjectNode = existsSync(projectNode) && realpathSync(projectNode) === process.execPath;
const usesOwn =
  !isProjectNode && (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor));
const node = usesOwn ? process.execPath : projectNode;
/** The project's Node is missing after an install without scripts, and does not run with another C library. */
const nodeStarts = () => usesOwn || spawnSync(node, ['--version']).status === 0;

// Turns off Astro's usage statistics, also in the processes that the script starts.
process.env.ASTRO_TELEMETRY_DISABLED = '1';
// Commands start in two thirds of the time with what Node has compiled before.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../node_modules/.cache/node', import.meta.url),
);

/** @returns the exit code */
const run = (program, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    // Ctrl-C also reaches the child, so it is not forwarded.
    const ignore = () => {};
    process.on('SIGTERM', forward).on('SIGINT', ignore);
    // npm sends SIGTERM only to the shell between npm and this process, and the shell ends without forwarding it.
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

/** Runs npm with all output on standard error, because a program may read the script's standard output. */
const runNpm = (args, settings) => {
  const stdio = ['inherit', 2, 'inherit'];
  // The only script that may run downloads Node (`allowScripts` in package.json).
  const withoutScripts = usesOwn && { npm_config_ignore_scripts: 'true' };
  const env = { ...process.env, ...settings, ...withoutScripts };
  const npm = process.env.npm_execpath;
  return npm
    ? run(process.execPath, [npm, ...args], { stdio, env })
    : run('npm', args, { stdio, env, shell: process.platform === 'win32' });
};

/**
 * Returns the text for `--help`, even before packages are installed. After that, scripts with options print theirs.
 * @returns null if there is no `--help`, or another program answers it
 */
const helpFor = (commandLine) => {
  const own = commandLine.indexOf('--');
  if (!commandLine.slice(0, own < 0 ? undefined : own).includes('--help')) return null;
  const { npm_lifecycle_event: script, npm_package_name: workspace } = process.env;
  const name = workspace === 'papers' ? `papers ${script}` : script;
  const help = JSON.parse(readFileSync(new URL('help.json', import.meta.url), 'utf8'));
  const answer = help.withoutOptions[name];
  if (answer || !help.withOptions[name] || existsSync(installedFile)) return answer ?? null;
  return `${help.withOptions[name]}\nRun npm start first, which installs the packages. Then this lists the options, too.`;
};

/** Returns the packages of a lockfile by their paths. npm's own can be cut off, and is then written again. */
const packagesOf = (file) => {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    if (file === installedFile) return {};
    console.error(
      `${file} cannot be read. Restore the project's: git checkout --theirs ${file} during a merge, otherwise git checkout ${file}`,
    );
    process.exit(1);
  }
};

/** Returns whether npm has installed the packages of package-lock.json, or those that a server needs. */
const isInstalled = (isServing) => {
  const installed = packagesOf(installedFile);
  const isNeeded = (path, { dev, devOptional, link, optional }) =>
    // Other paths are those of workspaces, which an owner may remove.
    path.startsWith('node_modules/') && !link && !optional && !devOptional && !(isServing && dev);
  return (
    nodeStarts() &&
    Object.entries(packagesOf('package-lock.json')).every(
      ([path, each]) => !isNeeded(path, each) || installed[path]?.version === each.version,
    )
  );
};

/** @returns the exit code */
const refuseOldNode = () => {
  // Without this, npm's scripts would find the Node that does not start before the machine's own.
  if (!nodeStarts()) rmSync('node_modules/node', { recursive: true, force: true });
  console.error(
    `Node ${process.versions.node} is too old: the site runs with ${oldestForScripts.join('.')} or newer. npm brings one, unless its setting ignore-scripts is on, or there is none for this system, such as Alpine. Install a newer one (https://nodejs.org/en/download), and try again.`,
  );
  return 1;
};

const install = async (commandLine) => {
  const isServing =
    servingScripts.some((script) => commandLine.includes(script)) &&
    // The inbox on Workers needs wrangler.
    !commandLine.some((argument) => /(?:workers|preview)$/.test(argument));
  if (isInstalled(isServing)) return 0;
  // A running server keeps its packages while the others are added.
  const command = isInstalled(true) ? ['install', '--no-save'] : ['ci'];
  const isWithoutScripts = process.env.npm_config_ignore_scripts === 'true';
  if (isWithoutScripts && !usesOwn && command[0] === 'ci') return refuseOldNode();
  const seconds = isServing ? 'some seconds' : 'a minute';
  console.error(`Installing packages. This happens once, and takes ${seconds} …`);
  const omitted = isServing ? ['--omit=dev'] : [];
  // Hosts set NODE_ENV=production, with which npm omits the packages for development.
  const settings = isServing ? {} : { npm_config_include: 'dev' };
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runNpm([...command, ...omitted, ...quiet], settings);
  if (code !== 0) {
    console.error('The packages could not be installed. The output of npm is above.');
    return code;
  }
  return nodeStarts() ? 0 : refuseOldNode();
};

/** Characters that Vite and others misread in a path. On Windows, `\` separates folders. */
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
