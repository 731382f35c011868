import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePlace, serve } from '#hosting/tests/serve.ts';
import { serverCommand } from '#hosting/tests/server-process.ts';
import { payload } from '#hosting/tests/submission.ts';
import { inspectInbox } from '#hosting/tests/test-site.ts';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import { amount } from '../../tests/amount.ts';
import { isInstalled, startWebServer, type WebServerName } from '../../tests/hosts/web-servers.ts';
import { fillPlaceFiles } from '../place.ts';

/** As systemd: holds the port, and starts the program again whenever it ends. */
const holder = `import os, socket, sys
held = socket.create_server(('127.0.0.1', 0), backlog=4096)
os.dup2(held.fileno(), 3)
os.set_inheritable(3, True)
print('port', held.getsockname()[1], flush=True)
while True:
    child = os.fork()
    if child == 0:
        os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()))
        os.execv(sys.argv[1], sys.argv[1:])
    print('pid', child, flush=True)
    print('ended with', os.waitpid(child, 0)[1], flush=True)
`;

const serveHeld = async (place: Record<string, string>) => {
  const env = { PATH: process.env.PATH, RATE_LIMIT: '0', ...place };
  const child = spawn('python3', ['-c', holder, ...serverCommand], { cwd: tmpdir(), env });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk));
  const all = (words: RegExp) => Array.from(said.matchAll(words), ([, value]) => value);
  const untilStarted = (times: number) =>
    expect.poll(() => all(/(The site)/g).length).toBeGreaterThanOrEqual(times);
  const kill = (signal: NodeJS.Signals) => process.kill(Number(all(/pid (\d+)/g).at(-1)), signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    kill('SIGTERM');
    await once(child, 'close');
  });
  await untilStarted(1);
  return {
    url: `http://127.0.0.1:${all(/port (\d+)/g)}`,
    /** @returns what ended it, as wait(2) has it */
    restart: async (signal: NodeJS.Signals) => {
      const starts = all(/(The site)/g).length;
      kill(signal);
      await untilStarted(starts + 1);
      return all(/ended with (\d+)/g).at(-1);
    },
  };
};

type Proxy = WebServerName | 'nothing';

/** Starts a proxy with the file that a build writes. @returns its URL; that of the site for none */
const startProxy = async (name: Proxy, siteDir: string, url: string): Promise<string> => {
  if (name === 'nothing') return url;
  mkdirSync(`${siteDir}.hosting`);
  for (const [file, content] of fillPlaceFiles({ SITE_URL: 'https://firm.example' }, siteDir)) {
    writeFileSync(join(`${siteDir}.hosting`, file), content);
  }
  const proxy = await startWebServer(name, siteDir, url);
  onTestFinished(proxy.stop);
  return proxy.url;
};

const tls = { servername: 'firm.example', rejectUnauthorized: false };

/** Asks for a page, or sends a message. @returns the status of the answer, or why there is none */
const ask = async (url: string, message?: string, more: Record<string, string> = {}) => {
  const headers = { Host: 'firm.example', 'Content-Type': 'application/json', ...more };
  const options = { ...tls, method: message ? 'POST' : 'GET', headers };
  const { request } = url.startsWith('https') ? https : http;
  const sent = request(new URL(message ? '/api/submit' : '/', url), options);
  sent.end(message && JSON.stringify({ ...payload, message }));
  try {
    const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode;
  } catch (cause) {
    return String(cause);
  }
};

