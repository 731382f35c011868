import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variableList } from '#hosting/variables.ts';
import manifest from '../package.json' with { type: 'json' };

const roads = readFileSync('docs/guide/publish.md', 'utf8');
const guides = globSync('docs/guide/*.md')
  .map((file) => readFileSync(file, 'utf8'))
  .join();
const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8');
const unique = (pattern: RegExp, text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

test('the commands and variables in the guide exist', () => {
  const text = roads + workflow;
  const commands = unique(/npm run ([\w:]+)/g, text);
  expect(commands.length).toBeGreaterThan(4);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(commands));
  const names = variableList.map(({ name }) => name);
  const named = unique(/`((?:SITE|PUBLIC|INBOX|SMTP)_\w+)/g, roads);
  expect(names).toEqual(expect.arrayContaining(named));
  expect(roads).toContain(
    /"database_name": "([\w-]+)"/.exec(readFileSync('wrangler.jsonc', 'utf8'))?.[1],
  );
});

test('the inbox has the subcommands that the guides use', () => {
  const inbox = ['tools/inbox.ts', '--help'];
  const { stdout: help } = spawnSync(process.execPath, inbox, { encoding: 'utf8' });
  const commands = unique(/npm run inbox -- ([a-z-]+)/g, guides);
  expect(commands.length).toBeGreaterThan(8);
  for (const command of commands) expect(help).toMatch(new RegExp(`^  ${command} `, 'm'));
});

test('the workflow that deploys starts by hand only, and passes on what a build reads', () => {
  const [, on = ''] = /^on:\n((?: .*\n)+)/m.exec(workflow) ?? [];
  expect(unique(/^ {2}(\w+):/gm, on)).toEqual(['workflow_dispatch']);
  const read = variableList
    .filter(({ name, readBy }) => readBy.includes('build') && name !== 'OUT_DIR')
    .map(({ name }) => name);
  expect(unique(/^ {2}\w+: \$\{\{ vars\.(\w+) \}\}$/gm, workflow).sort()).toEqual(read.sort());
});

test('the inbox has the options that the guides use', () => {
  const calls = [...guides.matchAll(/npm run inbox -- ([a-z-]+)([^`\n]*)/g)];
  for (const command of new Set(calls.map(([, name = '']) => name))) {
    const args = ['tools/inbox.ts', command, '--help'];
    const { stdout: help } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const options = calls.flatMap(([, name, rest]) => (name === command ? (rest ?? '') : []));
    for (const option of options.join().match(/--[a-z-]+/g) ?? []) expect(help).toContain(option);
  }
});
