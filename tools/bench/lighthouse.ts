import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is taken out of a Lighthouse run; times in milliseconds, sizes in bytes. */
export interface LoadMeasurement {
  fcp: number;
  lcp: number;
  speedIndex: number;
  tbt: number;
  cls: number;
  bytes: Record<string, number>;
}

interface LighthouseResult {
  lhr: {
    audits: Record<
      string,
      {
        numericValue?: number;
        details?: { items?: { resourceType?: string; transferSize?: number }[] };
      }
    >;
  };
}

type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: string[]; output: 'json'; logLevel: 'error' },
) => Promise<LighthouseResult | undefined>;

/** The version that the figures in docs/performance.md were measured with. */
export const lighthouseVersion = '13.5.0';

/**
 * Lighthouse, fetched on first use into a folder that git ignores: two hundred packages that nothing
 * but this measurement needs.
 */
export const loadLighthouse = async (): Promise<Lighthouse> => {
  const folder = resolve('node_modules/.cache/lighthouse');
  const entry = resolve(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    console.error(`Fetching Lighthouse ${lighthouseVersion}, once …`);
    mkdirSync(folder, { recursive: true });
    const npm = process.env.npm_execpath;
    if (!npm) throw new Error('Lighthouse is fetched by npm: start this with "npm run bench".');
    const install = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--loglevel=error',
    ];
    const { status } = spawnSync(
      process.execPath,
      [npm, ...install, `lighthouse@${lighthouseVersion}`],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    if (status !== 0) throw new Error('Lighthouse could not be fetched; npm says why above');
  }
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default;
};

/**
 * Loads a page once as Lighthouse's simulated phone.
 * @param port of a Chromium's remote debugging
 */
export const measureLoad = async (
  lighthouse: Lighthouse,
  url: string,
  port: number,
): Promise<LoadMeasurement> => {
  const result = await lighthouse(url, {
    port,
    onlyCategories: ['performance'],
    output: 'json',
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { audits } = result.lhr;
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const bytes: Record<string, number> = {};
  for (const { resourceType = 'Other', transferSize = 0 } of audits['network-requests']?.details
    ?.items ?? []) {
    bytes[resourceType] = (bytes[resourceType] ?? 0) + transferSize;
  }
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    speedIndex: value('speed-index'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes,
  };
};
