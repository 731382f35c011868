import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Finding } from '../tools/doctor/finding.ts';
import { variants } from '../tools/variants.ts';
import { expect, test } from './fixtures.ts';
import { copyProject } from './project-copy.ts';
import { isSample, notSample } from './sample.ts';

// What it finds is in tools/doctor/examine.test.ts.

const doctorIn = (cwd: string) =>
  spawnSync(process.execPath, ['tools/run.mjs', 'tools/doctor.ts', '--json'], {
    cwd,
    encoding: 'utf8',
    // Without it, a process that does not end would hold up the whole run.
    timeout: 25_000,
    // In this project, the content is read already.
    env: {
      PATH: process.env.PATH,
      OUT_DIR: resolve(variants.embedded.folder),
      CONTENT_READ: resolve('.'),
    },
  });

test('in the sample the doctor finds only that it is one, and that its address is not set', () => {
  test.skip(!isSample, notSample);
  const { status, stdout, stderr } = doctorIn('.');
  expect([status, stderr]).toEqual([1, '']);
  const report = JSON.parse(stdout) as { sample: boolean; findings: Finding[] };
  expect(report.sample).toBe(true);
  const others = report.findings.filter(
    (finding) => !finding.isSample && !/is (?:a sentence|one) of the sample/.test(finding.message),
  );
  expect(others).toMatchObject([
    { severity: 'error', field: 'SITE_URL' },
    { severity: 'note', field: 'PUBLIC_FORM_ENDPOINT, PUBLIC_BOOKING_URL, PUBLIC_NEWSLETTER_URL' },
    { severity: 'note', field: 'banner.caseStudiesResource' },
    { severity: 'note', field: 'learnMoreTarget' },
  ]);
});

test('an owner with another name reads that the workspace of the papers has to print again', () => {
  test.skip(!isSample || !existsSync('papers'), 'There are no papers of the sample.');
  const folder = copyProject();
  const identity = join(folder, 'content/identity.yaml');
  writeFileSync(identity, readFileSync(identity, 'utf8').replaceAll('Robin Example', 'Dana Roe'));
  const { findings } = JSON.parse(doctorIn(folder).stdout) as { findings: Finding[] };
  rmSync(folder, { recursive: true });
  const stale = findings.filter(({ isSample: isOfSample }) => !isOfSample);
  expect(stale.map(({ file }) => file)).toContain('public/resources/resume.pdf');
});
