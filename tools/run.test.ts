import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

/** A folder in which the project's Node is installed at once, with a script. */
const makeFolder = (script: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const npm = `import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
    mkdirSync('node_modules/node/bin', { recursive: true });
    try {
      symlinkSync(process.execPath, 'node_modules/node/bin/node');
    } catch {}
    console.log('added 1 package');
    appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n');`;
  writeFileSync(join(folder, 'npm.mjs'), npm);
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(folder, 'script.mjs'), script);
  return folder;
};

test('what the first call installs is reported on standard error', () => {
  const folder = makeFolder('console.log(JSON.stringify([]));');
  const { stdout, stderr } = spawnSync(process.execPath, [resolve('tools/run.mjs'), 'script.mjs'], {
    cwd: folder,
    env: { npm_execpath: 'npm.mjs' },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe('[]\n');
  expect(stderr).toMatch(/^Installing packages\..*\nadded 1 package\n$/);
});

test('what serves is installed first, and the rest when something else is called', () => {
  const folder = makeFolder('');
  mkdirSync(join(folder, 'tools'));
  for (const name of ['start', 'inbox', 'test']) {
    writeFileSync(join(folder, `tools/${name}.ts`), '');
  }
  const installedBy = (...args: string[]): string => {
    writeFileSync(join(folder, 'npm.log'), '');
    spawnSync(process.execPath, [resolve('tools/run.mjs'), ...args], {
      cwd: folder,
      env: { npm_execpath: 'npm.mjs' },
    });
    return readFileSync(join(folder, 'npm.log'), 'utf8').replaceAll(
      / --(?:no-(?!save)|log)\S+/g,
      '',
    );
  };
  expect(installedBy('tools/start.ts')).toBe('ci --omit=dev\n');
  expect(installedBy('tools/inbox.ts', '17')).toBe('');
  expect(installedBy('tools/inbox.ts', '--host', 'workers')).toBe('install --no-save\n');
  expect(installedBy('tools/test.ts')).toBe('');
  expect(installedBy('tools/start.ts')).toBe('');
  writeFileSync(join(folder, 'package-lock.json'), '{ }');
  expect(installedBy('tools/test.ts')).toBe('ci\n');
  rmSync(folder, { recursive: true });
});

describe('which Node runs a script', () => {
  const node = 'node_modules/node/bin/node';
  const old = `--import=data:text/javascript,${encodeURIComponent(
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
  )}`;
  const tooOld =
    'Node 20.19.0 is too old: the site runs with 24.15 or newer. npm brings one, unless its setting ignore-scripts is on, or there is none for this system, such as Alpine. Install a newer one (https://nodejs.org/en/download), and try again.\n';
  let folder: string;
  /** @param npm what it does, after it has logged whether it is to run install scripts */
  const use = (npm: string): void => {
    folder = makeFolder('console.log(process.execPath);');
    const log = "appendFileSync('npm.log', process.env.npm_config_ignore_scripts + '\\n');";
    const source = `import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
      mkdirSync('node_modules/node/bin', { recursive: true }); ${log} ${npm}`;
    writeFileSync(join(folder, 'npm.mjs'), source);
    onTestFinished(() => rmSync(folder, { recursive: true }));
  };
  const run = (program: string, env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(
      program,
      [resolve('tools/run.mjs'), 'script.mjs'],
      {
        cwd: folder,
        env: { npm_execpath: 'npm.mjs', ...env },
        encoding: 'utf8',
      },
    );
    return { status, stdout, stderr: stderr.replace(/^Installing .*\n/, '') };
  };
  const npmLog = (): string => readFileSync(join(folder, 'npm.log'), 'utf8');
  const link = `symlinkSync(${JSON.stringify(process.execPath)}, '${node}');`;

  test('the machine’s own, where it is new enough, and then npm brings none', () => {
    use('');
    const ran = { status: 0, stdout: `${process.execPath}\n`, stderr: '' };
    expect([run(process.execPath), run(process.execPath)]).toEqual([ran, ran]);
    expect(npmLog()).toBe('true\n');
  });

  test('else the one that npm brings', () => {
    use(link);
    expect(run(process.execPath, { NODE_OPTIONS: old }).status).toBe(0);
    expect(npmLog()).toBe('undefined\n');
  });

  test.each([
    ['brings none', ''],
    ['brings one that does not start', `writeFileSync('${node}', 'no program', { mode: 0o755 });`],
    ['brings one that fails', `writeFileSync('${node}', '#!/bin/sh\\nexit 127', { mode: 0o755 });`],
  ])('else, where npm %s, a sentence says what to do, each time', (_, npm) => {
    use(npm);
    const refused = { status: 1, stdout: '', stderr: tooOld };
    const env = { NODE_OPTIONS: old };
    expect([run(process.execPath, env), run(process.execPath, env)]).toEqual([refused, refused]);
    // npm puts it before the machine's own.
    expect(existsSync(join(folder, node))).toBe(false);
    expect(run(process.execPath).status).toBe(0);
  });

  test('nothing is installed, and none removed, where npm could not bring one', () => {
    use(link);
    const env = { NODE_OPTIONS: old, npm_config_ignore_scripts: 'true' };
    const refused = { status: 1, stdout: '', stderr: tooOld };
    expect(run(process.execPath, env)).toEqual(refused);
    expect(existsSync(join(folder, 'npm.log'))).toBe(false);
    run(process.execPath, { NODE_OPTIONS: old });
    expect(run(process.execPath, env).status).toBe(0);
    writeFileSync(join(folder, 'package-lock.json'), '{ }');
    expect(run(process.execPath, env)).toEqual(refused);
    expect(existsSync(join(folder, node))).toBe(true);
  });

  test('one that no longer starts is replaced', () => {
    use(`rmSync('${node}', { force: true }); ${link}`);
    const env = { NODE_OPTIONS: old };
    run(process.execPath, env);
    rmSync(join(folder, node));
    writeFileSync(join(folder, node), 'of another system', { mode: 0o755 });
    expect(run(process.execPath, env).status).toBe(0);
    expect(npmLog()).toBe('undefined\nundefined\n');
  });

  test('the one that npm brought brings itself again', () => {
    use(`cpSync(${JSON.stringify(process.execPath)}, '${node}');`);
    expect(run(process.execPath, { NODE_OPTIONS: old }).status).toBe(0);
    writeFileSync(join(folder, 'package-lock.json'), '{ }');
    const own = join(realpathSync(folder), node);
    expect(run(own)).toEqual({ status: 0, stdout: `${own}\n`, stderr: '' });
    expect(npmLog()).toBe('undefined\nundefined\n');
  });
});

describe.skipIf(process.platform === 'win32')('a project in a folder called', () => {
  /** @returns exit code, and what was said beside the output */
  const runIn = (name: string) => {
    const folder = makeFolder('');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const project = join(folder, name, 'site');
    mkdirSync(project, { recursive: true });
    for (const file of ['npm.mjs', 'package-lock.json', 'script.mjs']) {
      renameSync(join(folder, file), join(project, file));
    }
    const { status, stderr } = spawnSync(
      process.execPath,
      [resolve('tools/run.mjs'), 'script.mjs'],
      {
        cwd: project,
        env: { npm_execpath: 'npm.mjs' },
        encoding: 'utf8',
      },
    );
    return { status, stderr, isInstalled: existsSync(join(project, 'npm.log')) };
  };

  test.each([
    ['C#', '#'],
    ['what?', '?'],
    ['100%', '%'],
    ['a*b', '*'],
    ['a"b', '"'],
    ['a\\b', '\\'],
  ])('%s is refused in a sentence, before anything is installed', (name, character) => {
    const { status, stderr, isInstalled } = runIn(name);
    expect([status, isInstalled]).toEqual([1, false]);
    expect(stderr).toMatch(
      /^The site cannot be built in .+\/site, because of the . in that path\. /,
    );
    expect(stderr).toContain(`because of the ${character} in`);
  });

  test('Åsa’s [site] (new) {1} & more works', () => {
    expect(runIn('Åsa’s [site] (new) {1} & more').status).toBe(0);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.platform === 'win32')(
  'when npm is told to stop, the script stops, though npm tells the shell between them alone',
  async () => {
    const folder = makeFolder('console.log(process.pid); setInterval(() => {}, 1000);');
    // A command after it keeps the shell from becoming the program.
    const command = `"${process.execPath}" "${resolve('tools/run.mjs')}" script.mjs; true`;
    const shell = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { npm_execpath: 'npm.mjs', npm_lifecycle_event: 'serve' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [chunk] = await once(shell.stdout, 'data');
    const pid = Number(String(chunk));
    expect(isAlive(pid)).toBe(true);
    shell.kill('SIGTERM');
    try {
      await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
    } finally {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      rmSync(folder, { recursive: true });
    }
  },
  20_000,
);

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
