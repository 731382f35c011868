import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#model/tests/folder.ts';

/** Runs a script in a project with this project's content and additional files. */
const run = (script: string, files: Readonly<Record<string, string>>) => {
  const folder = makeFolder(files);
  cpSync('content', join(folder, 'content'), { recursive: true, force: false });
  const args = ['--import', new URL('content-first.ts', import.meta.url).href, script];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
};

const say = "import { site } from '#content/site.ts'; console.log(site.language);";
const language = (code: string) => `export const site = { language: '${code}' };`;

test.each([
  ['.env', 'A\0', /^\.env is in UTF-16: save it as UTF-8\n$/],
  // As if a command had run with sudo.
  ['.content', '', /^E[A-Z]+: [^\n]+\nIf [^\n]*: sudo chown -R "\$USER" "\S+"\n$/],
])('a command prints only the mistake if %s has one', (file, text, mistake) => {
  const stderr = expect.stringMatching(mistake);
  const files = { [file]: text, 'script.ts': "console.log('ran');" };
  expect(run('script.ts', files)).toMatchObject({ status: 1, stdout: '', stderr });
});

test('a command reads the current content, and the server reads the content of the build that it serves', () => {
  const files = {
    'package.json': '{ "type": "module", "imports": { "#content/*": "./.content/*" } }',
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
