import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Finding } from '../tools/doctor/finding.ts';
import { variants } from '../tools/variants.ts';
import { expect, test } from './fixtures.ts';
import { copyProject } from './project-copy.ts';
import { isSample, notSample } from './sample.ts';

// What it finds is in tools/doctor/examine.test.ts.

/** The findings that are not about the sample. */
const findIn = (cwd: string): Finding[] => {
  const args = ['tools/run.mjs', 'tools/doctor.ts', '--json'];
  const OUT_DIR = resolve(variants.embedded.folder);
  // In this project, the content is read already.
  const env = { PATH: process.env.PATH, OUT_DIR, CONTENT_READ: resolve('.') };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    timeout: 25_000,
  });
  expect([status, `${stderr}`]).toEqual([1, '']);
  const { findings } = JSON.parse(`${stdout}`) as { findings: Finding[] };
  return findings.filter((finding) => !finding.isSample);
};

test('in the sample the doctor finds only that it is one, and that its address is not set', () => {
  test.skip(!isSample, notSample);
  expect(findIn('.')).toMatchObject([{ severity: 'error', field: 'SITE_URL' }]);
});

test('an owner with another name reads that the workspace of the papers has to print again', () => {
  test.skip(!isSample || !existsSync('papers'), 'There are no papers of the sample.');
  const folder = copyProject();
  const identity = join(folder, 'content/identity.yaml');
  writeFileSync(identity, readFileSync(identity, 'utf8').replaceAll('Robin Example', 'Dana Roe'));
  expect(findIn(folder).map(({ file }) => file)).toContain('public/resources/resume.pdf');
  rmSync(folder, { recursive: true });
});
