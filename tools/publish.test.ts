import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from '../tests/project-copy.ts';

/** The doctor's findings are tested in examine.test.ts. */
const doctor = `import { existsSync } from 'node:fs';
  import { error } from './finding.ts';
  export const diagnose = async (host, { folder }) =>
    !existsSync(folder + '/index.html') || existsSync('refuse') ? [error('content/site.yaml', 'language', 'is wrong', 'Correct it.')] : [];`;

/** A program that fails if its first argument names an existing file. */
const program = `console.log('[{ "name": "RESEND_API_KEY", "results": [] }]');
  console.error(process.argv.slice(2).join(' '));
  process.exit(require('node:fs').existsSync(process.argv[2]) ? 1 : 0);`;

test('a site is published, refused, or reported as partly online, and can be restored (behavior 1.2)', () => {
  const folder = copyProject();
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const at = (file: string) => join(folder, file);
  const write = (file: string, text = '') => fs.writeFileSync(at(file), text);
  const read = (file: string) => (fs.existsSync(at(file)) ? fs.readFileSync(at(file), 'utf8') : '');
  const [terms, hero] = [read('content/pages/terms.md'), read('content/hero.yaml')];
  // Folders with the names of files.
  for (const name of ['chart.js', 'page.html']) fs.mkdirSync(at(`public/${name}`));
  write('tools/doctor/checks.ts', doctor);
  fs.rmSync(at('node_modules/wrangler'));
  fs.mkdirSync(at('node_modules/wrangler'));
  write('node_modules/wrangler/index.js', program);
  const command = `'"${process.execPath}" node_modules/wrangler restart'`;
  write('.env', `SITE_URL=https://firm.com\nPUBLISH_COMMAND=${command}`);
  /** Expects a text in the output. @returns the exit code and the version in dist */
  const publish = (part: string, host: string, ...options: string[]) => {
    const args = ['--import', './tools/content-first.ts', 'tools/publish.ts', ...options];
    const env = { PATH: process.env.PATH, PUBLISH_HOST: host };
    const { status, output } = spawnSync(process.execPath, args, { cwd: folder, env });
    expect(output.join('')).toContain(part);
    return `${status} ${/Version (\w)/.exec(read('dist/terms/index.html'))?.[1]}`;
  };
  write('content/pages/terms.md', `${terms}\nVersion A\n`);
  expect(publish('Online: https://firm.com', 'machine')).toBe('0 A');
  write('content/pages/terms.md', `${terms}\nVersion B\n`);
  write('refuse');
  expect(publish('content/site.yaml  is wrong', 'machine')).toBe('1 A');
  fs.rmSync(at('refuse'));
  write('content/hero.yaml', `${hero}\nlede: A plan: mine\n`);
  expect(publish('site online has not changed', 'machine')).toBe('1 A');
  write('content/hero.yaml', hero);
  write('restart');
  expect(publish('dist/ has the new version: a server shows it after', 'machine')).toBe('1 B');
  fs.rmSync(at('restart'));
  expect(publish('PUBLISH_HOST must be machine, workers, static', 'moon')).toBe('2 B');
  expect(publish('Online', 'machine', '--back')).toBe('0 A');
  write('deploy');
  expect(publish('site online has not changed', 'workers')).toBe('1 B');
  fs.renameSync(at('deploy'), at('secret'));
  expect(publish('deploy --assets dist\n', 'workers')).toBe('1 B');
}, 300_000);