describe.each([
  ['nothing', 'SIGKILL', amount(20, 200)],
  ['Caddy', 'SIGTERM', amount(3, 20)],
  ['nginx', 'SIGTERM', amount(3, 20)],
] as const)('behind %s', (name, signal, times) => {
  const isMissing = name !== 'nothing' && !isInstalled(name);

  test.skipIf(isMissing)(
    `under load, ${signal} loses nothing that was acknowledged; a restart loses no request`,
    async ({ annotate }) => {
      const place = makePlace();
      const site = await serveHeld(place);
      const url = await startProxy(name, place.SITE_DIR, site.url);
      const acknowledged = new Set<string>();
      const again: string[] = [];
      const failures: unknown[] = [];
      let count = 0;
      let isLoading = true;
      const load = async (): Promise<void> => {
        while (isLoading) {
          const message = again.pop() ?? `Message number ${++count}`;
          const answers = [await ask(url, message, { 'Idempotency-Key': message })];
          if (answers[0] === 200) acknowledged.add(message);
          else again.push(message);
          for (let page = 0; page < 3; page++) answers.push(await ask(url));
          failures.push(...answers.filter((answer) => answer !== 200));
        }
      };
      const loads = Array.from({ length: 16 }, load);
      const ends: unknown[] = [];
      for (let restart = 0; restart < times; restart++) {
        const enough = acknowledged.size + Math.random() * 60;
        await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(enough);
        ends.push(await site.restart(signal));
      }
      isLoading = false;
      await Promise.all(loads);
      const inbox = inspectInbox(databaseFile(place.DATA_DIR)).stored();
      const stored = new Set(inbox.map(({ fields }) => fields.message));
      await annotate(
        `${times} times: ${acknowledged.size} acknowledged, ${failures.length} failed`,
      );
      expect([...acknowledged].filter((message) => !stored.has(message))).toEqual([]);
      expect(inbox).toHaveLength(stored.size);
      expect(new Set(ends)).toEqual(new Set([signal === 'SIGKILL' ? '9' : '0']));
      // Connections break where the server is killed.
      const isAllowed = (failure: unknown) => signal === 'SIGKILL' && typeof failure === 'string';
      expect(failures.filter((failure) => !isAllowed(failure))).toEqual([]);
    },
    900_000,
  );

  test.skipIf(name === 'nothing' || isMissing || process.platform !== 'linux')(
    'slow clients and those that read nothing keep no page waiting, and the site stays below 200 MB; a client has no address but its own, and two hosts are refused',
    async ({ annotate }) => {
      const place = makePlace();
      writeFileSync(join(place.SITE_DIR, 'large.pdf'), Buffer.alloc(1e6));
      const limits = { RATE_LIMIT: '1', TRUSTED_PROXY_HEADER: 'X-Forwarded-For' };
      const server = await serve({ HOST: '127.0.0.1', ...limits }, place);
      const url = await startProxy(name, place.SITE_DIR, server.url);
      const open = async (request: string): Promise<TLSSocket> => {
        const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ...tls });
        onTestFinished(() => void socket.destroy());
        const closed = once(
          socket.on('error', () => {}),
          'close',
        );
        await Promise.race([once(socket, 'secureConnect'), closed]);
        socket.pause().write(request);
        return socket;
      };
      // A header that does not end, a body that does not, and answers that nobody reads.
      const head = '/large.pdf HTTP/1.1\r\nHost: firm.example\r\n';
      const [get, post] = [`GET ${head}`, `POST ${head}Content-Length: 999\r\n\r\nx`];
      const kinds = [get, post, `${get}\r\n`.repeat(20)];
      const flood = amount(6, 30);
      for (let n = 0; n < flood; n++) await Promise.all(Array(17).fill(kinds).flat().map(open));
      const startedAt = performance.now();
      const claim = (n: number) => ({ 'X-Forwarded-For': `192.0.2.${n}` });
      const answers = [ask(url), ask(url, 'After the flood', claim(1))];
      expect(await Promise.all(answers)).toEqual([200, 200]);
      const waited = performance.now() - startedAt;
      const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
      const memory = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
      await annotate(`${flood * 51} clients, ${memory.toFixed(0)} MB, ${waited.toFixed(0)} ms`);
      expect(waited).toBeLessThan(2000);
      expect(memory).toBeLessThan(200);
      expect(await ask(url, 'Another message', claim(2))).toBe(429);
      const ofTwoHosts = await open(`GET / HTTP/1.1\r\nHost: firm.example\r\nHost: x\r\n\r\n`);
      expect(await text(ofTwoHosts)).toMatch(/^HTTP\/1.1 400 /);
    },
    120_000,
  );
});
