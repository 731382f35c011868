import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeSite } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { findProgram } from '#tools/find-program.ts';
import manifest from '../package.json' with { type: 'json' };
import { fillPlaceFiles } from './place.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), '50% of a $unit '));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
});

const fill = (set: Record<string, string>, siteDir = '/srv/site/dist/') => {
  const [caddy = '', nginx = '', socket = '', service = ''] = fillPlaceFiles(set, siteDir).values();
  return { caddy, nginx, socket, service };
};

const places = `
SITE_URL=https://firm.com | firm.com www.firm.com | 127.0.0.1:4321
SITE_URL=https://www.firm.com PORT=0 | www.firm.com firm.com | 127.0.0.1:4321
SITE_URL=https://firm.co.uk/ HOST=0.0.0.0 PORT=80 | firm.co.uk www.firm.co.uk | 127.0.0.1:80
SITE_URL=https://risk.firm.com HOST=10.0.0.5 | risk.firm.com | 10.0.0.5:4321
SITE_URL=https://risk.firm.com HOST=::1 | risk.firm.com | [::1]:4321
SITE_URL=https://bücher.de | xn--bcher-kva.de www.xn--bcher-kva.de | 127.0.0.1:4321
SITE_URL=http://192.168.1.5 HOST=localhost | example.com | 127.0.0.1:4321
SITE_URL= | example.com | 127.0.0.1:4321`;

test.each(places.trim().split('\n'))('at %s, other names lead to the first', (place) => {
  const [set = '', names = '', backend] = place.split(' | ');
  const [name] = names.split(' ');
  const files = fill(Object.fromEntries(set.split(' ').map((each) => each.split('='))));
  expect(files.caddy).toContain(`\n${names} {\n\t@other not host ${name}\n`);
  expect(files.nginx.match(/server_name .*/g)).toEqual(Array(2).fill(`server_name ${names};`));
  expect(files.caddy).toContain(`reverse_proxy ${backend} {`);
  expect(files.nginx).toContain(`proxy_pass http://${backend};`);
  expect(files.socket).toContain(`ListenStream=${backend}\n`);
  const howTo = name === 'example.com' ? ' SITE_URL was not set: set it, and build again.' : '';
  for (const text of Object.values(files)) {
    expect(text).toMatch(new RegExp(`^# \\w+, for ${name}\\.${howTo}\n`));
    expect(text).not.toMatch(/\{\w+\}(?<!\{uri\})/);
  }
});

/** Uses a site that was started, and ends it as systemd and containers do. */
const useSite = async (child: ChildProcessWithoutNullStreams, use: (url: string) => unknown) => {
  const ended = once(child, 'exit');
  try {
    const [printed] = await Promise.race([once(child.stdout, 'data'), ended]);
    await use(/http:\S+/.exec(String(printed))?.[0] ?? '');
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
};
/** An empty variable hides that of .env. */
const quiet = { PORT: '0', SMTP_URL: '', INBOX_TO: '' };

test('what systemd starts serves the site, also from a folder with odd characters; it finds no mistake in its units, and a low exposure', async () => {
  const { service, socket } = fill({ DATA_DIR: join(folder, 'data') }, makeSite(folder));
  const values = (name: string): string[] =>
    [...service.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, value = '']) =>
      Array.from(value.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) =>
        (quoted ?? word).replaceAll('%%', '%').replaceAll('$$', '$'),
      ),
    );
  const [program = '', ...words] = values('ExecStart');
  // The content that the site was built with.
  expect(words.slice(0, 2)).toEqual(['--import', './tools/content-first.ts']);
  const set = values('Environment').map((each) => each.split(/=(.*)/s, 2));
  const env = { ...Object.fromEntries(set), ...quiet, DATA_DIR: values('ReadWritePaths')[0] };
  const child = spawn(program, words, { cwd: values('WorkingDirectory')[0], env });
  await useSite(child, async (url) => {
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);
  });
  expect(values('User')).toEqual([String(process.getuid?.() || 'site')]);

  if (!findProgram('systemd-analyze')) return;
  const files = [join(folder, 'site.service'), join(folder, 'site.socket')] as const;
  fs.writeFileSync(files[0], service);
  fs.writeFileSync(files[1], socket);
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  const { status, stderr } = analyze('verify', ...files);
  // It looks at the machine's own units as well.
  expect([status, stderr.match(/^.*site\.(?:service|socket).*$/gm)]).toEqual([0, null]);
  expect(analyze('security', '--offline=true', '--threshold=20', files[0]).status).toBe(0);
});

test('what a container starts keeps an enquiry, which its inbox shows', async () => {
  const text = fs.readFileSync('Containerfile', 'utf8');
  const [, steps = ''] = /^RUN (node_modules[^&]*&& cp [^\\]*)/m.exec(text) ?? [];
  const command = steps.replaceAll('/run-site', () => `'${folder}'`);
  spawnSync(command, { shell: true });
  const [, ...words] = JSON.parse(/^CMD (.*)$/m.exec(text)?.[1] ?? '[]');
  expect(words).toEqual([...(manifest.scripts.serve.match(/--\S+/g) ?? []), 'main.js']);
  const env = { ...quiet, SITE_DIR: makeSite(folder), DATA_DIR: join(folder, 'data') };
  await useSite(spawn(process.execPath, words, { cwd: folder, env }), async (url) => {
    expect((await postEnquiry(url, { message: 'In a container' })).status).toBe(200);
  });
  const inbox = spawnSync(process.execPath, ['inbox.js'], { cwd: folder, env });
  expect([String(inbox.stderr), String(inbox.stdout)]).toEqual([
    '',
    expect.stringContaining('In a'),
  ]);
});
