import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const rows = readFileSync('docs/explanation/architecture.md', 'utf8').matchAll(
  /^\| `([\w/]+)\/` \|[^|]*\|([^|]*)\|$/gm,
);
const allowed = new Map(
  Array.from(rows, ([, room = '', names = '']) => [room, names.match(/[\w/]+(?=\/`)/g) ?? []]),
);
const roomOf = (file = '') =>
  // The model generates `#content/…`.
  file.startsWith('content/')
    ? 'model'
    : [...allowed.keys()].findLast((room) => file.startsWith(`${room}/`));

const rooms = '{booking,enquiry,headers,hosting,inbox,model,papers,src,tools}';
const importStatement = /^(import type )?.*?\b(?:from|import)[ (]\s*'(?:#|(\.))([^'?]+)/gm;
const imports = globSync(`${rooms}/**/*.{ts,tsx,astro,mjs}`)
  .filter((file) => !/node_modules|\.test\./.test(file))
  .flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(importStatement),
      ([, isType, dot, path = '']) =>
        [file, dot ? posix.join(posix.dirname(file), dot + path) : path, isType] as const,
    ),
  );

test('imports go one way, as docs/explanation/architecture.md lists them', () => {
  expect(allowed.size).toBeGreaterThan(15);
  const others = imports.filter(([file, path]) => {
    const [from, to] = [roomOf(file), roomOf(path)];
    if (!from || !to || to === from || to === 'src') return false;
    const names = [from, ...(from.startsWith('src/') ? ['src'] : [])].flatMap((room) =>
      allowed.get(room),
    );
    return !names.some((name) => `${to}/`.startsWith(`${name}/`));
  });
  expect(others).toEqual([]);
});

// Biome finds files that import each other in a circle.
test('no two rooms import each other', () => {
  for (const [room, names] of allowed) {
    for (const name of names) expect(allowed.get(name), `${room} ⇄ ${name}`).not.toContain(room);
  }
});

test('a file of the backend with more than 300 lines begins with the reason', () => {
  for (const file of globSync('{booking,enquiry,headers,inbox}/**/*.ts')) {
    const text = readFileSync(file, 'utf8');
    if (text.split('\n').length > 301) expect(text).toMatch(/^\/\/ More than 300 lines, because /);
  }
});

test('the code that runs before every command reads no content, which a fresh checkout lacks', () => {
  const reached = new Set(['tools/content-first.ts']);
  for (const file of reached) {
    for (const [from, path, isType] of imports) if (from === file && !isType) reached.add(path);
  }
  expect(reached.size).toBeGreaterThan(10);
  expect([...reached].filter((path) => path.startsWith('content/'))).toEqual([]);
});
