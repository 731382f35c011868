import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { variants } from '../tools/variants.ts';
import { expect, test } from './fixtures.ts';
import { copyProject } from './project-copy.ts';
import { isSample, notSample } from './sample.ts';

test.skip(!isSample, notSample);

/** Returns the places of the doctor's findings that are not about the sample. */
const findIn = (cwd: string): string[] => {
  const args = ['tools/run.mjs', 'tools/doctor.ts', '--json'];
  const OUT_DIR = resolve(variants.embedded.folder);
  // This project has read its content already.
  const env = { PATH: process.env.PATH, OUT_DIR, CONTENT_READ: resolve('.') };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, timeout: 25e3 });
  expect([status, `${stderr}`]).toEqual([1, 'The site cannot be published yet.\n']);
  const findings: { file: string; sample?: object[] }[] = JSON.parse(`${stdout}`).findings;
  return findings.flatMap(({ file, sample }) => (sample ? [] : file));
};

test('in the sample, the doctor finds only sample content and a missing address', () => {
  expect(findIn('.')).toEqual(['environment']);
});

let folder = '';
test.afterAll(() => folder && rmSync(folder, { recursive: true }));

test('the doctor tells an owner with another name to print the résumé again', () => {
  test.skip(!existsSync('papers/build.ts'), 'this site has no papers');
  folder = copyProject();
  const file = `${folder}/content/identity.yaml`;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Robin Example', 'Dana Roe'));
  expect(findIn(folder)).toContain('public/resources/resume.pdf');
});
