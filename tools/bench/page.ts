import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '#documents/chromium.ts';
import { startOnMachine } from '../test-site.ts';
import { launchBareBrowser } from './bare-browser.ts';
import { makeBaseline } from './baseline.ts';
import {
  isRestoredFromCache,
  type MainThreadMeasurement,
  measureInteractions,
  measureMainThread,
  quantile,
  slowdown,
} from './interactions.ts';
import {
  type LoadMeasurement,
  lighthouseVersion,
  loadLighthouse,
  measureLoad,
} from './lighthouse.ts';

// `npm run bench` compares the site with its script-less copy, and with others by `--against DIR`;
// `--write` puts the report into docs/performance.md.

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    repetitions: { type: 'string', default: '10' },
    against: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);
const repetitions = Number(options.repetitions);
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(repetitions) || repetitions < 1) {
  console.error('--runs and --repetitions must be whole numbers of 1 or more');
  process.exit(2);
}

const serve = async (siteDir: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const { url, stop } = await startOnMachine(siteDir, dataDir);
  return {
    url,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
};

const launch = (flags: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureChromium(),
    args: [...chromiumFlags, ...flags],
    // Playwright turns the back/forward cache off; visitors have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

const metrics = {
  fcp: { title: 'FCP, ms', digits: 0 },
  lcp: { title: 'LCP, ms', digits: 0 },
  speedIndex: { title: 'Speed Index, ms', digits: 0 },
  tbt: { title: 'TBT with the debugger that Lighthouse attaches, ms', digits: 0 },
  cls: { title: 'CLS', digits: 3 },
};
const metricNames = Object.keys(metrics) as (keyof typeof metrics)[];

const median = (values: number[]): number => quantile(values, 0.5);

const built = spawnSync(process.execPath, ['tools/build.ts'], {
  stdio: ['ignore', 2, 'inherit'],
});
if (built.status !== 0) process.exit(1);
const baselineFolder = 'test-results/baseline';
await makeBaseline('dist', baselineFolder);

const folders: Record<string, string> = { site: 'dist', baseline: baselineFolder };
for (const folder of options.against) folders[folder] = folder;
const servers = Object.fromEntries(
  await Promise.all(
    Object.entries(folders).map(async ([name, folder]) => [name, await serve(folder)] as const),
  ),
);

const lighthouse = await loadLighthouse();
const port = 9333;
const measuringBrowser = await launch([`--remote-debugging-port=${port}`]);
const loads: Record<string, LoadMeasurement[]> = Object.fromEntries(
  Object.keys(folders).map((name) => [name, []]),
);
for (let run = 1; run <= runs; run++) {
  for (const [name, { url }] of Object.entries(servers)) {
    process.stderr.write(`\rload ${run} of ${runs}: ${name}          `);
    loads[name]?.push(await measureLoad(lighthouse, url, port));
  }
}
await measuringBrowser.close();

// A debugger slows the page: tools/bench/bare-browser.ts says why.
const bareBrowser = await launchBareBrowser();
const siteUrl = servers.site?.url ?? '';
const mainThread: Record<string, MainThreadMeasurement[]> = Object.fromEntries(
  Object.keys(folders).map((name) => [name, []]),
);
// The first run warms up the browser.
await measureMainThread(bareBrowser, siteUrl);
for (let run = 1; run <= runs; run++) {
  for (const [name, { url }] of Object.entries(servers)) {
    process.stderr.write(`\rmain thread ${run} of ${runs}: ${name}          `);
    mainThread[name]?.push(await measureMainThread(bareBrowser, url));
  }
}
process.stderr.write('\rinteractions …               ');
const interactions = await measureInteractions(bareBrowser, siteUrl, repetitions);
await bareBrowser.close();
const browser = await launch();
const restored = await isRestoredFromCache(browser, siteUrl);
await browser.close();
for (const { stop } of Object.values(servers)) await stop();
process.stderr.write('\r                             \r');

const results = {
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  date: new Date().toISOString().slice(0, 10),
  loads,
  interactions,
  mainThread,
  restored,
};

const report = (): string => {
  const names = Object.keys(loads);
  const rows = metricNames.map((metric) => {
    const { title, digits } = metrics[metric];
    const medians = names.map((name) => median((loads[name] ?? []).map((load) => load[metric])));
    const ratio = (medians[0] ?? 0) / (medians[1] ?? 1);
    const shown = Number.isFinite(ratio) ? ratio.toFixed(3) : '';
    return `| ${title} | ${medians.map((value) => value.toFixed(digits)).join(' | ')} | ${shown} |`;
  });
  const kinds = [...new Set(names.flatMap((name) => Object.keys(loads[name]?.[0]?.bytes ?? {})))];
  const bytes = kinds.map(
    (kind) =>
      `| ${kind}, KB | ${names.map((name) => ((loads[name]?.[0]?.bytes[kind] ?? 0) / 1024).toFixed(1)).join(' | ')} | |`,
  );
  const long = (kind: keyof MainThreadMeasurement): string => {
    const cells = names.map((name) =>
      (mainThread[name] ?? [])
        .map((run) => run[kind].map((ms) => Math.round(ms)).join(' + ') || 'none')
        .join(', '),
    );
    return cells.join(' | ');
  };
  const blocked = names.map((name) => {
    const runs = mainThread[name] ?? [];
    const times = runs.map(({ longTasks }) => longTasks.reduce((sum, ms) => sum + ms - 50, 0));
    return median(times).toFixed(0);
  });
  return [
    `Measured on ${results.date}, ${results.machine}, Lighthouse ${lighthouseVersion}, simulated phone, medians of ${runs} runs in turn.`,
    '',
    `| | ${names.join(' | ')} | site : baseline |`,
    `| --- |${names.map(() => ' ---: |').join('')} ---: |`,
    ...rows,
    ...bytes,
    '',
    `Interactions with the processor ${slowdown} times slower, ${repetitions} repetitions each, milliseconds from input to the next frame:`,
    '',
    '| control | median | 98th percentile |\n| --- | ---: | ---: |',
    ...interactions.map((one) => `| ${one.name} | ${one.median} | ${one.p98} |`),
    '',
    `The main thread, ${slowdown} times slower and without a debugger, in ${runs} runs in turn:`,
    '',
    `| | ${names.join(' | ')} |`,
    `| --- |${names.map(() => ' --- |').join('')}`,
    `| tasks over 50 ms from load to idle, by run | ${long('longTasks')} |`,
    `| blocked time (what is over 50 ms), median | ${blocked.join(' | ')} |`,
    `| frames over 50 ms while scrolling to the end and back, by run | ${long('longFrames')} |`,
    `| by how much they kept input waiting | ${long('blockedFrames')} |`,
    '',
    `Restored from the back/forward cache: ${restored ? 'yes' : 'no'}.`,
  ].join('\n');
};

console.log(options.json ? JSON.stringify(results, null, 2) : report());

if (options.write) {
  const document = 'docs/performance.md';
  const [before, , after] = readFileSync(document, 'utf8').split(
    /<!-- (?:begin|end) of measurements -->\n/,
  );
  writeFileSync(
    document,
    `${before}<!-- begin of measurements -->\n${report()}\n<!-- end of measurements -->\n${after}`,
  );
}
