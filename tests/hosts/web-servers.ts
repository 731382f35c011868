import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from '../../tools/chromium.ts';
import { freePort } from '../../tools/free-port.ts';

/** The ports in place of 80 and 443. */
export interface Ports {
  http: number;
  https: number;
}

interface Place {
  folder: string;
  /** The owner's file. */
  file: string;
  /** The file with key and certificate. */
  pem: string;
  ports: Ports;
}

/** Starts nginx in the foreground, with server blocks as `sites-enabled/` would have them. */
const startNginx = ({ folder, file, pem, ports }: Place): ChildProcess => {
  const servers = file
    .replace(/^ *listen \[.*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace(/\S+\/error\.log/g, 'stderr')
    .replace(/\S+\/(?:fullchain|privkey)\.pem/g, pem);
  const config = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const about = String(spawnSync('nginx', ['-V']).stderr);
  const types = join(dirname(/--conf-path=(\S+)/.exec(about)?.[1] ?? ''), 'mime.types');
  writeFileSync(
    config,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events { worker_connections 4096; }
http { access_log ${folder}/access.log; ${temporary} include ${types}; default_type application/octet-stream;
${servers} }`,
  );
  return spawn('nginx', ['-e', 'stderr', '-c', config]);
};

const startCaddy = ({ folder, file, pem, ports }: Place): ChildProcess => {
  const config = join(folder, 'Caddyfile');
  const options = `{\n  admin off\n  http_port ${ports.http}\n  https_port ${ports.https}`;
  const site = file.replace(/^[a-z0-9. -]+ \{$/m, `$&\n  tls ${pem} ${pem}`);
  writeFileSync(config, site.replace(/^\{$/m, options));
  const env = { PATH: process.env.PATH, HOME: folder };
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], { env });
};

const webServers = {
  nginx: { file: 'nginx.conf', start: startNginx },
  Caddy: { file: 'Caddyfile', start: startCaddy },
} as const;

export type WebServerName = keyof typeof webServers;

export const isInstalled = (name: WebServerName): boolean =>
  [name.toLowerCase(), 'openssl'].every((program) => findProgram(program) !== null);

const untilItListens = async (url: string, server: ChildProcess, folder: string) => {
  const ended = once(server, 'exit');
  let output = '';
  server.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  for (let isListening = false; !isListening; await pause(50)) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    isListening = await once(socket, 'connect').then(Boolean, () => false);
    socket.destroy();
    if (server.exitCode !== null) throw new Error(output);
  }
  return {
    url,
    /** Returns the log of requests and errors so far. */
    logged: () => {
      const requests = join(folder, 'access.log');
      return output + (existsSync(requests) ? readFileSync(requests, 'utf8') : '');
    },
    stop: async (): Promise<void> => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
};

/**
 * Starts a web server with the file that the build wrote for it. Only ports, certificates and the address of
 * the site behind it are replaced.
 * @param siteDir folder of the built site
 * @param behind the address on which the site listens
 * @throws Error with the server's log when it ends before it listens
 */
export const startWebServer = async (
  name: WebServerName,
  siteDir: string,
  behind: string,
  ports?: Ports,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'web-server-'));
  const pem = join(folder, 'certificate.pem');
  // The name that the test build was made for: tools/variants.ts.
  const names = 'subjectAltName=DNS:firm.example,DNS:www.firm.example,DNS:localhost';
  const request =
    'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 1 -subj /CN=localhost -keyout - -out - -addext';
  writeFileSync(pem, execFileSync('openssl', [...request.split(' '), names], { stdio: 'pipe' }));
  const { http, https } = ports ?? { http: await freePort(), https: await freePort() };
  const { file, start } = webServers[name];
  const owners = readFileSync(join(`${siteDir}.hosting`, file), 'utf8').replaceAll(
    '127.0.0.1:4321',
    new URL(behind).host,
  );
  const server = start({ folder, file: owners, pem, ports: { http, https } });
  return untilItListens(`https://localhost:${https}`, server, folder);
};

/** Serves a built site with a server that knows nothing of it: Python's, which redirects folders to `…/`. */
export const startPlainServer = async (siteDir: string) => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'web-server-'));
  const place = ['--bind', '127.0.0.1', '--directory', resolve(siteDir)];
  const server = spawn('python3', ['-m', 'http.server', String(port), ...place]);
  return untilItListens(`http://127.0.0.1:${port}`, server, folder);
};
