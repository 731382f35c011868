import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishBuild } from './publish-build.ts';

let folder: string;
let site: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
  site = join(folder, 'dist');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A page that asks for a hashed file, and a file for web servers. */
const write = (name: string) => async (build: string) => {
  for (const made of [join(build, '_astro/deep'), `${build}.hosting`]) {
    mkdirSync(made, { recursive: true });
  }
  writeFileSync(join(build, 'index.html'), name);
  writeFileSync(join(build, '_astro/deep', name), name);
  writeFileSync(join(`${build}.hosting`, 'Caddyfile'), name);
  return true;
};

const hours = (count: number): Date => new Date(Date.UTC(2026, 0, 1) + count * 3_600_000);
const shown = (): string => readFileSync(join(site, 'index.html'), 'utf8');
const hashed = (): string[] => readdirSync(join(site, '_astro/deep')).sort();
/** What the page of each build is. */
const builds = (at = `${site}.builds`): string[] =>
  readdirSync(at)
    .filter((name) => !name.endsWith('.hosting'))
    .map((name) => readFileSync(join(at, name, 'index.html'), 'utf8'));

test('a reader that never pauses finds a whole site, however often another takes its place (behavior 1.2)', async () => {
  await publishBuild(site, write('first'));
  const program = `const { readFileSync } = require('node:fs');
    let count = 0;
    process.stdin.once('data', () => process.exit()).once('end', () => process.exit());
    const read = () => {
      for (const end = Date.now() + 20; Date.now() < end; count++) {
        const page = readFileSync('dist/index.html', 'utf8');
        if (readFileSync('dist/_astro/deep/' + page, 'utf8') !== page) throw new Error(page);
        readFileSync('dist.hosting/Caddyfile');
      }
      console.log('read');
      setImmediate(read);
    };
    process.once('exit', () => console.log(count));
    read();`;
  const reader = spawn(process.execPath, ['-e', program], { cwd: folder });
  const errors = text(reader.stderr);
  let said = '';
  reader.stdout.on('data', (chunk) => {
    said += chunk;
  });
  for (let n = 0; n < 20; n++) {
    // Only the build before is kept: nobody opens a page for as long as two builds take.
    await once(reader.stdout, 'data');
    await publishBuild(site, write(`number-${n}`));
  }
  reader.stdin.end();
  expect(await errors).toBe('');
  expect(Number(said.trim().split('\n').at(-1))).toBeGreaterThan(20);
  expect(shown()).toBe('number-19');
});

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

test('a build that fails or throws leaves nothing, and what a killed one left goes with the next', async () => {
  await publishBuild(site, write('a'), hours(0));
  const target = readlinkSync(site);
  await write('killed')(join(`${site}.builds`, 'killed'));
  const fail = async (build: string) => !(await write('failed')(build));
  expect(await publishBuild(site, fail, hours(1))).toBe(false);
  const broken = publishBuild(site, (build) => fail(build).then(() => Promise.reject(new Error())));
  await expect(broken).rejects.toThrow();
  expect([readlinkSync(site), hashed(), builds()]).toEqual([target, ['a'], ['a', 'killed']]);
  await publishBuild(site, write('b'), hours(2));
  expect(builds()).toEqual(['a', 'b']);
});

test('a plain folder from before becomes the previous build, with its files for web servers', async () => {
  await write('plain')(site);
  await publishBuild(site, write('b'), new Date(Date.now() + 1000));
  expect([shown(), hashed(), builds()]).toEqual(['b', ['b', 'plain'], ['plain', 'b']]);
  const plain = readdirSync(`${site}.builds`).sort()[0];
  expect(readFileSync(`${site}.builds/${plain}.hosting/Caddyfile`, 'utf8')).toBe('plain');
});

test.each([true, false])('the owner’s own link is followed to a folder: %s', async (isThere) => {
  if (isThere) await write('plain')(join(folder, 'www'));
  symlinkSync('www', site);
  for (const [hour, name] of ['b', 'c'].entries()) {
    await publishBuild(site, write(name), hours(hour));
  }
  expect([shown(), readlinkSync(site)]).toEqual(['c', 'www']);
  expect(builds(join(folder, 'www.builds'))).toEqual(['b', 'c']);
  expect(existsSync(`${site}.builds`)).toBe(false);
  expect(readFileSync(`${site}.hosting/Caddyfile`, 'utf8')).toBe('c');
});
