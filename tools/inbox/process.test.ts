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
  'a large inbox takes less than 150 MB, and a reader that stops early ends it quietly (behavior 8.3)',
  async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'large-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
    const count = amount(60_000, 200_000);
    openDatabase(join(DATA_DIR, 'inbox.sqlite')).exec(`
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ${count})
      INSERT INTO submission (kind, received_at, fields) SELECT 'enquiry', '2026-01-02T03:04:05.000Z',
        '${JSON.stringify({ firstName: 'Ada', message: 'Words. '.repeat(100) })}' FROM number`);
    // V8's options come from `npm run inbox`.
    const node = [...(manifest.scripts.inbox.match(/--\S+/g) ?? []), '--import', reportMemory];
    for (const [arg, lines] of [
      ['--json', count + 2],
      ['--all', 2 * count + 1],
      ['--csv', null],
    ] as const) {
      const args = [...node, resolve('tools/inbox.ts'), 'list', arg];
      const env = { PATH: process.env.PATH, DATA_DIR };
      // The developer's own .env may name another folder.
      const child = spawn(process.execPath, args, {
        cwd: DATA_DIR,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = Promise.all([text(child.stderr), once(child, 'close')]);
      let written = 0;
      for await (const chunk of child.stdout) {
        written += chunk.toString('latin1').split('\n').length - 1;
        if (lines === null) break;
      }
      const [errors] = await ended;
      expect([child.exitCode, errors.replace(/\d+/, '')]).toEqual([0, 'memory ']);
      if (lines !== null) expect(written).toBe(lines);
      expect(Number(/\d+/.exec(errors)) * 1024).toBeLessThan(150e6);
    }
  },
);
