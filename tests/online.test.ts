import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
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

test('git ignores the files that the guides write: exports, copies and variables', () => {
  const ignored = readFileSync('.gitignore', 'utf8').replaceAll(/^\//gm, '').split('\n');
  const written = unique(/(?:--output|backup) ([\w-]+\.\w+)/g, guides);
  expect(written.length).toBeGreaterThan(3);
  for (const file of [...written, 'site.env']) {
    expect(
      ignored.some((pattern) => matchesGlob(file, pattern)),
      file,
    ).toBe(true);
  }
});

test('the commands and variables in the guide exist', () => {
  const text = roads + workflow;
  const commands = unique(/npm run ([\w:-]+)/g, text);
  expect(commands.length).toBeGreaterThan(4);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(commands));
  const names = variableList.map(({ name }) => name);
  const named = unique(/`((?:SITE|PUBLIC|INBOX|SMTP)_\w+)/g, roads);
  expect(names).toEqual(expect.arrayContaining(named));
  expect(roads).toContain(
    /"database_name": "([\w-]+)"/.exec(readFileSync('wrangler.jsonc', 'utf8'))?.[1],
  );
});

test('the deploy workflow starts only by hand, and passes on each variable that a build reads', () => {
  const [, on = ''] = /^on:\n((?: .*\n)+)/m.exec(workflow) ?? [];
  expect(unique(/^ {2}(\w+):/gm, on)).toEqual(['workflow_dispatch']);
  const read = variableList
    .filter(({ name, readBy }) => readBy.includes('build') && name !== 'OUT_DIR')
    .map(({ name }) => name);
  expect(unique(/^ {2}\w+: \$\{\{ vars\.(\w+) \}\}$/gm, workflow).sort()).toEqual(read.sort());
});

test('the owner’s commands have the subcommands and options that the guides use', () => {
  // tools/reference.test.ts checks that this page has the help texts of the commands.
  const reference = readFileSync('docs/reference/commands.md', 'utf8');
  const helpTexts = reference.split('```\n').filter((text) => text.startsWith('npm run'));
  const calls = [
    ...guides.matchAll(/npm run (setup|edit|doctor|publish|inbox|stats) -- ([^`#\n]+)/g),
  ];
  expect(calls.length).toBeGreaterThan(20);
  for (const [call, command, rest = ''] of calls) {
    const own = command === 'inbox' ? `${rest.trim().split(' ')[0]} ` : '';
    const help = helpTexts.find((text) => text.startsWith(`npm run ${command} -- ${own}`));
    const options = rest.match(/--(?!help)[a-z-]+/g) ?? [];
    for (const part of [own, ...options]) expect(help, call).toContain(part);
  }
});
