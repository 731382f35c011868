import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a browser that lacks libraries, as on a server, leads to a sentence', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chromium-'));
  const CHROMIUM_PATH = join(folder.path, 'chromium');
  writeFileSync(CHROMIUM_PATH, '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const options = { env: { ...process.env, CHROMIUM_PATH }, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['tools/share-images.ts'], options);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^No Chromium works here.*\n$/)]);
});
