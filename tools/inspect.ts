import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readServerConfig } from '#hosting/machine/config.ts';
import { startServer } from '#hosting/machine/server.ts';
import { startWorkersPreview } from '#hosting/workers/preview.ts';
import { findNuChecker, installTools } from './inspect/tools.ts';
import { readOptions } from './options.ts';
import { type Column, drawTable } from './table.ts';
import { makeCertificate, startTls } from './tls.ts';
import { variants } from './variants.ts';

// `npm run inspect`: the HTTP Observatory grades addresses; html-validate and the Nu Html Checker read
// every page. `--url=http://localhost:8787` only grades what runs there.

const { values: options } = readOptions({ options: { url: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'inspection-'));
const paths = ['/', '/terms', '/nowhere', '/resources/white-papers/ai-fraud-detection-guide.pdf'];

const run = (args: readonly string[]): boolean =>
  spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;

interface Grade {
  address: string;
  status: number;
  grade: string;
  score: number;
  tests: number;
  failed: string[];
}

/** @returns whether each grade is an A+ without a failed test */
const gradeHeaders = async (host: string, origin: string): Promise<boolean> => {
  const certificate = makeCertificate();
  const certificateFile = join(folder, 'cert.pem');
  writeFileSync(certificateFile, certificate.cert);
  const { url, stop } = await startTls(origin, certificate);
  const { host: authority } = new URL(url);
  // Not spawnSync: this process must answer the tool.
  const tool = spawn(
    process.execPath,
    ['tools/inspect/observatory.mjs', ...paths.map((path) => `${authority}${path}`)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile },
    },
  );
  let output = '';
  tool.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const [code] = (await once(tool, 'close')) as [number];
  stop();
  if (code !== 0) return false;

  const grades = JSON.parse(output) as Grade[];
  const columns: Column[] = [
    [`HTTP Observatory, ${host}`, 60],
    ['Status', 8],
    ['Grade', 7],
    ['Score', 7],
    ['Tests passed', 40],
  ];
  const table = drawTable(columns, grades.entries(), ([index, grade]) => [
    [paths[index] ?? ''],
    [String(grade.status)],
    [grade.grade],
    [String(grade.score)],
    [`${grade.tests - grade.failed.length} of ${grade.tests}`, ...grade.failed],
  ]);
  for (const part of table) console.log(part);
  return grades.every(({ grade, failed }) => grade === 'A+' && failed.length === 0);
};

const inspectHosts = async (): Promise<boolean> => {
  const siteDir = variants.embedded.folder;
  const node = await startServer(
    readServerConfig({ PORT: '0', DATA_DIR: folder, SITE_DIR: siteDir }),
  );
  const onNode = await gradeHeaders('the site’s own server', node.url).finally(node.stop);
  const workers = await startWorkersPreview({
    port: 0,
    siteDir,
    stateDir: join(folder, 'workers'),
  });
  const onWorkers = await gradeHeaders('Workers', workers.url).finally(workers.stop);
  return onNode && onWorkers;
};

const inspectMarkup = (): boolean => {
  const nu = findNuChecker();
  if ('missing' in nu) console.log(`The Nu Html Checker is not asked: ${nu.missing}.`);
  return run(['node_modules/@playwright/test/cli.js', 'test', 'tests/markup.spec.ts']);
};

try {
  installTools();
  if (options.url) {
    if (!(await gradeHeaders(options.url, options.url))) process.exitCode = 1;
  } else if (run(['tools/test.ts', '--only=build'])) {
    const headersAreGood = await inspectHosts();
    const markupIsGood = inspectMarkup();
    if (!headersAreGood || !markupIsGood) process.exitCode = 1;
  } else {
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
