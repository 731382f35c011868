import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import manifest from '../../package.json' with { type: 'json' };
import { amount } from '../../tests/amount.ts';

const count = amount(60_000, 200_000);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'large-'));
  const database = openDatabase(join(folder, 'inbox.sqlite'));
  const fields = JSON.stringify({ firstName: 'Ada', message: 'These are words. '.repeat(40) });
  database.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ${count})
    INSERT INTO submission (kind, received_at, fields)
    SELECT 'enquiry', strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n, 'unixepoch'), '${fields}' FROM number`);
  database.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Reports the largest resident memory, in KiB, as it ends. maxRSS would include its parent's. */
const reportMemory = `data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>process.stderr.write('memory '+/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status','utf8'))[1]))`;

const start = (...args: string[]) =>
  spawn(
    process.execPath,
    [
      // V8's options come from `npm run inbox`.
      ...(manifest.scripts.inbox.match(/--\S+/g) ?? []),
      ...['--import', reportMemory, resolve('tools/inbox.ts'), ...args],
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The developer's own .env may name another folder.
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    },
  );

test.skipIf(process.platform !== 'linux').for<[string[], number]>([
  [[], 2 * count + 1],
  [['--json'], count + 2],
  [['--csv'], count + 1],
])(
  '%j of a large inbox takes less than 150 MB',
  { timeout: 180_000 },
  async ([args, lines], { annotate }) => {
    const child = start(...args);
    let written = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) written++;
    });
    const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([child.exitCode, written]).toEqual([0, lines]);
    const bytes = Number(/memory (\d+)/.exec(said)?.[1]) * 1024;
    await annotate(`${count} submissions: ${(bytes / 1e6).toFixed(0)} MB`);
    expect(bytes).toBeLessThan(150e6);
  },
);

test('a reader that has seen enough ends it quietly (behavior 8.3)', async () => {
  const child = start();
  const ended = Promise.all([text(child.stderr), once(child, 'close')]);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [said] = await ended;
  expect([child.exitCode, said.replace(/memory \d+/, '')]).toEqual([0, '']);
});
