import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '#documents/chromium.ts';
import { readOptions } from '../options.ts';
import { startOnMachine } from '../test-site.ts';
import { makeCertificate, startTls } from '../tls.ts';
import { launchBareBrowser } from './bare-browser.ts';
import { copySite, makeBaseline, makeFontless, makeSentence } from './baseline.ts';
import {
  isRestoredFromCache,
  type MainThreadMeasurement,
  measureInteractions,
  measureMainThread,
  quantile,
  slowdown,
} from './interactions.ts';
import {
  type ConditionName,
  conditions,
  type LoadMeasurement,
  lighthouseVersion,
  loadLighthouse,
  measureLoad,
} from './lighthouse.ts';

// `npm run bench` compares the site with its copies without scripts and without fonts, with a page of one
// sentence, and with others by `--against DIR`; `--on "phone, applied"` measures under that condition alone; `--write` puts
// the report into docs/performance.md.

const { values: options } = readOptions({
  options: {
    runs: { type: 'string', default: '5' },
    repetitions: { type: 'string', default: '10' },
    on: { type: 'string', multiple: true, default: Object.keys(conditions) },
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

const isCondition = (name: string): name is ConditionName => name in conditions;
const measured = options.on.filter(isCondition);
const unknown = options.on.find((name) => !isCondition(name));
if (unknown !== undefined) {
  const known = Object.keys(conditions).map((name) => `"${name}"`);
  console.error(`--on must be one of ${known.join(', ')}, but is "${unknown}"`);
  process.exit(2);
}

const certificate = makeCertificate();

const serve = async (siteDir: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const isOurs = existsSync(join(siteDir, '_headers'));
  const served = isOurs ? siteDir : join(dataDir, 'site');
  if (!isOurs) await copySite(siteDir, served);
  const { url, stop } = await startOnMachine(served, dataDir);
  const secure = await startTls(url, certificate);
  return {
    url,
    /** As visitors reach it. */
    secureUrl: secure.url,
    stop: async () => {
      secure.stop();
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
  tbt: { title: 'TBT, with Lighthouse’s debugger, ms', digits: 0 },
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

const fontlessFolder = 'test-results/fontless';
await makeFontless('dist', fontlessFolder);

const sentenceFolder = 'test-results/sentence';
await makeSentence(sentenceFolder);

const folders: Record<string, string> = {
  site: 'dist',
  'without scripts': baselineFolder,
  'without fonts': fontlessFolder,
  'one sentence': sentenceFolder,
};
for (const folder of options.against) folders[folder] = folder;
const servers = Object.fromEntries(
  await Promise.all(
    Object.entries(folders).map(async ([name, folder]) => [name, await serve(folder)] as const),
  ),
);

const lighthouse = await loadLighthouse();
const port = 9333;
const measuringBrowser = await launch([
  `--remote-debugging-port=${port}`,
  '--ignore-certificate-errors',
]);
/** By `loadavg`, before and after each load. */
const business = [loadavg()[0] ?? 0];
const loads = new Map(
  measured.map((condition) => [
    condition,
    new Map(Object.keys(folders).map((name) => [name, [] as LoadMeasurement[]])),
  ]),
);
for (let run = 1; run <= runs; run++) {
  for (const [condition, loadsOf] of loads) {
    for (const [name, { secureUrl }] of Object.entries(servers)) {
      process.stderr.write(`\rload ${run} of ${runs}, ${condition}: ${name}          `);
      loadsOf.get(name)?.push(await measureLoad(lighthouse, secureUrl, condition, port));
      business.push(loadavg()[0] ?? 0);
    }
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
  business,
  loads: Object.fromEntries([...loads].map(([name, of]) => [name, Object.fromEntries(of)])),
  interactions,
  mainThread,
  restored,
};

const report = (): string => {
  const names = Object.keys(folders);
  const header = [`| | ${names.join(' | ')} |`, `| --- |${names.map(() => ' ---: |').join('')}`];
  const tables = [...loads].flatMap(([condition, loadsOf]) => [
    `Loading, ${condition}; in parentheses what the site takes of it:`,
    '',
    ...header,
    ...metricNames.map((metric) => {
      const { title, digits } = metrics[metric];
      const medians = names.map((name) =>
        median((loadsOf.get(name) ?? []).map((load) => load[metric])),
      );
      const cells = medians.map((value, index) => {
        const ratio = (medians[0] ?? 0) / value;
        const isShown = index > 0 && Number.isFinite(ratio);
        return `${value.toFixed(digits)}${isShown ? ` (${ratio.toFixed(2)})` : ''}`;
      });
      return `| ${title} | ${cells.join(' | ')} |`;
    }),
    '',
  ]);
  const [first] = loads.values();
  const sentBy = names.map((name) => first?.get(name)?.[0]?.sent ?? {});
  const kinds = [...new Set(sentBy.flatMap((sent) => Object.keys(sent)))];
  const sent = kinds.map((kind) => {
    const cells = sentBy.map((of) =>
      of[kind] ? `${(of[kind].bytes / 1024).toFixed(1)} in ${of[kind].requests}` : '0',
    );
    return `| ${kind} | ${cells.join(' | ')} |`;
  });
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
    `Measured on ${results.date}, ${results.machine}, Lighthouse ${lighthouseVersion}, medians of ${runs} runs in turn. ${median(business).toFixed(1)} programs wanted a processor at a time (median), ${Math.max(...business).toFixed(1)} at most.`,
    '',
    ...tables,
    'Sent before the first interaction, KB in requests:',
    '',
    ...header,
    ...sent,
    '',
    `Interactions with the processor ${slowdown} times slower, ${repetitions} repetitions each, each the first of its page, milliseconds from input to the next frame:`,
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
