import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as getOpen } from 'node:http';
import { get as getEncrypted } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findProgram } from '../tools/find-program.ts';
import { freePort } from '../tools/free-port.ts';

/** Ports that stand for 80 and 443. */
export interface Ports {
  http: number;
  https: number;
}

interface Place {
  folder: string;
  /** The owner's file. */
  file: string;
  ports: Ports;
}

/** Starts nginx in the foreground, with server blocks as `sites-enabled/` would have them. */
const runNginx = (folder: string, servers: string): ChildProcess => {
  const config = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const about = String(spawnSync('nginx', ['-V']).stderr);
  const types = join(dirname(/--conf-path=(\S+)/.exec(about)?.[1] ?? ''), 'mime.types');
  writeFileSync(
    config,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log ${folder}/access.log; ${temporary} include ${types}; default_type application/octet-stream;
${servers} }`,
  );
  return spawn('nginx', ['-e', 'stderr', '-c', config]);
};

const startNginx = ({ folder, file, ports }: Place): ChildProcess =>
  runNginx(
    folder,
    file
      .replace(/^ *listen \[.*\n/gm, '')
      .replaceAll('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${ports.https} `)
      .replace(/\S+\/error\.log/g, 'stderr')
      .replace(/\S+\/fullchain\.pem/g, join(folder, 'cert.pem'))
      .replace(/\S+\/privkey\.pem/g, join(folder, 'key.pem')),
  );

const startCaddy = ({ folder, file, ports }: Place): ChildProcess => {
  const config = join(folder, 'Caddyfile');
  const options = `{\n  admin off\n  http_port ${ports.http}\n  https_port ${ports.https}\n}\n`;
  const tls = `tls ${folder}/cert.pem ${folder}/key.pem`;
  writeFileSync(config, options + file.replace(/^[a-z0-9.-]+ \{$/gm, `$&\n  ${tls}`));
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

/** Of the name that the test build was made for (tools/variants.ts), and of where it is asked. */
const makeCertificate = (folder: string): void => {
  const names = ['firm.example', 'www.firm.example', 'localhost'].map((name) => `DNS:${name}`);
  const made = spawnSync(
    'openssl',
    [
      ...'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 1'.split(' '),
      ...'-subj /CN=localhost -keyout key.pem -out cert.pem -addext'.split(' '),
      `subjectAltName=${names.join()}`,
    ],
    { cwd: folder },
  );
  if (made.status !== 0) throw new Error(`There is no certificate: ${made.stderr}`);
};

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { family: 4, agent: false, rejectUnauthorized: false };
    const get = url.startsWith('https:') ? getEncrypted : getOpen;
    get(url, options, (response) => {
      response.resume();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/** A web server that runs, and how to end it. */
export interface RunningWebServer {
  url: string;
  /** What it has logged so far, of requests and of errors. */
  logged: () => string;
  stop: () => Promise<void>;
}

const untilItAnswers = async (
  url: string,
  server: ChildProcess,
  folder: string,
): Promise<RunningWebServer> => {
  const ended = once(server, 'exit');
  let said = '';
  server.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(said);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    logged: () => {
      const requests = join(folder, 'access.log');
      return said + (existsSync(requests) ? readFileSync(requests, 'utf8') : '');
    },
    stop: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
};

/**
 * Starts a web server with the file that the build wrote for it, of which only ports, certificates
 * and the backend's address are replaced.
 * @param siteDir folder of the built site
 * @param backendUrl where the form backend listens
 * @throws Error with what the server said when it ended before it answered
 */
export const startWebServer = async (
  name: WebServerName,
  siteDir: string,
  backendUrl: string,
  ports?: Ports,
): Promise<RunningWebServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'web-server-'));
  makeCertificate(folder);
  const { http, https } = ports ?? { http: await freePort(), https: await freePort() };
  const { file, start } = webServers[name];
  const server = start({
    folder,
    ports: { http, https },
    file: readFileSync(join(`${siteDir}.hosting`, file), 'utf8').replaceAll(
      '127.0.0.1:4321',
      new URL(backendUrl).host,
    ),
  });
  return untilItAnswers(`https://localhost:${https}`, server, folder);
};

const plainServers = {
  'nginx with nothing but a root': {
    program: 'nginx',
    start: (siteDir: string, port: number, folder: string) =>
      runNginx(folder, `server { listen 127.0.0.1:${port}; root ${siteDir}; }`),
  },
  'Python’s http.server': {
    program: 'python3',
    start: (siteDir: string, port: number) =>
      spawn('python3', [
        ...['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', siteDir],
      ]),
  },
} as const;

export type PlainServerName = keyof typeof plainServers;

export const plainServerNames = Object.keys(plainServers) as PlainServerName[];

export const isPlainServerInstalled = (name: PlainServerName): boolean =>
  findProgram(plainServers[name].program) !== null;

/** Serves a built site with a server that knows nothing of it. @throws Error as startWebServer does */
export const startPlainServer = async (
  name: PlainServerName,
  siteDir: string,
): Promise<RunningWebServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'web-server-'));
  const port = await freePort();
  const server = plainServers[name].start(resolve(siteDir), port, folder);
  return untilItAnswers(`http://127.0.0.1:${port}`, server, folder);
};
