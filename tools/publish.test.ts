import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const terms = read('content/pages/terms.md');
  const hero = read('content/hero.yaml');
  write('tools/doctor/diagnose.ts', doctor);
  write('online.mjs', command);
  const publish = (...args: string[]) => {
    const run = ['--import', './tools/content-first.ts', 'tools/publish.ts', ...args];
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      SITE_URL: 'https://firm.com',
      PUBLISH_HOST: 'machine',
      PUBLISH_COMMAND: `"${process.execPath}" online.mjs`,
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, run, {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    const shown = existsSync(join(folder, 'dist'))
      ? /Version (\w)/.exec(read('dist/terms/index.html'))?.[1]
      : null;
    const online = existsSync(join(folder, 'online')) ? read('online') : '';
    return { status, said: stdout + stderr, shown, online };
  };
  const contains = (text: string) => expect.stringContaining(text);

  write('content/pages/terms.md', `${terms}\nVersion A\n`);
  expect(publish('--back')).toMatchObject({
    status: 1,
    said: contains('There is no build before dist'),
  });
  expect(publish()).toEqual({
    status: 0,
    said: contains('Online: https://firm.com'),
    shown: 'A',
    online: 'A',
  });

  write('content/pages/terms.md', `${terms}\nVersion B\n`);
  write('refuse', '');
  const refused = { status: 1, shown: 'A', online: 'A' };
  expect(publish()).toEqual({ ...refused, said: contains('language  is wrong: correct it') });
  rmSync(join(folder, 'refuse'));
  appendFileSync(join(folder, 'content/hero.yaml'), '\nlede: A plan: mine\n');
  expect(publish()).toEqual({ ...refused, said: contains('content/hero.yaml:') });
  write('content/hero.yaml', hero);
  const dry = { status: 0, shown: 'A', online: 'A', said: contains('would be published') };
  expect(publish('--dry-run')).toEqual(dry);
  write('fail', '');
  // The old one is brought online again.
  expect(publish()).toEqual({ status: 1, shown: 'A', online: 'ABA', said: contains('failed') });
  rmSync(join(folder, 'fail'));

  expect(publish()).toMatchObject({ status: 0, shown: 'B', online: 'ABAB' });
  const asked = read('dist/terms/index.html').match(/\/_astro\/[\w.-]+\.css/g) ?? [];
  expect(publish('--back')).toMatchObject({ status: 0, shown: 'A', online: 'ABABA' });
  expect(asked.filter((file) => !existsSync(join(folder, 'dist', file)))).toEqual([]);
  expect(publish('--back')).toMatchObject({ status: 0, shown: 'B' });
}, 300_000);
