import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  makeSite,
  type ServerProcess,
  serverCommand,
  startServerProcess,
} from '#hosting/tests/server-process.ts';
import { payload } from '#hosting/tests/submission.ts';
import { inspectInbox } from '#hosting/tests/test-site.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import { amount } from '../../tests/amount.ts';
import {
  isInstalled,
  type RunningWebServer,
  startWebServer,
  type WebServerName,
} from '../../tests/hosts/web-servers.ts';
import { fillPlaceFiles } from '../place.ts';

/** As systemd: holds the port, and for each line that it reads, stops the program and starts it again. */
const holder = `import os, signal, socket, sys
held = socket.create_server(('127.0.0.1', 0), backlog=4096)
os.dup2(held.fileno(), 3)
os.set_inheritable(3, True)
print('port', held.getsockname()[1], flush=True)
line = 'start'
while line:
    child = os.fork()
    if child == 0:
        os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()))
        os.execv(sys.argv[1], sys.argv[1:])
    line = sys.stdin.readline()
    os.kill(child, signal.SIGTERM)
    print('ended with', os.waitpid(child, 0)[1], flush=True)
`;

const startHeld = async (environment: Record<string, string>) => {
  const child = spawn('python3', ['-c', holder, ...serverCommand], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, RATE_LIMIT: '0', ...environment },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk));
  const starts = (): number => said.match(/The site/g)?.length ?? 0;
  const untilStarted = (times: number) => expect.poll(starts).toBe(times);
  await untilStarted(1);
  return {
    url: `http://127.0.0.1:${/port (\d+)/.exec(said)?.[1]}`,
    restart: () => {
      child.stdin.write('\n');
      return untilStarted(starts() + 1);
    },
    stop: async () => {
      child.stdin.end();
      await once(child, 'exit');
      return said;
    },
  };
};

const names: WebServerName[] = ['Caddy', 'nginx'];

describe.each(names.filter(isInstalled))('behind %s', (name) => {
  let folder: string;
  let siteDir: string;
  let proxy: RunningWebServer;
  let server: ServerProcess | null = null;
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-'));
    siteDir = makeSite(folder);
    mkdirSync(`${siteDir}.hosting`);
    for (const [file, text] of fillPlaceFiles({ SITE_URL: 'https://firm.example' }, siteDir)) {
      writeFileSync(join(`${siteDir}.hosting`, file), text);
    }
  });
  afterEach(async () => {
    agent.destroy();
    await proxy.stop();
    server?.child.kill('SIGTERM');
    await server?.ended;
    server = null;
    rmSync(folder, { recursive: true });
  });

  /** @returns the status of the answer, or why there is none */
  const ask = (message: string | null, more: Record<string, string> = {}) =>
    new Promise<number | string>((resolve) => {
      const [method, path] = message === null ? ['GET', '/'] : ['POST', '/api/submit'];
      const headers = { Host: 'firm.example', 'Content-Type': 'application/json', ...more };
      const options = { agent, method, headers, servername: 'firm.example' };
      request(proxy.url + path, options, (response) =>
        response.resume().once('end', () => resolve(response.statusCode ?? 0)),
      )
        .once('error', (failure) => resolve(failure.message))
        .end(message === null ? undefined : JSON.stringify({ ...payload, message }));
    });

  const start = async (environment: Record<string, string> = {}) => {
    server = await startServerProcess({
      ...{ DATA_DIR: join(folder, 'data'), SITE_DIR: siteDir, HOST: '127.0.0.1' },
      ...{ TRUSTED_PROXY_HEADER: 'X-Forwarded-For', ...environment },
    });
    proxy = await startWebServer(name, siteDir, server.url);
    return server;
  };

  test('a restart under load loses no request', async () => {
    const restarts = amount(3, 20);
    const dataDir = join(folder, 'data');
    const site = await startHeld({ DATA_DIR: dataDir, SITE_DIR: siteDir });
    proxy = await startWebServer(name, siteDir, site.url);
    let asked = 0;
    let isLoading = true;
    const sent: string[] = [];
    const lost: unknown[] = [];
    const load = async (): Promise<void> => {
      while (isLoading) {
        const message = asked++ % 4 === 0 ? `Message number ${asked}` : null;
        const answer = await ask(message);
        if (answer !== 200) lost.push([answer, message]);
        else if (message !== null) sent.push(message);
      }
    };
    const loads = Array.from({ length: 16 }, load);
    for (let restart = 0; restart < restarts; restart++) {
      const before = asked;
      await expect.poll(() => asked).toBeGreaterThan(before + 200);
      await site.restart();
    }
    isLoading = false;
    await Promise.all(loads);
    const said = await site.stop();
    console.log(`${name}: ${restarts} restarts, ${asked} requests, ${sent.length} messages`);
    expect(lost).toEqual([]);
    expect(said.match(/ended with \d+/g)).toEqual(Array(restarts + 1).fill('ended with 0'));
    const stored = inspectInbox(databaseFile(dataDir)).stored();
    expect(stored.map(({ fields }) => fields.message).sort()).toEqual(sent.sort());
  }, 300_000);

  test('the address that counts is the connection’s, whatever a client claims', async () => {
    await start({ RATE_LIMIT: '1' });
    const post = (n: number) => ask(`Message number ${n}`, { 'X-Forwarded-For': `192.0.2.${n}` });
    expect([await post(1), await post(2)]).toEqual([200, 429]);
  });

  test.skipIf(process.platform !== 'linux')(
    'slow clients and those that read nothing keep no page waiting, and the site stays below 200 MB',
    async () => {
      writeFileSync(join(siteDir, 'large.pdf'), Buffer.alloc(1e6));
      const { child } = await start();
      const { port } = new URL(proxy.url);
      const sockets: TLSSocket[] = [];
      const head = '/large.pdf HTTP/1.1\r\nHost: firm.example\r\n';
      const open = async (_: unknown, n: number): Promise<void> => {
        const socket = connect({
          ...{ host: '127.0.0.1', port: Number(port), servername: 'firm.example' },
          rejectUnauthorized: false,
        });
        sockets.push(socket.on('error', () => {}));
        await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]);
        // A header that does not end, a body that does not, and answers that nobody reads.
        const [get, post] = [`GET ${head}`, `POST ${head}Content-Length: 999\r\n\r\nx`];
        const texts = [get, post, `${get}\r\n`.repeat(20)];
        socket.pause().write(texts[n % 3] ?? '');
      };
      const clients = amount(300, 1500);
      for (let n = 0; n < clients; n += 50) await Promise.all(Array.from({ length: 50 }, open));
      const startedAt = performance.now();
      const answers = await Promise.all([ask(null), ask('After the flood')]);
      const waited = performance.now() - startedAt;
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      for (const socket of sockets) socket.destroy();
      const memory = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
      console.log(`${name}: ${clients} clients, ${memory.toFixed(0)} MB, ${waited.toFixed(0)} ms`);
      expect(answers).toEqual([200, 200]);
      expect(waited).toBeLessThan(2000);
      expect(memory).toBeLessThan(200);
    },
    120_000,
  );
});
