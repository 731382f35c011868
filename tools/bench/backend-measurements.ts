import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#inbox/stores/sqlite-store.ts';
import { freePort } from '../free-port.ts';
import { startServerProcess } from '../server-process.ts';
import { enquiry, payload } from '../submission.ts';
import { type LoadResult, mergeLoads, runLoad } from './load.ts';

const megabyte = 1024 * 1024;

/** Memory of a process, in megabytes; null where the system does not tell. */
const memoryOf = ({ pid }: ChildProcess): number | null => {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / megabyte;
};

/** The same enquiry that the load sends, as the store keeps it. */
const storedFields = JSON.stringify(enquiry);

/** Inserts straight into a database, one transaction each. @returns seconds that it took */
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

/** An enquiry as the contact form posts it, with an id of its own. */
const requestAt = (index: number): Buffer =>
  Buffer.from(
    `POST /api/submit HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Accept: application/json\r\nIdempotency-Key: enquiry-${index}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

export interface StorageMeasurement {
  /** Plain inserts per second with the product's own settings. */
  inserts: number;
  load: LoadResult;
  /** How many submissions are in the database afterwards. */
  stored: number;
  /** Megabytes after each slice; empty where the system does not tell. */
  memory: number[];
}

/** The two are measured in turn in so many slices, so that both see the machine equally busy. */
const slices = 20;

/** Sends so many enquiries to a server of its own, and inserts a tenth as many straight. */
export const measureStorage = async (
  folder: string,
  siteDir: string,
  requests: number,
  connections: number,
): Promise<StorageMeasurement> => {
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
  for (let slice = 0; slice < slices; slice++) {
    insertSeconds += insertStraight(straight, slice * insertsPerSlice, insertsPerSlice);
    const first = slice * perSlice;
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
    inserts: (slices * insertsPerSlice) / insertSeconds,
    load: mergeLoads(loads),
    stored,
    memory,
  };
};

const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;

/** What the comparison of static serving needs and this machine lacks. */
export const missingPrograms = (): string[] => ['nginx', 'wrk'].filter((name) => !hasProgram(name));

/** As close to our server as nginx comes by itself: one process, the same precompressed files. */
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
    location / { try_files $uri $uri.html /index.html; }
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
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, child };
    await new Promise((wait) => setTimeout(wait, 50));
  }
  child.kill();
  throw new Error('nginx did not start');
};

/** @returns requests per second */
const runWrk = (url: string, seconds: number): Promise<number> =>
  new Promise((resolveRate, reject) => {
    const args = ['-t1', '-c32', `-d${seconds}s`, '-H', 'Accept-Encoding: gzip', url];
    const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    child.once('error', reject);
    child.once('close', () => {
      const rate = Number(/^Requests\/sec:\s+([\d.]+)/m.exec(said)?.[1]);
      const errors = /Non-2xx or 3xx responses|Socket errors/.exec(said);
      if (Number.isNaN(rate) || errors) reject(new Error(`wrk said: ${said}`));
      else resolveRate(rate);
    });
  });

export interface StaticMeasurement {
  path: string;
  nginx: number;
  ours: number;
}

/**
 * Asks nginx and our server for the same files, in turn.
 * @returns requests per second for each path, and the most memory that our server took, in megabytes
 */
export const measureStaticServing = async (
  folder: string,
  siteDir: string,
  paths: readonly string[],
  seconds: number,
): Promise<{ results: StaticMeasurement[]; memory: number | null }> => {
  const nginx = await startNginx(join(folder, 'nginx'), siteDir);
  const server = await startServerProcess({
    DATA_DIR: join(folder, 'static-data'),
    SITE_DIR: siteDir,
    HOST: '127.0.0.1',
  });
  let memory: number | null = null;
  const results: StaticMeasurement[] = [];
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
