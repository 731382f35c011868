import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { variableList } from '#hosting/variables.ts';
import manifest from '../package.json' with { type: 'json' };

// The roads to a published site say what is there.

const roads = readFileSync('docs/online.md', 'utf8');
const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8');
const unique = (pattern: RegExp, text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

test('commands, variables and files that they name exist', () => {
  const text = roads + workflow;
  const commands = unique(/npm run ([\w:]+)/g, text);
  expect(commands.length).toBeGreaterThan(4);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(commands));
  const names = variableList.map(({ name }) => name);
  const named = unique(/`((?:SITE|PUBLIC|INBOX|SMTP)_\w+)/g, roads);
  expect(names).toEqual(expect.arrayContaining(named));
  for (const file of unique(/\]\((\.\.\/[^)#]+)/g, roads)) {
    expect(existsSync(join('docs', file)), file).toBe(true);
  }
  expect(roads).toContain(
    /"database_name": "([\w-]+)"/.exec(readFileSync('wrangler.jsonc', 'utf8'))?.[1],
  );
});

test('the commands of the inbox that they call have these options', async () => {
  const text = roads + readFileSync('README.md', 'utf8');
  const commands = unique(/npm run inbox -- ([a-z-]+)/g, text);
  expect(commands.length).toBeGreaterThan(4);
  const found = commands.map(async (command) => {
    const args = ['tools/inbox.ts', command, '--help'];
    const { stdout: help } = await promisify(execFile)(process.execPath, args);
    const calls = unique(new RegExp(`inbox -- ${command} ([^\`\\n]+)`, 'g'), text).join();
    for (const option of calls.match(/--[a-z-]+/g) ?? []) expect(help).toContain(option);
  });
  await Promise.all(found);
});

test('the workflow that deploys starts by hand only, and passes on what a build reads', () => {
  const [, on = ''] = /^on:\n((?: .*\n)+)/m.exec(workflow) ?? [];
  expect(unique(/^ {2}(\w+):/gm, on)).toEqual(['workflow_dispatch']);
  const read = variableList
    .filter(({ name, readBy }) => readBy.includes('build') && name !== 'OUT_DIR')
    .map(({ name }) => name);
  expect(unique(/^ {2}\w+: \$\{\{ vars\.(\w+) \}\}$/gm, workflow).sort()).toEqual(read.sort());
});
