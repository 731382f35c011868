import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const run = (words: string, script: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'syntax-'));
  mkdirSync(join(folder, 'content'));
  writeFileSync(join(folder, 'content/words.ts'), words);
  writeFileSync(join(folder, 'script.ts'), script);
  const explainer = new URL('syntax-mistakes.ts', import.meta.url).href;
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = ['--import', explainer, 'script.ts'];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
};

test('a command that cannot read a file of the content says so in plain words, and nothing else', () => {
  const words = "export const words = {\n  a: 'A'\n  b: 'B',\n};\n";
  expect(run(words, "import './content/words.ts';")).toMatchObject({
    status: 1,
    stderr:
      'The content has mistakes:\n  - content/words.ts:2: a comma is missing at the end of the line\n',
  });
});

test('a mistake of another kind is told as ever', () => {
  const { status, stderr } = run('export const words = {};', "throw new SyntaxError('elsewhere');");
  expect(status).toBe(1);
  expect(stderr).toContain('SyntaxError: elsewhere\n    at ');
});
