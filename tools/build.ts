import { spawn } from 'node:child_process';
import { checkContent } from '#content/schema/check.ts';
import { checkPictures } from '#content/schema/pictures.ts';
import { checkEnvironment } from '#hosting/environment.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { findIgnoredOnWorkers } from '#hosting/variables.ts';

/** Shows the builder's output when it fails. @returns whether it succeeded */
export const buildSite = async (): Promise<boolean> => {
  const environment = readEnvironment();
  // Cloudflare's own builds: developers.cloudflare.com/workers/ci-cd/builds/configuration
  if (environment.WORKERS_CI) {
    for (const { line } of findIgnoredOnWorkers(environment)) console.log(line);
  }
  try {
    checkEnvironment(environment);
    checkContent();
    await checkPictures();
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    return false;
  }
  process.stdout.write('Building the site … ');
  const startedAt = Date.now();
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) {
    console.log('failed');
    process.stderr.write(Buffer.concat(output));
    return false;
  }
  console.log(`done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
};

if (import.meta.main && !(await buildSite())) process.exitCode = 1;
