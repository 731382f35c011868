import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findProgram } from '../documents/find-program.ts';
import { freePort } from '../tools/free-port.ts';

interface Place {
  folder: string;
  /** Configuration without port and certificate. */
  file: string;
  port: number;
}

const startNginx = ({ folder, file, port }: Place): ChildProcess => {
  const config = join(folder, 'nginx.conf');
  const site = file
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/example.com.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/example.com.key', join(folder, 'key.pem'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const about = String(spawnSync('nginx', ['-V']).stderr);
  const types = join(dirname(/--conf-path=(\S+)/.exec(about)?.[1] ?? ''), 'mime.types');
  writeFileSync(
    config,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${temporary} include ${types}; default_type application/octet-stream;
${site} }`,
  );
  return spawn('nginx', ['-e', 'stderr', '-c', config]);
};

const startCaddy = ({ folder, file, port }: Place): ChildProcess => {
  const config = join(folder, 'Caddyfile');
  const site = file.replace(
    'example.com {',
    `https://localhost:${port} {\n  tls ${folder}/cert.pem ${folder}/key.pem`,
  );
  writeFileSync(config, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`);
  const env = { PATH: process.env.PATH, HOME: folder };
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], { env });
};

const webServers = {
  nginx: { program: 'nginx', file: 'nginx.conf', start: startNginx },
  Caddy: { program: 'caddy', file: 'Caddyfile', start: startCaddy },
} as const;

export type WebServerName = keyof typeof webServers;

export const webServerNames = Object.keys(webServers) as WebServerName[];

export const isInstalled = (name: WebServerName): boolean =>
  findProgram(webServers[name].program) !== null && findProgram('openssl') !== null;

const makeCertificate = (folder: string): void => {
  const made = spawnSync(
    'openssl',
    [
      ...'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 1'.split(' '),
      ...'-subj /CN=localhost -keyout key.pem -out cert.pem'.split(' '),
    ],
    { cwd: folder },
  );
  if (made.status !== 0) throw new Error(`There is no certificate: ${made.stderr}`);
};

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { family: 4, agent: false, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(true);
    }).on('error', () => resolve(false));
  });

export interface RunningWebServer {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a server on a free port; throws its output when it ends first. */
export const startWebServer = async (
  name: WebServerName,
  siteDir: string,
  backendUrl: string,
): Promise<RunningWebServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'web-server-'));
  makeCertificate(folder);
  const port = await freePort();
  const { file, start } = webServers[name];
  const server = start({
    folder,
    port,
    file: readFileSync(join(`${siteDir}.hosting`, file), 'utf8')
      .replace('/srv/site', resolve(siteDir))
      .replace('127.0.0.1:4321', new URL(backendUrl).host),
  });
  const ended = once(server, 'exit');
  let said = '';
  server.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const url = `https://localhost:${port}`;
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(said);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    stop: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
};
