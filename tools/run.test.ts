import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#model/tests/folder.ts';
import manifest from '../package.json' with { type: 'json' };

const isWindows = process.platform === 'win32';
const runner = resolve('tools/run.mjs');
const node = 'node_modules/node/bin/node';
const copyNode = `rmSync('${node}', { force: true }); cpSync(${JSON.stringify(process.execPath)}, '${node}');`;
const old = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
  )}`,
};

interface Project {
  /** The commands that the fake npm runs after it has logged its arguments and whether install scripts are off. */
  npm?: string;
  script?: string;
  /** The name of the folder that contains the project. */
  name?: string;
}

const makeProject = ({ npm = '', script = '', name = '.' }: Project) => {
  const folder = join(makeFolder(), name, 'site');
  mkdirSync(join(folder, 'tools'), { recursive: true });
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  for (const name of ['start', 'inbox', 'test']) write(`tools/${name}.ts`, script);
  /** Writes a lockfile with a package at this version, and one for development. */
  const lock = (version: string): void => {
    const packages = {
      ...{ '': {}, papers: {}, 'node_modules/papers': { link: true } },
      ...{ 'node_modules/a': { version }, 'node_modules/d': { dev: true, version } },
      'node_modules/o': { optional: true, version },
    };
    write('package-lock.json', JSON.stringify({ packages }));
  };
  lock('1.0.0');
  write('npm.log', '');
  write(
    'npm.mjs',
    `import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
    console.log('added 1 package');
    const words = process.argv.slice(2).filter((word) => !/^--(no-(?!save)|log)/.test(word));
    const isOmitted =
      words.includes('--omit=dev') ||
      (process.env.NODE_ENV === 'production' && process.env.npm_config_include !== 'dev');
    appendFileSync('npm.log', [...words, process.env.npm_config_ignore_scripts ?? 'false'].join(' ') + '\\n');
    mkdirSync('node_modules/node/bin', { recursive: true });
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    for (const [path, { dev, version }] of Object.entries(packages)) {
      if (path.at(-1) === 'o' || !version || (dev && isOmitted)) delete packages[path];
    }
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
    ${npm}`,
  );
  const run = (line = 'tools/test.ts', more = {}, program = process.execPath) => {
    write('npm.log', '');
    const env = { npm_execpath: 'npm.mjs', CONTENT_READ: folder, ...more };
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const words = line.split(' ').filter(Boolean);
    const { status, stdout, stderr } = spawnSync(program, [runner, ...words], options);
    return { status, stdout, stderr, npm: readFileSync(join(folder, 'npm.log'), 'utf8') };
  };
  return { folder, run, write, lock };
};

test('the packages for serving are installed first, with a note on standard error, and others when needed', () => {
  const script = 'console.log(process.env.ASTRO_TELEMETRY_DISABLED);';
  const { run, lock } = makeProject({ script });
  const first = run('tools/start.ts');
  expect(first).toMatchObject({ npm: 'ci --omit=dev true\n', stdout: '1\n' });
  expect(first.stderr).toMatch(/^Installing packages\..*\nadded 1 package\n$/);
  expect(run('tools/inbox.ts 17').npm).toBe('');
  expect(run('tools/inbox.ts --host workers').npm).toBe('install --no-save true\n');
  expect([run().npm, run('tools/start.ts').npm]).toEqual(['', '']);
  lock('2.0.0');
  expect(run().npm).toBe('ci true\n');
  // Only run.mjs turns off Astro's usage statistics.
  const withoutIt = /^(?!node tools\/run\.mjs )/;
  expect(Object.values(manifest.scripts).filter((each) => withoutIt.test(each))).toEqual([]);
});

test('packages for development are installed when needed, even if the environment asks npm to omit them', () => {
  const { run } = makeProject({});
  const { npm } = run('tools/test.ts', { NODE_ENV: 'production' });
  expect([npm, run('tools/test.ts', { NODE_ENV: 'production' }).npm]).toEqual(['ci true\n', '']);
});

test('a truncated list of installed packages is made again, and an unreadable lockfile is named', () => {
  const { run, write } = makeProject({});
  run();
  write('node_modules/.package-lock.json', '{ "packages"');
  expect(run()).toMatchObject({ status: 0, npm: 'ci true\n' });
  write('package-lock.json', '<<<<<<< HEAD\n');
  const named = /^package-lock\.json cannot be read\. Restore .*git checkout package-lock\.json\n$/;
  const stderr = expect.stringMatching(named);
  expect(run()).toMatchObject({ status: 1, npm: '', stdout: '', stderr });
});

test('each npm script answers --help, even without packages, and does nothing else', () => {
  const { folder, run } = makeProject({ script: 'console.log("ran");' });
  const runAs = (name: string, line: string, npm_package_name = 'site') =>
    run(line, { npm_lifecycle_event: name, npm_package_name });
  const ofSite = Object.keys(manifest.scripts).map((name) => [name, 'site'] as const);
  for (const [name, workspace] of [...ofSite, ['build', 'papers'], ['test', 'papers']] as const) {
    const { stderr: _, ...done } = runAs(name, 'tools/test.ts --help', workspace);
    const stdout = expect.stringMatching(/^(?!.*ran)[A-Z][^\n]*\.\n/s);
    expect(done, name).toEqual({ status: 0, stdout, npm: '' });
  }
  // Arguments after a second -- are for another program.
  expect(runAs('test', 'tools/test.ts -- --help').stdout).toBe('ran\n');
  expect(runAs('inbox', 'tools/inbox.ts --help').stdout).toBe('ran\n');
  expect(existsSync(join(folder, 'node_modules'))).toBe(true);
});

test('the machine’s own Node runs a script if it is new enough, otherwise the one that npm installs', () => {
  const script = 'console.log(process.execPath);';
  const { folder, run, write, lock } = makeProject({ npm: copyNode, script });
  const brought = join(folder, node);
  const stdout = `${brought}\n`;
  expect(run().stdout).toBe(`${process.execPath}\n`);
  lock('2.0.0');
  expect(run('', old).npm).toBe('ci false\n');
  expect(run('tools/test.ts', old)).toMatchObject({ stdout, npm: '' });
  write(node, 'of another system');
  expect(run('tools/test.ts', old)).toMatchObject({ stdout, npm: 'ci false\n' });
  lock('1.0.0');
  expect(run('tools/test.ts', {}, brought)).toMatchObject({ stdout, npm: 'ci false\n' });
});

const tooOld =
  /^Node 20\.19\.0 is too old: .* 24\.15 or newer\. npm brings one, unless .*\. Install a newer one .*\n$/m;

test.each([
  ['brings none', ''],
  ['brings one that does not start', `writeFileSync('${node}', 'no program', { mode: 0o755 });`],
  ['brings one that fails', `writeFileSync('${node}', '#!/bin/sh\\nexit 127', { mode: 0o755 });`],
])('if Node is too old and npm %s, each run prints what to do', (_, npm) => {
  const { folder, run } = makeProject({ npm });
  for (const refused of [run('', old), run('', old)]) {
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(tooOld) });
  }
  // Otherwise, npm would use it before the machine's own.
  expect(existsSync(join(folder, node))).toBe(false);
  expect(run().status).toBe(0);
});

test('nothing is installed, and no Node is removed, if npm must not run install scripts', () => {
  const { folder, run, lock } = makeProject({ npm: copyNode });
  const env = { ...old, npm_config_ignore_scripts: 'true' };
  const refused = { status: 1, stderr: expect.stringMatching(tooOld), npm: '' };
  expect(run('', env)).toMatchObject(refused);
  run('', old);
  expect(run('tools/test.ts', env).status).toBe(0);
  lock('2.0.0');
  expect(run('', env)).toMatchObject(refused);
  expect(existsSync(join(folder, node))).toBe(true);
});

test('a folder with a name that Vite misreads is refused before anything is installed', (context) => {
  context.skip(isWindows);
  const [before, after] = ['The site cannot be built in', 'in that path'];
  for (const character of ['#', '?', '%', '*', '"', '\\']) {
    const { stderr, ...rest } = makeProject({ name: `a${character}b` }).run();
    expect(rest).toEqual({ status: 1, stdout: '', npm: '' });
    expect(stderr).toMatch(new RegExp(`^${before} .+/site, because of the . ${after}`));
    expect(stderr).toContain(`because of the ${character} in`);
  }
  expect(makeProject({ name: 'Åsa’s [site] (new) {1} & more' }).run().status).toBe(0);
});

test('when npm gets SIGTERM, the script stops, although npm signals only the shell between them', async (context) => {
  context.skip(isWindows);
  const script = 'console.log(process.pid); setInterval(() => {}, 1000);';
  const { folder } = makeProject({ script });
  // A second command keeps the shell from replacing itself with the program.
  const command = `"${process.execPath}" "${runner}" tools/test.ts; true`;
  const shell = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { npm_execpath: 'npm.mjs', npm_lifecycle_event: 'serve', CONTENT_READ: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = Number(String((await once(shell.stdout, 'data'))[0]));
  onTestFinished(() => void spawnSync('kill', ['-9', String(pid)]));
  const stopped = once(shell.stdout, 'close');
  shell.kill('SIGTERM');
  await stopped;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
