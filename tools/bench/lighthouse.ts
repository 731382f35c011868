import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from '../inspect/package.json' with { type: 'json' };
import { installTools, toolsFolder } from '../inspect/tools.ts';

/** Times in milliseconds, sizes in bytes. */
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

export const lighthouseVersion = manifest.dependencies.lighthouse;

/** Throws when npm fails. */
export const loadLighthouse = async (): Promise<Lighthouse> => {
  installTools();
  const entry = join(toolsFolder, 'node_modules/lighthouse/core/index.js');
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default;
};

/** @param port of a Chromium's remote debugging */
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
