import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject } from './project-copy.ts';

// The owner builds on the machine that serves `dist/`.

let folder: string;
let server: ReturnType<typeof start>;
let address: string;

const start = (script: string, environment: Record<string, string> = {}) =>
  spawn(process.execPath, [script], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const build = async (environment = {}): Promise<{ code: number | null; said: string }> => {
  const child = start('tools/build.ts', environment);
  const [[code], said, errors] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, said: said + errors };
};

const edit = (file: string, change: (text: string) => string): void => {
  const path = join(folder, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
};

const hashedFilesOf = (html: string): string[] => [
  ...new Set(html.match(/\/_astro\/[\w./-]+\.\w+/g)),
];

/** What nginx and Caddy would answer with: the page, whole and with all its files, or an error. */
const readFromDisk = (): string => {
  const html = readFileSync(join(folder, 'dist/index.html'), 'utf8');
  const missing = hashedFilesOf(html).filter((file) => !existsSync(join(folder, 'dist', file)));
  if (!html.endsWith('</html>') || missing.length > 0) throw new Error(`No ${missing}`);
  return html;
};

const fetchPage = async (): Promise<string> => {
  const response = await fetch(address);
  const html = await response.text();
  const answers = await Promise.all(
    hashedFilesOf(html).map(async (file) => (await fetch(address + file)).status),
  );
  if (response.status !== 200 || !html.endsWith('</html>') || answers.some((it) => it !== 200)) {
    throw new Error(`${response.status} ${answers}`);
  }
  return html;
};

/** Visits without a pause until something has happened. @returns the pages that were seen, each once */
const visitDuring = async (happening: Promise<unknown>): Promise<Set<string>> => {
  let isOver = false;
  void happening.finally(() => {
    isOver = true;
  });
  const seen = new Set<string>();
  while (!isOver) {
    seen.add(readFromDisk());
    seen.add(await fetchPage());
    await setTimeout(1);
  }
  return seen;
};

beforeAll(async () => {
  folder = copyProject();
  const { code, said } = await build();
  expect(code, said).toBe(0);
  server = start('hosting/machine/main.ts');
  for await (const said of server.stdout) {
    address = /http:\/\/localhost:\d+/.exec(String(said))?.[0] ?? '';
    if (address) break;
  }
}, 120_000);

afterAll(async () => {
  server.kill();
  await once(server, 'exit');
  rmSync(folder, { recursive: true });
});

test('visitors get the old site whole, and then the new one, and old pages keep their files', async () => {
  const old = readFromDisk();
  edit('src/layouts/page-script.ts', (source) =>
    source.replace(/start = .*\{/, "$&\n  document.title += ' ';"),
  );
  // They share Astro's folder, so one of two is refused.
  const building = Promise.all([build(), build()]);
  const seen = await visitDuring(building);
  const [done, refused] = (await building).sort((a, b) => Number(a.code) - Number(b.code));
  expect(done.code, done.said).toBe(0);
  expect(refused).toEqual({
    code: 1,
    said: 'Another build is under way. Build again when it has ended.\n',
  });
  const rebuilt = readFromDisk();
  expect(rebuilt).not.toBe(old);
  await expect.poll(fetchPage, { timeout: 10_000 }).toBe(rebuilt);
  expect([old, rebuilt]).toEqual(expect.arrayContaining([...seen]));
  for (const file of hashedFilesOf(old)) {
    expect((await fetch(address + file)).status, file).toBe(200);
    expect(existsSync(join(folder, 'dist', file)), file).toBe(true);
  }
}, 120_000);

test('a build that fails, or is killed, changes nothing, and the next one works (behavior 1.2)', async () => {
  const before = readFromDisk();
  const policy = readFileSync(join(folder, 'dist.hosting/nginx.conf'), 'utf8');
  const expectNoChange = (seen: Set<string>): void => {
    expect([...seen]).toEqual([before]);
    expect(readFileSync(join(folder, 'dist.hosting/nginx.conf'), 'utf8')).toBe(policy);
  };

  edit('src/pages/received.astro', (source) =>
    source.replace(
      '---',
      "---\nfor (const id of [process.ppid, process.pid]) process.kill(id, 'SIGKILL');",
    ),
  );
  const killed = build();
  expectNoChange(await visitDuring(killed));
  const { code, said } = await killed;
  expect(code, said).toBe(null);

  edit('src/pages/received.astro', (source) =>
    source.replace(/^for .*$/m, 'throw new Error("broken");'),
  );
  const failing = build();
  expectNoChange(await visitDuring(failing));
  expect(await failing).toMatchObject({ code: 1, said: expect.stringContaining('broken') });

  edit('src/pages/received.astro', (source) => source.replace(/^throw .*$/m, ''));
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
