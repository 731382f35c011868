import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createStaticSite } from '#hosting/machine/static-site.ts';
import { makeSite, startServerProcess } from '#hosting/tests/server-process.ts';
import { payload } from '#hosting/tests/submission.ts';
import { databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { compressFiles } from './astro/integrations.ts';
import { buildSite } from './build.ts';
import { chromiumFlags, ensureChromium } from './chromium.ts';
import { installTool } from './on-demand.ts';
import { readOptions } from './options.ts';

// `npm run bench` runs Lighthouse on a page of one sentence, the built site, and the sites that `--against`
// names, by the folder of another build or by URL. Options after a second `--` are Lighthouse's, such as
// `--preset=desktop`. `npm run bench -- --server` counts the requests that the server answers in a second.

const { values: options, positionals } = readOptions({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '7' },
    against: { type: 'string', multiple: true, default: [] },
    server: { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);

/** Numbers by the titles of the rows. */
type Measurement = Record<string, number>;
type Measures = Record<string, () => Promise<Measurement>>;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const format = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 0 });

/**
 * Runs the measures alternately, so that other programs disturb all of them equally, and prints a table of their
 * medians and of the ratios to the first.
 */
const compare = async (measures: Measures): Promise<void> => {
  const results = Object.keys(measures).map((): Measurement[] => []);
  const load: number[] = [];
  for (let run = 1; run <= runs; run++) {
    for (const [index, [name, measure]] of Object.entries(measures).entries()) {
      process.stderr.write(`\r${run} of ${runs}: ${name}          `);
      load.push(loadavg()[0] ?? Number.NaN);
      results[index]?.push(await measure());
    }
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}`;
  console.log(`\n${machine}, load average ${median(load).toFixed(1)}, median of ${runs}:\n`);
  console.log(`| | ${Object.keys(measures).join(' | ')} |`);
  console.log(`| --- |${' ---: |'.repeat(results.length)}`);
  for (const title of Object.keys(results[0]?.[0] ?? {})) {
    const medians = results.map((each) => median(each.map((result) => result[title] ?? 0)));
    const [first = 0, ...others] = medians;
    const cells = others.map((value) =>
      first === 0 ? format(value) : `${format(value)} (${(value / first).toFixed(2)})`,
    );
    console.log(`| ${[title, format(first), ...cells].join(' | ')} |`);
  }
};

/** Runs a script with Node, and parses the JSON that it prints. */
const runForJson = async <Json>(script: string, args: string[]): Promise<Json> => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, CHROME_PATH: ensureChromium() },
  });
  return JSON.parse(stdout) as Json;
};

const temporary = mkdtempSync(join(tmpdir(), 'bench-'));

const certificateOptions =
  'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 1 -subj /CN=localhost -keyout - -out -';

/** Serves a built site over TLS and HTTP/2, as a published site has them. @returns its URL */
const serve = async (folder: string): Promise<string> => {
  const listener = createStaticSite(folder);
  const { stdout: pem } = spawnSync('openssl', certificateOptions.split(' '), { encoding: 'utf8' });
  const server = createSecureServer({ key: pem, cert: pem }, (request, response) => {
    const setHeaders = (headers: Headers): void =>
      headers.forEach((value, name) => void response.setHeader(name, value));
    // Node's response for HTTP/2 has no such method.
    Object.assign(response, { setHeaders });
    listener(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  await once(server.listen(0, 'localhost').unref(), 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
};

const makeSentence = async (): Promise<string> => {
  const folder = makeSite(temporary);
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  const page = `<!doctype html><html lang="en">${head}<title>A page</title><p>This is a page of one sentence.</p>`;
  writeFileSync(join(folder, 'index.html'), page);
  compressFiles(folder);
  return folder;
};

const audits = {
  'First Contentful Paint, ms': 'first-contentful-paint',
  'Largest Contentful Paint, ms': 'largest-contentful-paint',
  'Speed Index, ms': 'speed-index',
  'Total Blocking Time, ms': 'total-blocking-time',
  'Cumulative Layout Shift': 'cumulative-layout-shift',
  'Bytes sent': 'total-byte-weight',
};

const measureLoading = async (): Promise<void> => {
  const lighthouse = join(installTool('lighthouse'), 'lighthouse/cli/index.js');
  const flags = ['--headless=new', '--ignore-certificate-errors', ...chromiumFlags].join(' ');
  const args = ['--quiet', '--output=json', '--only-categories=performance', ...positionals];
  type Report = { audits: Record<string, { numericValue?: number }> };
  const measure = (url: string) => async (): Promise<Measurement> => {
    const report = await runForJson<Report>(lighthouse, [url, `--chrome-flags=${flags}`, ...args]);
    const numberOf = (audit: string): number => report.audits[audit]?.numericValue ?? Number.NaN;
    return Object.fromEntries(Object.entries(audits).map(([title, id]) => [title, numberOf(id)]));
  };
  const measures: Measures = {
    'one sentence': measure(await serve(await makeSentence())),
    'the site': measure(await serve('dist')),
  };
  for (const other of options.against) {
    measures[other] = measure(URL.canParse(other) ? other : await serve(other));
  }
  await compare(measures);
};

/** Requests in each run. */
const amount = 10_000;

const measureServer = async (): Promise<void> => {
  const autocannon = join(installTool('autocannon'), 'autocannon/autocannon.js');
  const dataDir = join(temporary, 'data');
  const server = await startServerProcess({ DATA_DIR: dataDir, SITE_DIR: resolve('dist') });
  let failed = 0;
  const request = (path: string, ...args: string[]) => {
    type Report = Record<'duration' | 'non2xx' | 'errors', number> & {
      latency: { p50: number; p99: number };
    };
    const load = ['--json', '--connections=64', `--amount=${amount}`, ...args, server.url + path];
    return async (): Promise<Measurement> => {
      const { duration, latency, non2xx, errors } = await runForJson<Report>(autocannon, load);
      failed += non2xx + errors;
      const { p50: median, p99 } = latency;
      return { 'a second': amount / duration, 'median, ms': median, '99th percentile, ms': p99 };
    };
  };
  const body = JSON.stringify({ ...payload, message: 'Message [<id>]' });
  const post = ['--method=POST', '--headers=Content-Type=application/json', '--idReplacement'];
  await compare({
    'the home page': request('/'),
    enquiries: request('/api/submit', ...post, `--body=${body}`),
    'a PDF': request('/resources/resume.pdf'),
  });
  const status = `/proc/${server.child.pid}/status`;
  const kilobytes = existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1];
  server.child.kill('SIGTERM');
  await server.ended;
  const database = openDatabase(databaseFile(dataDir));
  const { stored } = database.prepare('SELECT count(*) AS stored FROM submission').get() ?? {};
  database.close();
  console.log(
    `\nOf ${runs * amount} enquiries, ${stored} were stored; ${failed} requests failed. The server had ${format(Number(kilobytes) / 1024)} MB at most.`,
  );
  if (failed > 0 || stored !== runs * amount) process.exitCode = 1;
};

try {
  if (!(await buildSite())) process.exitCode = 1;
  else await (options.server ? measureServer() : measureLoading());
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
