import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { backendHeaders } from './headers.ts';
import { caddyFile, type HeaderRules, nginxFile } from './hosting-files.ts';

// The ready files for nginx and Caddy, in the real servers, where these are installed.

const rules: HeaderRules = [
  { path: '/*', headers: backendHeaders(false, '') },
  { path: '/_astro/*', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
];

const isInstalled = (program: string, argument: string): boolean =>
  spawnSync(program, [argument]).status === 0;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hosting-'));
  if (!Object.values(servers).some(({ installed }) => installed)) return;
  mkdirSync(join(folder, 'site/_astro'), { recursive: true });
  for (const name of ['index.html', 'terms.html', '404.html', '_headers', '_astro/a.js']) {
    writeFileSync(join(folder, 'site', name), name);
  }
  writeFileSync(join(folder, 'site/llms.txt'), 'Résumé');
  const made = spawnSync('openssl', [
    ...'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 1'.split(' '),
    ...[
      '-subj',
      '/CN=localhost',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ],
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const ask = (port: number, path: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { host: 'localhost', family: 4, port, path, agent: false };
    get({ ...options, ca: readFileSync(join(folder, 'cert.pem')) }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
    }).on('error', reject);
  });

/** Waits until a server answers, as long as it runs. */
const untilReady = async (server: ChildProcess, port: number): Promise<void> => {
  let said = '';
  server.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  while (server.exitCode === null) {
    const answers = await ask(port, '/').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(said);
};

const servers = {
  nginx: {
    installed: isInstalled('nginx', '-v'),
    start: (port: number) => {
      const file = join(folder, 'nginx.conf');
      const site = nginxFile(rules)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('/etc/ssl/example.com.pem', join(folder, 'cert.pem'))
        .replace('/etc/ssl/example.com.key', join(folder, 'key.pem'))
        .replace('/srv/site', join(folder, 'site'));
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      writeFileSync(
        file,
        `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${temporary} types { text/html html; text/plain txt; application/javascript js; }
${site} }`,
      );
      return spawn('nginx', ['-e', 'stderr', '-c', file]);
    },
  },
  Caddy: {
    installed: isInstalled('caddy', 'version'),
    start: (port: number) => {
      const file = join(folder, 'Caddyfile');
      const site = caddyFile(rules)
        .replace(
          'example.com {',
          `https://localhost:${port} {\n  tls ${folder}/cert.pem ${folder}/key.pem`,
        )
        .replace('/srv/site', join(folder, 'site'));
      writeFileSync(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`);
      const env = { PATH: process.env.PATH, HOME: folder };
      return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env });
    },
  },
};

describe.each(Object.entries(servers))('%s', (_name, { installed, start }) => {
  let server: ChildProcess;
  let port: number;
  beforeAll(async () => {
    if (!installed) return;
    port = await freePort();
    server = start(port);
    await untilReady(server, port);
  });
  afterAll(async () => {
    if (!installed) return;
    server.kill();
    await once(server, 'exit');
  });

  const common = Object.fromEntries(
    Object.entries(backendHeaders(false, '')).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const revalidate = 'public, max-age=0, must-revalidate';

  test.skipIf(!installed).each([
    ['/', 200, 'index.html', revalidate],
    ['/terms', 200, 'terms.html', revalidate],
    ['/nowhere', 404, '404.html', revalidate],
    ['/_headers', 404, '404.html', revalidate],
    ['/_astro/a.js', 200, '_astro/a.js', 'public, max-age=31536000, immutable'],
    ['/llms.txt', 200, 'Résumé', revalidate],
  ])('%s is answered %i with every header', async (path, status, body, cacheControl) => {
    const answer = await ask(port, path);
    expect(answer).toMatchObject({ status, body });
    expect(answer.headers).toMatchObject({ ...common, 'cache-control': cacheControl });
    expect(answer.headers['content-type']).toMatch(/; charset=utf-8$/i);
    expect(answer.headers.server ?? '').not.toMatch(/\d/);
  });
});
