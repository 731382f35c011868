import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

// Who may import whom: the tables of rooms in README.md, held against the code.

const allowed = new Map(
  [...readFileSync('README.md', 'utf8').matchAll(/^\| `([\w/]+)\/` \|[^|]*\|([^|]*)\|$/gm)].map(
    ([, room = '', imports = '']) => [
      room,
      [...imports.matchAll(/`([\w/]+)\/`/g)].map(([, name]) => name),
    ],
  ),
);

/** Files directly in `src/` and in the root belong to no room: all may import the first, the second all. */
const roomOf = (file: string): string | undefined =>
  [...allowed.keys()].filter((room) => file.startsWith(`${room}/`)).at(-1);

const files = globSync(
  '{content,documents,enquiry,headers,hosting,inbox,src,tools}/**/*.{ts,tsx,astro,mjs}',
).filter((file) => !/node_modules|\.test\./.test(file));

const imports = new Map(
  files.map((file) => [
    file,
    [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)[ (]\s*'([.#][^'?]+)/g)].map(
      ([, path = '']) =>
        path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path),
    ),
  ]),
);

test('imports run as the tables in README.md say', () => {
  expect(allowed.size).toBeGreaterThan(15);
  const others = files.flatMap((file) =>
    (imports.get(file) ?? []).flatMap((imported) => {
      const [from, to] = [roomOf(file), roomOf(imported)];
      if (!from || !to || from === to || to === 'src') return [];
      // A room within `src/` may import what `src/` may; other rooms import of `src/` what they like.
      const rooms = [
        ...(allowed.get(from) ?? []),
        ...(/^src\//.test(from) ? (allowed.get('src') ?? []) : []),
      ];
      return rooms.some((room) => to === room || to.startsWith(`${room}/`))
        ? []
        : [`${file} → ${imported}`];
    }),
  );
  expect(others).toEqual([]);
});

test('no rooms import each other, and no files do in a circle', () => {
  for (const [room, names] of allowed) {
    for (const name of names)
      expect(allowed.get(name ?? ''), `${room} ⇄ ${name}`).not.toContain(room);
  }
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): void => {
    expect(way, 'a circle').not.toContain(file);
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) follow(next, [...way, file]);
    done.add(file);
  };
  for (const file of files) follow(file, []);
});
