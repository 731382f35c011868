import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import texts from '#hosting/variables.json' with { type: 'json' };
import { variableList, type variables } from '#hosting/variables.ts';
import { jsonSchemas } from '#model/content.ts';
import { readWords } from '#model/words.ts';
import help from './help.json' with { type: 'json' };

// `vitest -u` writes docs/reference/ from the code.

const env = { ...process.env, COLUMNS: '100', npm_lifecycle_event: '' };

const helpOf = async (command: string, ...args: string[]): Promise<string> => {
  const script = [`tools/${command}.ts`, ...args, '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, script, { env });
  return `\`\`\`\n${stdout.trim()}\n\`\`\`\n`;
};

const section = async (command: string): Promise<string> => {
  const text = await helpOf(command);
  const rows = command === 'inbox' ? text.matchAll(/^ {2}([a-z][a-z-]*) /gm) : [];
  const subcommands = Array.from(rows, ([, name = '']) => helpOf(command, name));
  return [`## npm run ${command}\n`, text, ...(await Promise.all(subcommands))].join('\n');
};

/** Returns the arguments of npm for a script, whose name may begin with a workspace. */
const inWorkspace = (name: string): string => name.replace(/^(\w+) (\w+)$/, '$2 --workspace=$1');

test('docs/reference/commands.md shows the help of each command', async () => {
  const owners = ['setup', 'edit', 'doctor', 'publish', 'inbox', 'stats'];
  const others = Object.entries({ ...help.withOptions, ...help.withoutOptions })
    .filter(([name]) => !owners.includes(name))
    .map(([name, does]) => `| \`npm run ${inWorkspace(name)}\` | ${does} |\n`);
  const intro = '# Commands\n\nThe output of each command with `--help`.\n';
  const scripts = `## Other scripts\n\n| command | what it does |\n| --- | --- |\n${others.join('')}`;
  const text = [intro, ...(await Promise.all(owners.map(section))), scripts].join('\n');
  await expect(text).toMatchFileSnapshot('../docs/reference/commands.md');
});

interface Schema {
  type?: string;
  anyOf?: Schema[];
  items?: Schema | boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  description?: string;
  default?: unknown;
}

const kindOf = (schema: Schema): string => {
  const { anyOf, type, items, enum: values, minimum, maximum, maxItems } = schema;
  const [first = {}, ...others] = anyOf ?? [];
  if (anyOf) return others.some((each) => each.type === 'null') ? kindOf(first) : 'text';
  if (values) return `one of ${values.join(', ')}`;
  const range = maximum && maximum < 1e6 ? `, ${minimum} to ${maximum}` : '';
  if (type === 'integer' || type === 'number') return `number${range}`;
  if (type === 'array') {
    if (typeof items === 'object' && !items.properties) return `list of ${kindOf(items)}`;
    return maxItems ? `list, up to ${maxItems}` : 'list, any number';
  }
  return { boolean: '`true` or `false`', object: 'group' }[type ?? ''] ?? 'text';
};

/** @param words fields that have a default in the language file, which are left out */
const rowsOf = (schema: Schema, words: unknown, path = ''): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
    const word = (words as Record<string, unknown> | undefined)?.[name];
    if (word !== undefined && !each.properties) return [];
    const field = `${path}${name}`;
    const [inner = each] = each.anyOf?.filter(({ properties }) => properties) ?? [];
    const isNeeded = schema.required?.includes(name);
    const preset = each.default === undefined ? '' : `Default: \`${JSON.stringify(each.default)}\``;
    const notes = [each.description, preset].filter(Boolean).join('. ');
    const own = `| \`${field}\` | ${kindOf(each)} | ${isNeeded ? 'yes' : ''} | ${notes} |`;
    const entry = typeof inner.items === 'object' ? rowsOf(inner.items, word, `${field}[].`) : [];
    const parts = rowsOf(inner, word, `${field}.`);
    return each.properties && parts.length === 0 ? [] : [own, ...parts, ...entry];
  });

test('docs/reference/content.md lists the fields of the schema', async () => {
  const { words } = readWords('.', 'en');
  const head = '| field | value | required | notes |\n| --- | --- | --- | --- |';
  const files = Object.entries(jsonSchemas(words)).map(([name, schema]) => {
    const rows = rowsOf(schema as Schema, words[name]);
    return [`## content/${name}.yaml\n`, head, ...rows, ''].join('\n');
  });
  const intro =
    '# Content\n\nThe fields of the files in `content/`. Labels that have a default in the language file in `content/words/` are not listed; you can set each of them here as well.\n';
  await expect([intro, ...files].join('\n')).toMatchFileSnapshot('../docs/reference/content.md');
});

test('docs/reference/variables.md lists the variables', async () => {
  const each: Record<keyof typeof variables, { holds: string; unset?: string }> = texts;
  expect(Object.keys(each)).toEqual(variableList.map(({ name }) => name));
  const rows = variableList.map(({ name, readBy, default: fallback }) => {
    const { holds, unset = `\`${fallback}\`` } = each[name as keyof typeof variables];
    return `| \`${name}\` | ${holds} | ${unset} | ${readBy.join(', ')} |\n`;
  });
  const intro =
    '# Variables\n\nWithout any variable, form, bookings and newsletter run on this machine. Commands read the environment and the file `.env`; the environment wins. An empty variable counts as not set.\n\nThe last column names what reads a variable: the `build` makes it part of the site; the `server` runs on a machine, and commands such as `npm run inbox` read the same variables; the `worker` runs on Cloudflare; `tools` are other commands. A change takes effect with the next `npm start` or `npm run publish`.\n';
  const head = '| variable | value | default | read by |\n| --- | --- | --- | --- |\n';
  const text = `${intro}\n${head}${rows.join('')}`;
  await expect(text).toMatchFileSnapshot('../docs/reference/variables.md');
});
