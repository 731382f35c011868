import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject } from './project-copy.ts';

// The owner builds on the machine that serves `dist/`. Pauses, ages and crashes of the exchange itself are in
// tools/publish-build.test.ts, what the server makes of it in hosting/machine/server.test.ts.

let folder: string;

const build = async (environment = {}): Promise<{ code: number | null; said: string }> => {
  const child = spawn(process.execPath, ['tools/build.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], said, errors] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, said: said + errors };
};

const edit = (file: string, change: (source: string) => string): void => {
  const path = join(folder, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
};

const hashedFilesOf = (html: string): string[] => [
  ...new Set(html.match(/\/_astro\/[\w./-]+\.\w+/g)),
];

/** The page, whole and with all its files, or an error. */
const readPage = (): string => {
  const html = readFileSync(join(folder, 'dist/index.html'), 'utf8');
  const missing = hashedFilesOf(html).filter((file) => !existsSync(join(folder, 'dist', file)));
  if (!html.endsWith('</html>') || missing.length > 0) throw new Error(`No ${missing}`);
  return html;
};

/** Reads without a pause until something has happened. @returns the pages that were seen, each once */
const readDuring = async (happening: Promise<unknown>): Promise<string[]> => {
  let isOver = false;
  void happening.finally(() => {
    isOver = true;
  });
  const seen = new Set<string>();
  while (!isOver) {
    seen.add(readPage());
    await setTimeout(1);
  }
  return [...seen];
};

beforeAll(async () => {
  folder = copyProject();
  const { code, said } = await build();
  expect(code, said).toBe(0);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

test('visitors get the old site whole, then the new one, old pages keep their files, and of two builds at once one is refused (behavior 1.2)', async () => {
  const old = readPage();
  edit('src/layouts/page-script.ts', (source) =>
    source.replace(/start = .*\{/, "$&\n  document.title += ' ';"),
  );
  // They share Astro's folder.
  const building = Promise.all([build(), build()]);
  const seen = await readDuring(building);
  const [done, refused] = (await building).sort((a, b) => Number(a.code) - Number(b.code));
  expect(done.code, done.said).toBe(0);
  expect(refused).toEqual({
    code: 1,
    said: 'Another build is under way. Build again when it has ended.\n',
  });
  const rebuilt = readPage();
  expect(rebuilt).not.toBe(old);
  expect([old, rebuilt]).toEqual(expect.arrayContaining(seen));
  for (const file of hashedFilesOf(old)) expect(existsSync(join(folder, 'dist', file))).toBe(true);
}, 120_000);

test('a build that fails, or is killed, changes nothing, and the next one works (behavior 1.2)', async () => {
  const before = readPage();
  const page = 'src/pages/received.astro';
  const kill = "for (const id of [process.ppid, process.pid]) process.kill(id, 'SIGKILL');";
  for (const [statement, code, words] of [
    [kill, null, ''],
    ["throw new Error('broken');", 1, 'broken'],
  ] as const) {
    const whole = readFileSync(join(folder, page), 'utf8');
    edit(page, (source) => source.replace('---', `---\n${statement}`));
    const building = build();
    expect(await readDuring(building)).toEqual([before]);
    expect(await building).toMatchObject({ code, said: expect.stringContaining(words) });
    edit(page, () => whole);
  }
  expect((await build()).code).toBe(0);
}, 120_000);

test.each(['.', '..'])(
  'OUT_DIR=%s is refused, since the project would make room for the site',
  async (OUT_DIR) => {
    const { code, said } = await build({ OUT_DIR });
    expect([code, said]).toEqual([1, expect.stringContaining('the project itself is in it')]);
    expect(lstatSync(folder).isSymbolicLink()).toBe(false);
  },
);
