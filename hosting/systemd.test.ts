import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSite } from '#hosting/tests/server-process.ts';
import { findProgram } from '#tools/find-program.ts';
import { freePort } from '#tools/free-port.ts';
import { type Place, placeOf } from './place.ts';
import { serviceFile } from './systemd.ts';

let folder: string;
let place: Place;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), '50% of a unit '));
  place = placeOf({ PORT: String(await freePort()) }, makeSite(folder));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Values of a setting, each as its words, as systemd reads them. */
const values = (name: string): string[][] =>
  [...serviceFile(place).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) =>
    (value.match(/"[^"]*"|\S+/g) ?? []).map((word) =>
      word
        .replace(/^"|"$/g, '')
        .replace(/%(.)/g, (_all, next) => (next === '%' ? '%' : 'what systemd puts here'))
        .replaceAll('$$', '$'),
    ),
  );

test('what it starts serves the site, and ends well on SIGTERM', async () => {
  const [[program = '', ...words] = []] = values('ExecStart');
  const child = spawn(program, words, {
    cwd: values('WorkingDirectory')[0]?.[0],
    env: {
      ...Object.fromEntries(values('Environment').map(([word = '']) => word.split(/=(.*)/s, 2))),
      DATA_DIR: join(folder, 'data'),
      // An empty variable hides what the developer's own .env says.
      ...{ SMTP_URL: '', INBOX_TO: '', INBOX_WEBHOOK_URL: '' },
    },
  });
  const ended = once(child, 'exit');
  try {
    await Promise.race([once(child.stdout, 'data'), ended]);
    const { host, port } = place.backend;
    expect((await fetch(`http://${host}:${port}/`)).status).toBe(200);
    expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});

test('it writes to the inbox alone, starts again, and does not run as root', () => {
  expect(values('ProtectSystem')).toEqual([['strict']]);
  expect(values('ReadWritePaths')).toEqual([[place.dataDir]]);
  expect(values('NoNewPrivileges')).toEqual([['yes']]);
  expect(values('PrivateTmp')).toEqual([['yes']]);
  expect(values('Restart')).toEqual([['always']]);
  expect(values('WantedBy')).toEqual([['multi-user.target']]);
  expect(values('User')).not.toEqual([['root']]);
});

test.each([
  [{ projectDir: '/srv/site', command: ['/usr/bin/node'] }, 'yes'],
  [{ projectDir: '/home/robin/site' }, 'read-only'],
  [{ projectDir: '/srv/site', command: ['/home/robin/.nvm/bin/node'] }, 'read-only'],
] as const)('with %j it sees of homes what it needs: %s', (parts, protectHome) => {
  place = { ...place, ...parts };
  expect(values('ProtectHome')).toEqual([[protectHome]]);
});

describe('systemd-analyze', () => {
  const analyze = (...words: string[]) => {
    const file = join(folder, 'site.service');
    writeFileSync(file, serviceFile(placeOf({}, folder)));
    return spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' });
  };
  const isInstalled = findProgram('systemd-analyze') !== null;

  test.skipIf(!isInstalled)('finds no mistake', () => {
    const { status, stderr } = analyze('verify');
    // It looks at the machine's own units as well.
    expect(stderr.match(/^.*site\.service.*$/gm)).toBeNull();
    expect(status).toBe(0);
  });

  test.skipIf(!isInstalled)('calls its exposure low', () => {
    expect(analyze('security', '--offline=true', '--threshold=20').status).toBe(0);
  });
});
