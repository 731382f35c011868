import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { recordFile } from '#hosting/build-record.ts';
import { variables } from '#hosting/variables.ts';
import { makeFolder } from '#model/tests/folder.ts';
import { goBack, publishBuild } from './builds.ts';

/** Publishes pages, each with a hashed file and a file for web servers. */
const makeSite = () => {
  const site = join(makeFolder(), 'dist');
  const write = async (name: string, build: string, url = 'https://firm.com') => {
    for (const file of ['/index.html', `/_astro/deep/${name}.js`, '.hosting/Caddyfile']) {
      fs.mkdirSync(join(build + file, '..'), { recursive: true });
      fs.writeFileSync(build + file, name);
    }
    fs.writeFileSync(recordFile(build), JSON.stringify({ SITE_URL: url }));
    if (name === 'failed') throw new Error(name);
  };
  /** Returns the page, the file for web servers, the hashed files, and how many builds are kept. */
  const shown = () => {
    const read = (file: string) => fs.readFileSync(site + file, 'utf8');
    const hashed = fs.readdirSync(`${site}/_astro/deep`).map((name) => name.replace('.js', ''));
    const builds = fs.globSync(`${site}.builds/*/index.html`).length;
    return `${read('/index.html')}${read('.hosting/Caddyfile')} ${hashed.join('')} ${builds}`;
  };
  const publish = async (name: string, hour: number, url?: string) => {
    const now = new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000);
    await publishBuild(site, (build) => write(name, build, url), now);
    return shown();
  };
  return { site, write, shown, publish };
};

test('hashed files are kept for a day after their last page was replaced; one previous build is kept (behavior 1.2)', async () => {
  const { publish } = makeSite();
  expect(await publish('a', 0)).toBe('aa a 1');
  expect(await publish('b', 100)).toBe('bb ab 2');
  expect(await publish('c', 110)).toBe('cc abc 2');
  expect(await publish('a', 124.5)).toBe('aa abc 2');
  // The last page with `b` was replaced at 110, with `c` at 124.5; `a` was published again.
  expect(await publish('d', 134.5)).toBe('dd acd 2');
});

test('a build for this machine only is not put online with a later one, nor instead of it (behavior 1.2)', async () => {
  const { site, publish } = makeSite();
  const local = variables.SITE_URL.default;
  expect(await publish('a', 0, local)).toBe('aa a 1');
  expect(await publish('b', 1, local)).toBe('bb ab 2');
  expect([await publish('c', 2), goBack(site)]).toEqual(['cc c 2', null]);
  expect([await publish('d', 3), goBack(site)]).toEqual(['dd cd 2', expect.any(String)]);
});

test('a folder with files that no build made is not replaced, nor the project itself', async () => {
  const { site, publish } = makeSite();
  fs.mkdirSync(site);
  expect(await publish('a', 0)).toBe('aa a 1');
  fs.rmSync(site);
  fs.mkdirSync(site);
  fs.writeFileSync(`${site}/photo.jpg`, '');
  await expect(publish('b', 1)).rejects.toThrow('dist has files that no build made');
  expect(fs.readdirSync(site)).toEqual(['photo.jpg']);
  await expect(publishBuild('.', async () => {})).rejects.toThrow('. has files that no build');
});

test('a build that failed or was killed is removed; the previous one can be restored repeatedly', async () => {
  const { site, write, shown, publish } = makeSite();
  await write('p', site);
  expect(await publish('a', 0)).toBe('aa ap 1');
  await write('killed', `${site}.builds/killed`);
  await expect(publish('failed', 1)).rejects.toThrow('failed');
  expect([shown(), goBack(site)]).toEqual(['aa ap 1', null]);
  await publish('b', 2);
  expect([goBack(site), shown()]).toEqual(['the build of 2026-01-01, 00:00 UTC', 'aa abp 2']);
  expect([goBack(site), shown()]).toEqual(['the build of 2026-01-01, 02:00 UTC', 'bb abp 2']);
});

test('an old build of root, and a file that a power failure left empty, do not prevent a new build', async () => {
  const { site, publish } = makeSite();
  await publish('a', 0);
  fs.writeFileSync(`${site}.hosting/history.json`, '');
  expect([await publish('b', 1), goBack(site)]).toEqual(['bb ab 2', expect.any(String)]);
  const remove = fs.rmSync;
  using _spy = vi.spyOn(fs, 'rmSync').mockImplementation((path, options) => {
    if (/T01-00/.test(String(path))) throw Object.assign(new Error(), { code: 'EACCES' });
    remove(path, options);
  });
  await publish('c', 2);
  expect(await publish('d', 3)).toMatch(/^dd /);
});
