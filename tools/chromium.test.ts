import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeFolder } from '#model/tests/folder.ts';
import { findWorkingChromium } from './chromium.ts';

test('a browser that lacks libraries, as on a server, leads to a sentence', () => {
  const CHROMIUM_PATH = join(makeFolder(), 'chromium');
  writeFileSync(CHROMIUM_PATH, '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const options = { env: { ...process.env, CHROMIUM_PATH }, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['tools/share-images.ts'], options);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^No Chromium works here.*\n$/)]);
});

test('a browser that does not start gives way to the next', (context) => {
  context.skip(process.platform !== 'linux');
  const folder = makeFolder();
  const programs = { 'chromium-browser': 'exit 1', 'google-chrome': 'exit 0' };
  for (const [name, end] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${end}\n`, { mode: 0o755 });
  }
  vi.stubEnv('PATH', folder).stubEnv('CHROMIUM_PATH', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(findWorkingChromium()).toBe(join(folder, 'google-chrome'));
});
