import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { builtPages } from '#hosting/built-pages.ts';
import { buildSite } from './build.ts';
import { serveHttps } from './https.ts';
import { installTool } from './on-demand.ts';
import { readOptions } from './options.ts';
import { startOnMachine } from './test-site.ts';

// `npm run inspect` builds the site, has its headers graded by Mozilla's HTTP Observatory, and its pages and
// those of the inbox read by the Nu Html Checker, which needs Java.

readOptions({});

/** What the checker does not know: SVG 2, and that the section of the notices has a heading while it has notices. */
const unfounded =
  '.*(CSS: “(paint-order|r|vector-effect)”: Property .* doesn.t exist|Section lacks heading).*';

const temporary = mkdtempSync(join(tmpdir(), 'inspection-'));

/** @returns whether the grade is A+ and no test failed */
const gradeHeaders = async (): Promise<boolean> => {
  const modules = join(installTool('observatory'), '@mdn/mdn-http-observatory');
  // Its install script would download the list, in which localhost is not.
  const preloaded = join(modules, 'conf/hsts-preload.json');
  if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');
  const { url, certificate } = await serveHttps('dist');
  const NODE_EXTRA_CA_CERTS = join(temporary, 'certificate.pem');
  writeFileSync(NODE_EXTRA_CA_CERTS, certificate);
  // This process serves meanwhile.
  const child = spawn(process.execPath, [join(modules, 'src/scan.js'), new URL(url).host], {
    // On standard error is what jsdom, the Observatory's parser, does not know of CSS.
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS },
  });
  const { scan, tests, error } = JSON.parse(await text(child.stdout)) as {
    scan?: { grade: string; score: number };
    tests?: Record<string, { pass: boolean; result: string }>;
    error?: string;
  };
  if (!scan || !tests) throw new Error(`The HTTP Observatory failed: ${error}`);
  const failed = Object.values(tests).filter(({ pass }) => !pass);
  console.log(`HTTP Observatory: ${scan.grade}, ${scan.score} points`);
  for (const { result } of failed) console.log(`  ${result}`);
  return scan.grade === 'A+' && failed.length === 0;
};

/** @returns whether the checker has nothing to say */
const checkPages = async (): Promise<boolean> => {
  const jar = join(installTool('nu'), 'vnu-jar/build/dist/vnu.jar');
  const pages = await builtPages('dist');
  const { url, stop } = await startOnMachine('dist', temporary);
  // The checker refuses to ask this machine.
  for (const path of ['book', 'newsletter']) {
    const page = join(temporary, `${path}.html`);
    writeFileSync(page, await (await fetch(`${url}/${path}`)).text());
    pages.push(page);
  }
  await stop();
  const options = ['--stdout', '--Werror', '--no-langdetect', '--filterpattern', unfounded];
  const child = spawn('java', ['-jar', jar, ...options, ...pages], { stdio: 'inherit' });
  const code = await new Promise((done, fail) => child.once('error', fail).once('exit', done));
  console.log(`Nu Html Checker: ${pages.length} pages${code === 0 ? ', nothing found' : ''}`);
  return code === 0;
};

try {
  const isBuilt = await buildSite();
  const isGood = isBuilt && [await gradeHeaders(), await checkPages()].every(Boolean);
  if (!isGood) process.exitCode = 1;
} finally {
  rmSync(temporary, { recursive: true });
}
