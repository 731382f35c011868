import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createStaticSite } from '#hosting/machine/static-site.ts';
import { makeSite } from '#hosting/tests/server-process.ts';
import { compressFiles } from './astro/integrations.ts';
import { buildSite } from './build.ts';
import { chromiumFlags, ensureChromium } from './chromium.ts';
import { readOptions } from './options.ts';
import { runAtTerminal } from './terminal.ts';

// `npm run bench` runs Lighthouse on a page of one sentence, the built site, and the sites that `--against`
// names, by the folder of another build or by URL. Options after a second `--` are Lighthouse's, such as
// `--preset=desktop`.

/** The arguments of npm, which installs Lighthouse in its cache at the first run. No package needs its install script. */
const lighthouse = 'exec --yes --ignore-scripts lighthouse@13.5.0 --'.split(' ');
const audits = {
  'First Contentful Paint, ms': 'first-contentful-paint',
  'Largest Contentful Paint, ms': 'largest-contentful-paint',
  'Speed Index, ms': 'speed-index',
  'Total Blocking Time, ms': 'total-blocking-time',
  'Cumulative Layout Shift': 'cumulative-layout-shift',
  'Bytes sent': 'total-byte-weight',
};

const { values: options, positionals } = readOptions({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '7' },
    against: { type: 'string', multiple: true, default: [] },
  },
});
const runs = Number(options.runs);
const chromium = ensureChromium();
using temporary = mkdtempDisposableSync(join(tmpdir(), 'bench-'));

const certificateOptions =
  'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 1 -subj /CN=localhost -keyout - -out -';

/** Serves a built site over TLS and HTTP/2, as a published site has them. @returns its URL */
const serve = async (folder: string): Promise<string> => {
  const listener = createStaticSite(folder);
  const { stdout: pem } = spawnSync('openssl', certificateOptions.split(' '), { encoding: 'utf8' });
  const server = createSecureServer({ key: pem, cert: pem }, (request, response) =>
    listener(request as unknown as IncomingMessage, response as unknown as ServerResponse),
  );
  await once(server.listen(0, 'localhost').unref(), 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
};

const makeSentence = (): string => {
  const folder = makeSite(temporary.path);
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  const page = `<!doctype html><html lang="en">${head}<title>A page</title><p>This is a page of one sentence.</p>`;
  writeFileSync(join(folder, 'index.html'), page);
  compressFiles(folder);
  return folder;
};

type Report = { audits: Record<string, { numericValue?: number }> };

const measure = async (url: string): Promise<Report> => {
  const flags = ['--headless=new', '--ignore-certificate-errors', ...chromiumFlags].join(' ');
  const given = [url, `--chrome-flags=${flags}`, '--quiet', '--output=json', ...positionals];
  // npm gives its own path to each script.
  const npm = [process.env.npm_execpath ?? '', ...lighthouse];
  const args = [...npm, ...given, '--only-categories=performance'];
  const env = { ...process.env, CHROME_PATH: chromium };
  const options = { maxBuffer: Number.POSITIVE_INFINITY, env };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return JSON.parse(stdout) as Report;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const format = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 0 });

/**
 * Measures sites in turn, so that other programs disturb all of them equally, and prints a table of the medians
 * and of their ratios to the first.
 * @param sites the URLs by their titles
 */
const compare = async (sites: Readonly<Record<string, string>>): Promise<void> => {
  const results = new Map(Object.keys(sites).map((name): [string, Report[]] => [name, []]));
  for (let run = 1; run <= runs; run++) {
    for (const [name, url] of Object.entries(sites)) {
      process.stderr.write(`\r${run} of ${runs}: ${name}          `);
      results.get(name)?.push(await measure(url));
    }
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}`;
  console.log(`\n${machine}, median of ${runs}:\n`);
  console.log(`| | ${[...results.keys()].join(' | ')} |`);
  console.log(`| --- |${' ---: |'.repeat(results.size)}`);
  for (const [title, id] of Object.entries(audits)) {
    const [first = 0, ...others] = [...results.values()].map((reports) =>
      median(reports.map(({ audits: all }) => all[id]?.numericValue ?? Number.NaN)),
    );
    const cells = others.map((value) =>
      first === 0 ? format(value) : `${format(value)} (${(value / first).toFixed(2)})`,
    );
    console.log(`| ${[title, format(first), ...cells].join(' | ')} |`);
  }
};

await runAtTerminal(async () => {
  await buildSite();
  const sites = { 'one sentence': await serve(makeSentence()), 'the site': await serve('dist') };
  const others = options.against.map(async (other) => [
    other,
    URL.canParse(other) ? other : await serve(other),
  ]);
  await compare({ ...sites, ...Object.fromEntries(await Promise.all(others)) });
});
