import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeSite } from '#hosting/tests/server-process.ts';
import { findProgram } from '#tools/find-program.ts';
import { freePort } from '#tools/free-port.ts';
import manifest from '../package.json' with { type: 'json' };
import { fillPlaceFiles } from './place.ts';

const fill = (environment: Record<string, string>, siteDir = '/srv/site/dist/') => {
  const files = fillPlaceFiles(environment, siteDir);
  const [caddy = '', nginx = '', socket = '', service = ''] = files.values();
  return { caddy, nginx, socket, service };
};

test.each([
  ['https://firm.com', 'firm.com www.firm.com'],
  ['https://www.firm.com', 'www.firm.com firm.com'],
  ['https://firm.co.uk/', 'firm.co.uk www.firm.co.uk'],
  ['https://risk.firm.com', 'risk.firm.com'],
  ['https://bücher.de', 'xn--bcher-kva.de www.xn--bcher-kva.de'],
  ['http://localhost:4321', 'example.com'],
  ['http://192.168.1.5', 'example.com'],
  ['', 'example.com'],
])('at %s the site is at the first name of "%s", and the other leads there', (SITE_URL, names) => {
  const [name] = names.split(' ');
  const { caddy, nginx, ...units } = fill({ SITE_URL });
  expect(caddy).toContain(`\n${names} {\n\t@other not host ${name}\n`);
  expect(nginx.match(/server_name .*/g)).toEqual(Array(2).fill(`server_name ${names};`));
  for (const text of [caddy, nginx, ...Object.values(units)]) {
    expect(text.split('\n', 1)[0]).toContain(`for ${name}`);
    expect(text.split('\n', 1)[0]?.includes('SITE_URL was not set')).toBe(name === 'example.com');
    expect(text).not.toMatch(/\{\w+\}(?<!\{uri\})/);
  }
});

test.each([
  [{}, '127.0.0.1:4321'],
  [{ HOST: 'localhost', PORT: '0' }, '127.0.0.1:4321'],
  [{ HOST: '0.0.0.0', PORT: '80' }, '127.0.0.1:80'],
  [{ HOST: '10.0.0.5', PORT: '8080' }, '10.0.0.5:8080'],
  [{ HOST: '::1' }, '[::1]:4321'],
])('with %o the proxies find the site at %s', (environment, backend) => {
  const { caddy, nginx, socket } = fill(environment);
  expect(caddy).toContain(`reverse_proxy ${backend} {`);
  expect(nginx).toContain(`proxy_pass http://${backend};`);
  expect(socket).toContain(`ListenStream=${backend}\n`);
});

test('what systemd starts serves the site, also from a folder with odd characters, and ends well on SIGTERM', async () => {
  const folder = mkdtempSync(join(tmpdir(), '50% of a $unit '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { service } = fill({ DATA_DIR: join(folder, 'data') }, makeSite(folder));
  const values = (name: string): string[] =>
    [...service.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, value = '']) =>
      (value.match(/"[^"]*"|\S+/g) ?? []).map((each) =>
        each.replace(/^"|"$/g, '').replaceAll('%%', '%').replaceAll('$$', '$'),
      ),
    );
  const [program = '', ...words] = values('ExecStart');
  // The content that the site was built with.
  expect(words.slice(0, 2)).toEqual(['--import', './tools/content-first.ts']);
  const port = await freePort();
  const [dataDir = ''] = values('ReadWritePaths');
  const child = spawn(program, words, {
    cwd: values('WorkingDirectory')[0],
    env: {
      ...Object.fromEntries(values('Environment').map((each) => each.split(/=(.*)/s, 2))),
      // An empty variable hides what the developer's own .env says.
      ...{ PORT: String(port), DATA_DIR: dataDir, SMTP_URL: '', INBOX_TO: '' },
    },
  });
  const ended = once(child, 'exit');
  try {
    await Promise.race([once(child.stdout, 'data'), ended]);
    expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
  expect(values('User')).toEqual([String(process.getuid?.() || 'site')]);
});

test.skipIf(!findProgram('systemd-analyze'))(
  'systemd finds no mistake in its units, and calls the exposure low',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'units-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { service, socket } = fill({}, folder);
    const files = [join(folder, 'site.service'), join(folder, 'site.socket')] as const;
    writeFileSync(files[0], service);
    writeFileSync(files[1], socket);
    const analyze = (...words: string[]) =>
      spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    const { status, stderr } = analyze('verify', ...files);
    // It looks at the machine's own units as well.
    expect(stderr.match(/^.*site\.(?:service|socket).*$/gm)).toBeNull();
    expect(status).toBe(0);
    expect(analyze('security', '--offline=true', '--threshold=20', files[0]).status).toBe(0);
  },
);

test('a container starts what `npm run serve` does, and has all that the inbox needs', () => {
  const text = readFileSync('Containerfile', 'utf8');
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(text) ?? [];
  const flags = manifest.scripts.serve.match(/--\S+/g) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...flags, 'main.js']);
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [bundle = ''] = /node_modules\/.bin\/rolldown .*\n.*silent/.exec(text) ?? [];
  spawnSync(bundle.replace('/run-site', folder), { shell: true });
  const inbox = ['inbox.js', '--help'];
  const { status, stdout } = spawnSync(process.execPath, inbox, { cwd: folder, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('backup FILE')]);
});
