import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** The user who may not write, because root can write everywhere. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Runs a script in a project with this project's content and additional files, which it may not write. */
const run = (script: string, files: Readonly<Record<string, string>>, isLocked = false) => {
  const folder = mkdtempSync(join(tmpdir(), 'content-first-'));
  onTestFinished(() => {
    chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true });
  });
  cpSync('content', join(folder, 'content'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const before = new URL('content-first.ts', import.meta.url).href;
  const args = ['--import', before, script];
  if (isLocked) chmodSync(folder, 0o555);
  const user = isLocked ? nobody : {};
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', ...user });
};

const imports = {
  'package.json': '{ "type": "module", "imports": { "#content/*": "./.content/*" } }',
};
const say = "import { site } from '#content/site.ts'; console.log(site.language);";
const language = (code: string) => `export const site = { language: '${code}' };`;

test.each([
  ['.env', 'A\0', /^\.env is in UTF-16: save it as UTF-8\n$/],
  [
    'content/hero.yaml',
    'lede: A plan: mine\n',
    /^The content has mistakes:\n {2}- content\/hero\.yaml:1: the text has a colon [^\n]*\n$/,
  ],
])('a command prints only the mistake if %s has one', (file, text, mistake) => {
  const stderr = expect.stringMatching(mistake);
  const files = { [file]: text, 'script.ts': "console.log('ran');" };
  expect(run('script.ts', files)).toMatchObject({ status: 1, stdout: '', stderr });
});

test('a command reads the current content, and the server reads the content of the build that it serves', () => {
  const files = {
    ...imports,
    'script.ts': say,
    'hosting/machine/main.ts': say,
    '.content/site.ts': language('old'),
    '.env': 'OUT_DIR=old\nSITE_DIR=./site/\n',
    'old.hosting/content/site.ts': language('old'),
    'site.hosting/content/site.ts': language('built'),
  };
  expect(run('hosting/machine/main.ts', files).stdout).toBe('built\n');
  expect(run('script.ts', files).stdout).toMatch(/^(?!old|built)[\w-]+\n$/);
});

/** Whether that user can read the project, which may be in a private folder of root. */
const canRead = spawnSync(process.execPath, ['--check', import.meta.filename], nobody).status === 0;

test.skipIf(process.platform === 'win32' || !canRead)(
  'a command that may not write into the project names what to do',
  () => {
    expect(run('script.ts', { 'script.ts': '' }, true)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^EACCES: [^\n]+\nPerhaps [^\n]*: sudo chown -R "\$USER" "\S+"\n$/,
      ),
    });
  },
);
