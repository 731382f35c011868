import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerProcess } from '#hosting/tests/server-process.ts';
import { copyProject } from './project-copy.ts';

// The owner builds on the machine that serves `dist/`, where `tools/run.mjs` leaves out the packages for development.
// Pauses, ages and crashes of the exchange itself are in tools/builds.test.ts.

interface Lock {
  packages: Record<string, { dev?: boolean; optional?: boolean; link?: boolean }>;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const toServe = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
);

let folder: string;

const run = async (file: string): Promise<{ code: number | null; output: string }> => {
  const env = { PATH: process.env.PATH, HOME: folder };
  const running = promisify(execFile)(process.execPath, [file], { cwd: folder, env });
  const { code = 0, stdout, stderr } = await running.catch((cause) => cause);
  return { code, output: stdout + stderr };
};
const build = () => run('tools/build.ts');

const edit = (file: string, from: string | RegExp, to: string): (() => void) => {
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.replace(from, to));
  return () => writeFileSync(path, whole);
};

const missingFilesOf = (html: string): string[] =>
  (html.match(/\/_astro\/[\w./-]+\.\w+/g) ?? []).filter(
    (file) => !existsSync(join(folder, 'dist', file)),
  );

/** Returns the page, and expects it to be complete and to have all its files. */
const readPage = (): string => {
  const html = readFileSync(join(folder, 'dist/index.html'), 'utf8');
  expect([html.slice(-7), missingFilesOf(html)]).toEqual(['</html>', []]);
  return html;
};

/** Reads the page repeatedly until a promise settles. @returns each distinct page once */
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
  // A package inside another one comes with it.
  const names = toServe.map(([path]) => path.slice('node_modules/'.length));
  folder = copyProject(names.filter((name) => !name.includes('node_modules/')));
  expect(await build()).toMatchObject({ code: 0 });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

test('233 packages, none of them for development, are enough to build and serve a site and to read its inbox', async () => {
  expect(toServe.filter(([, { optional }]) => !optional).length).toBeLessThanOrEqual(233);
  const command = [process.execPath, 'hosting/machine/main.ts'];
  const server = await startServerProcess({ HOME: folder }, command, folder);
  expect((await fetch(server.url)).status).toBe(200);
  server.child.kill();
  await server.ended;
  expect(await run('tools/inbox.ts')).toMatchObject({ code: 0 });
});

test('a failed build prints the reason, and a failed or killed build changes nothing (behavior 1.2)', async () => {
  const before = readPage();
  const kill = "for (const id of [process.ppid, process.pid]) process.kill(id, 'SIGKILL');";
  for (const [statement, code, words] of [
    [kill, null, ''],
    ["throw new Error('broken');", 1, 'broken'],
  ] as const) {
    const repair = edit('src/pages/received.astro', '---', `---\n${statement}`);
    expect(await build()).toEqual({ code, output: expect.stringContaining(words) });
    repair();
  }
  expect(readPage()).toBe(before);
}, 120_000);

test('after that, visitors get the complete old site, then the new one, old pages keep their files, and one of two simultaneous builds is refused (behavior 1.2)', async () => {
  const old = readPage();
  edit('src/layouts/page-script.ts', /start = .*\{/, "$&\n  document.title += ' ';");
  // Both builds share Astro's folder.
  const building = Promise.all([build(), build()]);
  const seen = await readDuring(building);
  const [done, refused] = (await building).sort((a, b) => Number(a.code) - Number(b.code));
  expect(done.code, done.output).toBe(0);
  const output = 'Another build is running. Build again when it has finished.\n';
  expect(refused).toEqual({ code: 1, output });
  const rebuilt = readPage();
  expect(rebuilt).not.toBe(old);
  expect([old, rebuilt]).toEqual(expect.arrayContaining(seen));
  expect(missingFilesOf(old)).toEqual([]);
}, 120_000);
