import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import { freePort } from '../free-port.ts';
import { startServerProcess } from '../server-process.ts';
import { enquiry, payload } from '../submission.ts';
import { type LoadResult, mergeLoads, runLoad } from './load.ts';

/** Megabytes; null where the system does not report them. */
const memoryOf = ({ pid }: ChildProcess): number | null => {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
};

const storedFields = JSON.stringify(enquiry);

/** One transaction each. @returns seconds */
const insertStraight = (database: DatabaseSync, first: number, inserts: number): number => {
  const statement = database.prepare(
    `INSERT INTO submission (kind, received_at, idempotency_key, fields) VALUES ('enquiry', ?, ?, ?)`,
  );
  const startedAt = performance.now();
  for (let n = first; n < first + inserts; n++) {
    statement.run(new Date().toISOString(), `key ${n}`, storedFields);
  }
  return (performance.now() - startedAt) / 1000;
};

const body = JSON.stringify(payload);

const requestAt = (index: number): Buffer =>
  Buffer.from(
    `POST /api/submit HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Accept: application/json\r\nIdempotency-Key: enquiry-${index}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

/** Server and database take turns, so that both see the machine equally busy. */
const slices = 20;

/**
 * Sends enquiries to a server, and inserts a tenth as many straight into SQLite.
 * @returns inserts per second, and megabytes after each slice where known
 */
export const measureStorage = async (
  folder: string,
  siteDir: string,
  requests: number,
  connections: number,
) => {
  const dataDir = join(folder, 'data');
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    SITE_DIR: siteDir,
    HOST: '127.0.0.1',
  });
  const port = Number(new URL(server.url).port);
  const straight = openDatabase(join(folder, 'straight.sqlite'));
  const perSlice = Math.ceil(requests / slices);
  const insertsPerSlice = Math.ceil(perSlice / 10);
  const loads: LoadResult[] = [];
  const memory: number[] = [];
  let insertSeconds = 0;
  let inserted = 0;
  for (let first = 0; first < requests; first += perSlice) {
    insertSeconds += insertStraight(straight, inserted, insertsPerSlice);
    inserted += insertsPerSlice;
    loads.push(
      await runLoad({
        port,
        connections,
        requests: Math.min(perSlice, requests - first),
        requestAt: (index) => requestAt(first + index),
      }),
    );
    const megabytes = memoryOf(server.child);
    if (megabytes !== null) memory.push(megabytes);
  }
  straight.close();
  server.child.kill('SIGTERM');
  await server.ended;
  const database = new DatabaseSync(join(dataDir, 'inbox.sqlite'), { readOnly: true });
  const { stored } = database.prepare('SELECT count(*) AS stored FROM submission').get() as {
    stored: number;
  };
  database.close();
  return {
    inserts: inserted / insertSeconds,
    load: mergeLoads(loads),
    stored,
    memory,
  };
};

export const missingPrograms = (): string[] =>
  ['nginx', 'wrk'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);

/** Like our server: one process, the same precompressed files. */
const nginxConfiguration = (siteDir: string, port: number): string => `
daemon off;
pid nginx.pid;
error_log stderr error;
worker_processes 1;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=1000;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port};
    root ${resolve(siteDir)};
    gzip_static on;
    location / { try_files $uri $uri/index.html /index.html; }
  }
}
`;

const startNginx = async (folder: string, siteDir: string) => {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'nginx.conf'), nginxConfiguration(siteDir, port));
  const child = spawn('nginx', ['-p', resolve(folder), '-c', resolve(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(url).catch(() => null);
    if (answer) return { url, child };
    await new Promise((wait) => setTimeout(wait, 50));
  }
  child.kill();
  throw new Error('nginx did not start');
};

/** @returns requests per second */
const runWrk = async (url: string, seconds: number): Promise<number> => {
  const args = ['-t1', '-c32', `-d${seconds}s`, '-H', 'Accept-Encoding: gzip', url];
  const { stdout } = await promisify(execFile)('wrk', args);
  const rate = Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1]);
  const errors = /Non-2xx or 3xx responses|Socket errors/.exec(stdout);
  if (Number.isNaN(rate) || errors) throw new Error(`wrk said: ${stdout}`);
  return rate;
};

/** @returns requests per second, and the most megabytes of our server */
export const measureStaticServing = async (
  folder: string,
  siteDir: string,
  paths: readonly string[],
  seconds: number,
) => {
  const nginx = await startNginx(join(folder, 'nginx'), siteDir);
  const server = await startServerProcess({
    DATA_DIR: join(folder, 'static-data'),
    SITE_DIR: siteDir,
    HOST: '127.0.0.1',
  });
  let memory: number | null = null;
  const results: { path: string; nginx: number; ours: number }[] = [];
  try {
    for (const path of paths) {
      const theirs = await runWrk(nginx.url + path, seconds);
      const ours = await runWrk(server.url + path, seconds);
      results.push({ path, nginx: theirs, ours });
      memory = Math.max(memory ?? 0, memoryOf(server.child) ?? 0) || null;
    }
  } finally {
    nginx.child.kill('SIGTERM');
    server.child.kill('SIGTERM');
    await server.ended;
  }
  return { results, memory };
};
