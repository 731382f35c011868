import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import manifest from '../../package.json' with { type: 'json' };
import { amount } from '../../tests/amount.ts';

/** Reports the largest resident memory, in KiB, as it ends. maxRSS would include its parent's. */
const reportMemory = `data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>process.stderr.write('memory '+/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status','utf8'))[1]))`;

test.skipIf(process.platform !== 'linux')(
  'a large inbox takes less than 150 MB, and a reader that has seen enough ends it quietly (behavior 8.3)',
  { timeout: 180_000 },
  async ({ annotate }) => {
    const folder = mkdtempSync(join(tmpdir(), 'large-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const count = amount(60_000, 200_000);
    const database = openDatabase(join(folder, 'inbox.sqlite'));
    const fields = JSON.stringify({ firstName: 'Ada', message: 'These are words. '.repeat(40) });
    database.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ${count})
      INSERT INTO submission (kind, received_at, fields)
      SELECT 'enquiry', strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n, 'unixepoch'), '${fields}' FROM number`);
    database.close();
    // V8's options come from `npm run inbox`.
    const options = [...(manifest.scripts.inbox.match(/--\S+/g) ?? []), '--import', reportMemory];
    const start = (...args: string[]) => {
      const child = spawn(process.execPath, [...options, resolve('tools/inbox.ts'), ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        // The developer's own .env may name another folder.
        cwd: folder,
        env: { PATH: process.env.PATH, DATA_DIR: folder },
      });
      return { child, ended: Promise.all([text(child.stderr), once(child, 'close')]) };
    };
    for (const [args, lines] of [
      [['list'], 2 * count + 1],
      [['list', '--json'], count + 2],
      [['list', '--csv'], count + 1],
    ] as const) {
      const { child, ended } = start(...args);
      let written = 0;
      for await (const chunk of child.stdout)
        written += chunk.toString('latin1').split('\n').length - 1;
      const [errors] = await ended;
      expect([child.exitCode, written]).toEqual([0, lines]);
      const bytes = Number(/memory (\d+)/.exec(errors)?.[1]) * 1024;
      await annotate(`${args}, ${count} submissions: ${(bytes / 1e6).toFixed(0)} MB`);
      expect(bytes).toBeLessThan(150e6);
    }
    const { child, ended } = start();
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [errors] = await ended;
    expect([child.exitCode, errors.replace(/memory \d+/, '')]).toEqual([0, '']);
  },
);
