import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from '../tests/project-copy.ts';

/** The doctor's own findings have tests of their own. */
const doctor = `import { existsSync } from 'node:fs';
  import { error } from './finding.ts';
  export const diagnose = async () =>
    existsSync('refuse') ? [error('content/site.yaml', 'language', 'is wrong', 'Correct it.')] : [];`;

/** Brings online what the site is at that moment, or fails after it. */
const command = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  const [, version] = /Version (\\w)/.exec(readFileSync('dist/terms/index.html', 'utf8')) ?? [];
  appendFileSync('online', version);
  process.exit(existsSync('fail') ? 1 : 0);`;

test('a site is published, a later one is refused at every step with the old one up, then published, and taken back (behavior 1.2)', () => {
  const folder = copyProject();
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const at = (file: string) => join(folder, file);
  const write = (file: string, text: string) => fs.writeFileSync(at(file), text);
  const read = (file: string) => (fs.existsSync(at(file)) ? fs.readFileSync(at(file), 'utf8') : '');
  const [terms, hero] = [read('content/pages/terms.md'), read('content/hero.yaml')];
  write('tools/doctor/diagnose.ts', doctor);
  write('online.mjs', command);
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, SITE_URL: 'https://firm.com' },
    ...{ PUBLISH_HOST: 'machine', PUBLISH_COMMAND: `"${process.execPath}" online.mjs` },
  };
  /** Exit code, what is in dist and what was brought online, and part of what was written. */
  const publish = (part: string, ...args: string[]) => {
    const run = ['--import', './tools/content-first.ts', 'tools/publish.ts', ...args];
    const { status, output } = spawnSync(process.execPath, run, {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(output.join('')).toContain(part);
    const version = /Version (\w)/.exec(read('dist/terms/index.html'))?.[1];
    return [status, version, read('online')];
  };

  write('content/pages/terms.md', `${terms}\nVersion A\n`);
  expect(publish('There is no build before dist', '--back')).toEqual([1, undefined, '']);
  expect(publish('Online: https://firm.com')).toEqual([0, 'A', 'A']);
  write('content/pages/terms.md', `${terms}\nVersion B\n`);
  write('refuse', '');
  expect(publish('content/site.yaml  is wrong')).toEqual([1, 'A', 'A']);
  fs.rmSync(at('refuse'));
  write('content/hero.yaml', `${hero}\nlede: A plan: mine\n`);
  expect(publish('content/hero.yaml:')).toEqual([1, 'A', 'A']);
  write('content/hero.yaml', hero);
  expect(publish('would be published', '--dry-run')).toEqual([0, 'A', 'A']);
  write('fail', '');
  // The old one is brought online again.
  expect(publish('failed. dist is the build of')).toEqual([1, 'A', 'ABA']);
  fs.rmSync(at('fail'));
  expect(publish('There is no build before dist', '--back')).toEqual([1, 'A', 'ABA']);
  expect(publish('Online')).toEqual([0, 'B', 'ABAB']);
  const asked = read('dist/terms/index.html').match(/\/_astro\/[\w.-]+\.css/g) ?? [];
  expect(publish('Online', '--back')).toEqual([0, 'A', 'ABABA']);
  expect(asked.filter((file) => !fs.existsSync(at(`dist${file}`)))).toEqual([]);
  expect(publish('Online', '--back')).toEqual([0, 'B', 'ABABAB']);
}, 300_000);
