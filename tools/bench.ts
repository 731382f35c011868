import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compressFiles } from '#hosting/astro-integrations.ts';
import { databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { chromiumFlags, ensureChromium } from './chromium.ts';
import { serveHttps } from './https.ts';
import { installTool, onDemand } from './on-demand.ts';
import { readOptions } from './options.ts';
import { startServerProcess } from './server-process.ts';
import { enquiry, payload } from './submission.ts';

// `npm run bench` loads a page of one sentence, the built site, and the sites that `--against` names, by
// folder or URL, with Lighthouse. Options after a second `--` are Lighthouse's, such as `--preset=desktop`.
// `npm run bench -- --server` counts what the server stores and serves in a second.

const { values: options, positionals } = readOptions({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '7' },
    against: { type: 'string', multiple: true, default: [] },
    server: { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error(`--runs must be a whole number of 1 or more, but is "${options.runs}"`);
  process.exit(2);
}

/** By the titles of the table's rows. */
type Measurement = Record<string, number>;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const format = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 0 });

/**
 * Measures each in turn, so that other programs disturb all of them equally, and prints a table of the
 * medians and their ratios to the first.
 */
const compare = async (
  tool: keyof typeof onDemand,
  measures: Record<string, () => Promise<Measurement>>,
): Promise<void> => {
  const columns = Object.entries(measures).map(([name, measure]) => ({
    name,
    measure,
    results: [] as Measurement[],
  }));
  const load: number[] = [];
  for (let run = 1; run <= runs; run++) {
    for (const { name, measure, results } of columns) {
      process.stderr.write(`\r${run} of ${runs}: ${name}          `);
      load.push(loadavg()[0] ?? Number.NaN);
      results.push(await measure());
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, load average ${median(load).toFixed(1)}`;
  console.log(
    `\n${[day, machine, ...onDemand[tool], ...positionals].join(', ')}, median of ${runs}:\n`,
  );
  console.log(`| | ${columns.map(({ name }) => name).join(' | ')} |`);
  console.log(`| --- |${' ---: |'.repeat(columns.length)}`);
  const titles = new Set(columns.flatMap(({ results }) => results.flatMap(Object.keys)));
  for (const title of titles) {
    const medians = columns.map(({ results }) =>
      median(results.map((result) => result[title] ?? Number.NaN)),
    );
    const cells = medians.map((value, index) => {
      const ratio = value / (medians[0] ?? Number.NaN);
      if (Number.isNaN(value)) return '';
      const isShown = index > 0 && Number.isFinite(ratio);
      return isShown ? `${format(value)} (${ratio.toFixed(2)})` : format(value);
    });
    console.log(`| ${title} | ${cells.join(' | ')} |`);
  }
};

/** Runs a script with Node, once more when it fails, and parses the JSON that it prints. */
const runForJson = async <Json>(script: string, args: string[], isLast = false): Promise<Json> => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
      maxBuffer: Number.POSITIVE_INFINITY,
      env: { ...process.env, CHROME_PATH: ensureChromium() },
    });
    return JSON.parse(stdout) as Json;
  } catch (cause) {
    // A trace of Lighthouse's can be lost: NO_NAVSTART, "Please run Lighthouse again".
    if (!isLast) return runForJson(script, args, true);
    const { stderr } = cause as { stderr?: string };
    throw new Error(`${script} failed. ${stderr}`);
  }
};

const temporary = mkdtempSync(join(tmpdir(), 'bench-'));

/** Serves the copy of a site, with the files that our server wants. @returns its URL */
const serveCopy = async (site: string): Promise<string> => {
  const folder = mkdtempSync(join(temporary, 'site-'));
  const inCopy = (name: string): string => join(folder, name);
  cpSync(site, folder, { recursive: true, dereference: true });
  if (!existsSync(inCopy('404.html'))) cpSync(inCopy('index.html'), inCopy('404.html'));
  if (!existsSync(inCopy('_headers'))) {
    writeFileSync(inCopy('_headers'), '/*\n  X-Content-Type-Options: nosniff\n');
  }
  await compressFiles(folder);
  return (await serveHttps(folder)).url;
};

const makeSentence = (): string => {
  const folder = mkdtempSync(join(temporary, 'sentence-'));
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en">${head}<title>A page</title><p>This is a page of one sentence.</p>`,
  );
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
  const measure = (url: string) => async (): Promise<Measurement> => {
    interface Report {
      audits: Record<string, { numericValue?: number }>;
    }
    const report = await runForJson<Report>(lighthouse, [url, `--chrome-flags=${flags}`, ...args]);
    return Object.fromEntries(
      Object.entries(audits).map(([title, audit]) => [
        title,
        report.audits[audit]?.numericValue ?? Number.NaN,
      ]),
    );
  };
  const measures = {
    'one sentence': measure(await serveCopy(makeSentence())),
    'the site': measure((await serveHttps('dist')).url),
  } as Record<string, () => Promise<Measurement>>;
  for (const other of options.against) {
    measures[other] = measure(URL.canParse(other) ? other : await serveCopy(other));
  }
  await compare('lighthouse', measures);
};

/** Requests in each run, and inserts. */
const amount = 10_000;

const measureServer = async (): Promise<void> => {
  const autocannon = join(installTool('autocannon'), 'autocannon/autocannon.js');
  const dataDir = join(temporary, 'data');
  const server = await startServerProcess({ DATA_DIR: dataDir, SITE_DIR: resolve('dist') });
  let failed = 0;
  let memory = 0;
  const request =
    (path: string, ...args: string[]) =>
    async (): Promise<Measurement> => {
      interface Report {
        duration: number;
        latency: { p50: number; p99: number };
        non2xx: number;
        errors: number;
      }
      const { duration, latency, non2xx, errors } = await runForJson<Report>(autocannon, [
        ...['--json', '--connections=64', `--amount=${amount}`, ...args],
        server.url + path,
      ]);
      failed += non2xx + errors;
      const status = `/proc/${server.child.pid}/status`;
      const kilobytes =
        existsSync(status) && /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1];
      memory = Math.max(memory, Number(kilobytes) / 1024);
      return {
        'a second': amount / duration,
        'median, ms': latency.p50,
        '99th percentile, ms': latency.p99,
      };
    };
  const straight = openDatabase(join(temporary, 'straight.sqlite'));
  const insert = straight.prepare(
    "INSERT INTO submission (kind, received_at, fields) VALUES ('enquiry', ?, ?)",
  );
  const body = JSON.stringify({ ...payload, message: 'Message [<id>]' });
  const headers = ['Content-Type', 'Accept'].map((name) => `--headers=${name}=application/json`);
  await compare('autocannon', {
    'inserts into SQLite': async () => {
      const startedAt = performance.now();
      for (let n = 0; n < amount; n++)
        insert.run(new Date().toISOString(), JSON.stringify(enquiry));
      return { 'a second': (1000 * amount) / (performance.now() - startedAt) };
    },
    enquiries: request(
      '/api/submit',
      '--method=POST',
      ...headers,
      '--idReplacement',
      `--body=${body}`,
    ),
    'the home page': request('/'),
    'a PDF': request('/resources/resume.pdf'),
  });
  server.child.kill('SIGTERM');
  await server.ended;
  const database = openDatabase(databaseFile(dataDir));
  const { stored } = database.prepare('SELECT count(*) AS stored FROM submission').get() ?? {};
  database.close();
  console.log(
    `\nOf ${runs * amount} enquiries, ${stored} were stored; ${failed} requests failed. The server had ${format(memory)} MB at most.`,
  );
  if (failed > 0 || stored !== runs * amount) process.exitCode = 1;
};

try {
  const stdio = ['ignore', 2, 'inherit'] as const;
  const { status } = spawnSync(process.execPath, ['tools/build.ts'], { stdio: [...stdio] });
  if (status !== 0) process.exitCode = 1;
  else await (options.server ? measureServer() : measureLoading());
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
