import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Finding } from '../tools/doctor/finding.ts';
import { variants } from '../tools/variants.ts';
import { expect, test } from './fixtures.ts';
import { isSample, notSample } from './sample.ts';

// What it finds is in tools/doctor/examine.test.ts.

const doctor = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/doctor.ts', ...args], {
    encoding: 'utf8',
    // Without it, a process that does not end would hold up the whole run.
    timeout: 25_000,
    env: { PATH: process.env.PATH, OUT_DIR: resolve(variants.embedded.folder) },
  });

test('in the sample the doctor finds only that it is one, and that its address is not set', () => {
  test.skip(!isSample, notSample);
  const { status, stdout, stderr } = doctor('--json');
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

test('an unknown host is refused', () => {
  const { status, stderr } = doctor('--host=moon');
  expect([status, stderr.trim()]).toEqual([
    2,
    '--host must be node, workers, static, but is "moon"',
  ]);
});
