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
  /** By kind of file. */
  sent: Record<string, { bytes: number; requests: number }>;
}

const phone = {
  formFactor: 'mobile',
  screenEmulation: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75 },
  throttling: {
    rttMs: 150,
    throughputKbps: 1638.4,
    requestLatencyMs: 562.5,
    downloadThroughputKbps: 1474.56,
    uploadThroughputKbps: 675,
    cpuSlowdownMultiplier: 4,
  },
} as const;

const desk = {
  formFactor: 'desktop',
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1 },
  throttling: {
    rttMs: 40,
    throughputKbps: 10_240,
    requestLatencyMs: 40,
    downloadThroughputKbps: 10_240,
    uploadThroughputKbps: 10_240,
    cpuSlowdownMultiplier: 1,
  },
} as const;

/** As Lighthouse has them, but for the line that is applied on the desk. */
export const conditions = {
  'phone, simulated': { ...phone, throttlingMethod: 'simulate' },
  'phone, applied': { ...phone, throttlingMethod: 'devtools' },
  'desk, simulated': { ...desk, throttlingMethod: 'simulate' },
  'desk, applied': { ...desk, throttlingMethod: 'devtools' },
} as const;

export type ConditionName = keyof typeof conditions;

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
  flags: { port: number; onlyCategories: string[]; output: 'json'; logLevel: 'error' } & object,
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
  condition: ConditionName,
  port: number,
): Promise<LoadMeasurement> => {
  const result = await lighthouse(url, {
    ...conditions[condition],
    port,
    onlyCategories: ['performance'],
    output: 'json',
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { audits } = result.lhr;
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const sent: LoadMeasurement['sent'] = {};
  for (const { resourceType = 'Other', transferSize = 0 } of audits['network-requests']?.details
    ?.items ?? []) {
    const { bytes, requests } = sent[resourceType] ?? { bytes: 0, requests: 0 };
    sent[resourceType] = { bytes: bytes + transferSize, requests: requests + 1 };
  }
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    speedIndex: value('speed-index'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    sent,
  };
};
