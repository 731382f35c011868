import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { goBack, publishBuild } from './publish-build.ts';

let folder: string;
let site: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'publish-'));
  site = join(folder, 'dist');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** A page that asks for a hashed file, and a file for web servers. */
const write = (name: string) => async (build: string) => {
  for (const made of [join(build, '_astro/deep'), `${build}.hosting`]) {
    fs.mkdirSync(made, { recursive: true });
  }
  fs.writeFileSync(join(build, 'index.html'), name);
  fs.writeFileSync(join(build, '_astro/deep', name), name);
  fs.writeFileSync(join(`${build}.hosting`, 'Caddyfile'), name);
  return true;
};

const hours = (count: number): Date => new Date(Date.UTC(2026, 0, 1) + count * 3_600_000);
const shown = (): string => fs.readFileSync(join(site, 'index.html'), 'utf8');
const hashed = (): string[] => fs.readdirSync(join(site, '_astro/deep')).sort();
/** What the page of each build is. */
const builds = (at = `${site}.builds`): string[] =>
  fs
    .readdirSync(at)
    .filter((name) => !name.endsWith('.hosting'))
    .map((name) => fs.readFileSync(join(at, name, 'index.html'), 'utf8'));

test('hashed files are kept for a day after the last page that asked for them, and one build before (behavior 1.2)', async () => {
  const publish = async (name: string, hour: number): Promise<string> => {
    await publishBuild(site, write(name), hours(hour));
    return `${hashed()} of ${builds()}`;
  };
  expect(await publish('a', 0)).toBe('a of a');
  expect(await publish('b', 100)).toBe('a,b of a,b');
  expect(await publish('c', 110)).toBe('a,b,c of b,c');
  expect(await publish('a', 124.5)).toBe('a,b,c of c,a');
  // Of `b` the last page went at 110, of `c` at 124.5, and of `a`, which came again, now.
  expect(await publish('d', 134.5)).toBe('a,c,d of a,d');
});

test('a build that fails or throws leaves nothing, one that was killed is no way back and goes with the next', async () => {
  await publishBuild(site, write('a'), hours(0));
  const target = fs.readlinkSync(site);
  await write('killed')(join(`${site}.builds`, 'killed'));
  const fail = async (build: string) => !(await write('failed')(build));
  expect(await publishBuild(site, fail, hours(1))).toBe(false);
  const broken = publishBuild(site, (build) => fail(build).then(() => Promise.reject(new Error())));
  await expect(broken).rejects.toThrow();
  expect(goBack(site)).toBe(null);
  expect([fs.readlinkSync(site), hashed(), builds()]).toEqual([target, ['a'], ['a', 'killed']]);
  await publishBuild(site, write('b'), hours(2));
  expect([shown(), builds(), goBack(site), shown()]).toEqual([
    'b',
    ['a', 'b'],
    'the build of 2026-01-01, 00:00 UTC',
    'a',
  ]);
});

test('the owner’s own link is followed, and a plain folder is the build before', async () => {
  await write('plain')(join(folder, 'www'));
  fs.symlinkSync('www', site);
  await publishBuild(site, write('a'), new Date(Date.now() + 1000));
  expect(builds(join(folder, 'www.builds'))).toEqual(['plain', 'a']);
  for (const [hour, name] of ['b', 'c'].entries()) {
    await publishBuild(site, write(name), new Date(Date.now() + 3_600_000 * (hour + 1)));
  }
  expect([shown(), fs.readlinkSync(site)]).toEqual(['c', 'www']);
  expect(builds(join(folder, 'www.builds'))).toEqual(['b', 'c']);
  expect(fs.existsSync(`${site}.builds`)).toBe(false);
  expect(fs.readFileSync(`${site}.hosting/Caddyfile`, 'utf8')).toBe('c');
});
