import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Finding } from '../tools/doctor/finding.ts';
import { variants } from '../tools/variants.ts';
import { expect, test } from './fixtures.ts';
import { copyProject } from './project-copy.ts';
import { isSample, notSample } from './sample.ts';

const doctorIn = (folder: string, ...args: string[]) =>
  spawnSync(process.execPath, ['tools/doctor.ts', ...args], {
    cwd: folder,
    encoding: 'utf8',
    // Without it, a process that does not end would hold up the whole run.
    timeout: 25_000,
    env: { PATH: process.env.PATH, OUT_DIR: resolve(variants.embedded.folder) },
  });

const doctor = (...args: string[]) => doctorIn('.', ...args);

interface Report {
  publishable: boolean;
  sample: boolean;
  findings: Finding[];
}

test('in the sample the doctor finds only that it is one, and that its address is not set', () => {
  test.skip(!isSample, notSample);
  const { status, stdout, stderr } = doctor('--json');
  expect(stderr).toBe('');
  expect(status).toBe(1);
  const report = JSON.parse(stdout) as Report;
  expect(report.sample).toBe(true);
  const others = report.findings.filter(({ isSample }) => !isSample);
  const warnings = others.filter(({ severity }) => severity === 'warning');
  for (const { message } of warnings) {
    expect(message).toMatch(/is (?:a sentence|one) of the sample/);
  }
  expect(others.filter((finding) => !warnings.includes(finding))).toMatchObject([
    { severity: 'error', field: 'SITE_URL' },
    { severity: 'note', field: 'PUBLIC_FORM_ENDPOINT, PUBLIC_BOOKING_URL, PUBLIC_NEWSLETTER_URL' },
    { severity: 'note', field: 'banner.caseStudiesResource' },
    { severity: 'note', field: 'learnMoreTarget' },
  ]);
});

const otherNames: Record<string, string> = {
  'Robin Example': 'Dana Whitfield',
  'Example Risk Advisory': 'Harbor Risk',
  'Sample Marketplace': 'Quayside',
  'Sample Payments': 'Tollhouse',
  'Sample Mail': 'Packet Boat',
  'Sample Auctions': 'Saleroom',
  'example.com': 'harborrisk.com',
  '+12065550142': '+12062345678',
};

test('an owner who changed nothing but the names reads which sentences are not theirs', () => {
  test.skip(!isSample, notSample);
  const folder = copyProject();
  for (const file of globSync(join(folder, 'content/*.{ts,md}'))) {
    const text = Object.entries(otherNames).reduce(
      (changed, [name, other]) => changed.replaceAll(name, other),
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, text);
  }
  const before = doctorIn(folder, '--json');
  const publishing = doctorIn(folder, '--publish');
  rmSync(folder, { recursive: true });

  const { findings, publishable } = JSON.parse(before.stdout) as Report;
  expect(publishable).toBe(false);
  const sentences = findings.filter(
    ({ isSample, message }) => isSample && /^“.{20,}” is a sentence of the sample/.test(message),
  );
  expect(sentences.length).toBeGreaterThanOrEqual(10);
  const files = new Set(findings.flatMap(({ isSample, file }) => (isSample ? [file] : [])));
  expect([...files].sort()).toEqual([
    'content/about.ts',
    'content/expertise.ts',
    'content/hero.ts',
    'content/identity.ts',
    'content/privacy.md',
    'content/resume.md',
    'content/terms.md',
  ]);
  const named = findings.map(({ file }) => file);
  expect(named).toContain('public/share/home.png');
  // Its workspace may have been deleted.
  if (existsSync('papers')) expect(named).toContain('public/resources/resume.pdf');
  expect(publishing.stdout).toMatch(/^ {2}“In 1999 my job was .*/m);
  expect(publishing.stdout).toMatch(/This site must not be published yet\.\n$/);
  expect(publishing.status).toBe(1);
});

test('--host=static makes embedded services errors, and an unknown host is refused', () => {
  expect(doctor('--host=static').stdout).toContain('a static host runs no backend');
  const unknown = doctor('--host=moon');
  expect(unknown.status).toBe(2);
  expect(unknown.stderr.trim()).toBe('--host must be node, workers, static, but is "moon"');
});
