import { spawnSync } from 'node:child_process';
import type { Finding } from '../tools/doctor/finding.ts';
import { variants } from '../tools/variants.ts';
import { expect, test } from './fixtures.ts';
import { isSample, notSample } from './sample.ts';

const doctor = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/doctor.ts', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, OUT_DIR: variants.embedded.folder },
  });

test('in the sample the doctor finds only that it is one, and that its address is not set', () => {
  test.skip(!isSample, notSample);
  const { status, stdout, stderr } = doctor('--json');
  expect(stderr).toBe('');
  expect(status).toBe(1);
  const report = JSON.parse(stdout) as { sample: boolean; findings: Finding[] };
  expect(report.sample).toBe(true);
  expect(report.findings.filter(({ isSample }) => !isSample)).toMatchObject([
    { severity: 'error', field: 'SITE_URL' },
    { severity: 'note', field: 'PUBLIC_FORM_ENDPOINT, PUBLIC_BOOKING_URL, PUBLIC_NEWSLETTER_URL' },
    { severity: 'note', field: 'banner.caseStudiesResource' },
    { severity: 'note', field: 'learnMoreTarget' },
  ]);
});

test('--host=static makes embedded services errors, and an unknown host is refused', () => {
  expect(doctor('--host=static').stdout).toContain('a static host runs no backend');
  const unknown = doctor('--host=moon');
  expect(unknown.status).toBe(2);
  expect(unknown.stderr.trim()).toBe('--host must be node, workers, static, but is "moon"');
});
