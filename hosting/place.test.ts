import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, serve } from '#hosting/tests/serve.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { findProgram } from '#tools/chromium.ts';
import { fillPlaceFiles, serveArguments } from './place.ts';

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

test.each(places.trim().split('\n'))('at %s, other names redirect to the first', (place) => {
  const [set = '', names = '', backend] = place.split(' | ');
  const [name] = names.split(' ');
  const files = fill(Object.fromEntries(set.split(' ').map((each) => each.split('='))));
  expect(files.caddy).toContain(`\n${names} {\n\t@other not host ${name}\n`);
  expect(files.nginx.match(/server_name .*/g)).toEqual(Array(2).fill(`server_name ${names};`));
  expect(files.caddy).toContain(`reverse_proxy ${backend} {`);
  expect(files.nginx).toContain(`proxy_pass http://${backend};`);
  expect(files.socket).toContain(`ListenStream=${backend}\n`);
  const howTo = name === 'example.com' ? ' SITE_URL has no domain: set it, and build again.' : '';
  for (const text of Object.values(files)) {
    expect(text).toMatch(new RegExp(`^# \\w+, for ${name}\\.${howTo}\n`));
    expect(text).not.toMatch(/\{\w+\}(?<!\{uri\})/);
  }
});

const oddName = '50% of a $unit ';
/** An empty variable overrides .env. The content stays the same, because other tests read it. */
const quiet = { SMTP_URL: '', INBOX_TO: '', CONTENT_READ: process.cwd() };

test('the systemd service serves the site, also from a folder with odd characters, and systemd finds no mistake in the units and a low exposure', async () => {
  const place = makePlace(oddName);
  const { service, socket } = fill({ DATA_DIR: place.DATA_DIR }, place.SITE_DIR);
  const values = (name: string): string[] =>
    // With a colon, a command does not expand $ (systemd.service(5)); other settings never do.
    [...service.matchAll(new RegExp(`^${name}=:?(.*)$`, 'gm'))]
      .flatMap(([, value = '']) => value.match(/"[^"]*"|\S+/g) ?? [])
      // A single % would begin a specifier.
      .map((word) => word.replace(/^"(.*)"$/, '$1').replace(/%%?/g, (found) => found.slice(1)));
  expect(service.match(/^Exec\w+=(?!\+?:).*$/gm)).toBeNull();
  expect(service).toContain(`sudo cp "${place.SITE_DIR}.hosting/site.socket"`);
  const command = values('ExecStart');
  // The command loads the content that the site was built with.
  expect(command.slice(1, 3)).toEqual(['--import', './tools/content-first.ts']);
  const set = values('Environment').map((each) => each.split(/=(.*)/s, 2));
  const env = { ...quiet, ...Object.fromEntries(set), DATA_DIR: values('ReadWritePaths')[0] };
  const site = await serve(env, place, command, values('WorkingDirectory')[0]);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect(values('User')).toEqual([String(process.getuid?.() || 'site')]);
  expect(fill({ TRUSTED_PROXY_HEADER: 'X-Real-IP' }).service).toContain('HEADER=X-Real-IP\n');

  if (!findProgram('systemd-analyze')) return;
  const files = ['service', 'socket'].map((kind) => `${dirname(place.SITE_DIR)}/site.${kind}`);
  fs.writeFileSync(files[0] ?? '', service);
  fs.writeFileSync(files[1] ?? '', socket);
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  const { status, stderr } = analyze('verify', ...files);
  // The command also reports mistakes in the machine's own units.
  expect([status, stderr.match(/^.*site\.(?:service|socket).*$/gm)]).toEqual([0, null]);
  expect(analyze('security', '--offline=true', '--threshold=20', files[0] ?? '').status).toBe(0);
});

test('the container’s server stores an enquiry, and its inbox command shows it', async () => {
  const text = fs.readFileSync('Containerfile', 'utf8');
  const [, steps = ''] = /^RUN (node_modules[^&]*&& cp [^\\]*)/m.exec(text) ?? [];
  const place = makePlace(oddName);
  const folder = dirname(place.SITE_DIR);
  const commands = steps.replaceAll('/run-site', () => `'${folder}'`);
  spawnSync(commands, { shell: true });
  const [, ...words] = JSON.parse(/^CMD (.*)$/m.exec(text)?.[1] ?? '[]');
  expect(words).toEqual([...serveArguments.slice(0, -1), 'main.js']);
  const { url } = await serve(quiet, place, [process.execPath, ...words], folder);
  expect((await postEnquiry(url, { message: 'In a container' })).status).toBe(200);
  const inbox = spawnSync(process.execPath, ['inbox.js'], { cwd: folder, env: place });
  expect(String(inbox.stdout)).toContain('In a container');
});
