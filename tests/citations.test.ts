import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const files = globSync('{*,*/**/*}.{ts,tsx,astro,css,md,mjs}', {
  exclude: ['node_modules/**', 'dist*/**', 'content/**/*.md'],
});
const cited = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].flatMap(([, numbers = '']) =>
      numbers.split(', ').map((number) => `${number} in ${file}`),
    ),
  );
const known = (numbers: readonly unknown[]) => (citation: string) =>
  numbers.includes(citation.split(' ')[0]);

const behavior = readFileSync('docs/behavior.md', 'utf8');
const sections = Array.from(
  behavior.matchAll(/^(?:#+ |- \*\*)(\d+(?:\.\d+)?)/gm),
  ([, number = '']) => number,
);

// A test owns sections if its title ends with them: `(behavior 3.5, 3.6)`.
test('each section of docs/behavior.md has a test that owns it', () => {
  const promised = sections.filter((number) => number.includes('.'));
  expect(promised.length).toBeGreaterThan(50);
  const owned = cited(/ \(behavior ([\d., ]+)\)['"`]/g).filter((citation) =>
    /\.(?:test|spec)\.tsx?$/.test(citation),
  );
  const hasOwner = (number: string) => owned.some((citation) => citation.startsWith(`${number} `));
  expect(promised.filter((number) => !hasOwner(number))).toEqual([]);
});

test('every section of the behavior and every decision that is cited exists; a decision has at most 250 words', () => {
  const ofBehavior = cited(/\bbehavior (\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*)/gi);
  expect(ofBehavior.length).toBeGreaterThan(40);
  expect(ofBehavior.filter((citation) => !known(sections)(citation))).toEqual([]);

  const folder = 'docs/explanation/decisions';
  const texts = globSync(`${folder}/[0-9]*.md`).map((file) => readFileSync(file, 'utf8').trim());
  const tooLong = texts.filter((text) => text.split(/\s+/).length > 250);
  expect(tooLong.map((text) => text.split('\n')[0])).toEqual([]);
  const records = texts.map((text) => /\d+/.exec(text)?.[0].padStart(4, '0'));
  const index = readFileSync(`${folder}/README.md`, 'utf8');
  expect([...index.matchAll(/^\| \[(\d{4})\]/gm)].map(([, n]) => n)).toEqual(records.sort());
  const ofDecisions = cited(/\bdecision (\d+)/gi);
  expect(ofDecisions.length).toBeGreaterThan(5);
  expect(ofDecisions.filter((citation) => !known(records)(citation))).toEqual([]);
});

test('every link between the documents leads to a file and a heading', () => {
  const broken = files
    .filter((file) => file.endsWith('.md') && !file.startsWith('papers/text/'))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/[^[]\]\((?!\w+:)([^)#]*)#?([^)]*)\)/g))
        .filter(([, path = '', heading]) => {
          const target = path ? join(dirname(file), path) : file;
          // An owner may have deleted the papers.
          if (target.startsWith('papers/') && !existsSync('papers/build.ts')) return false;
          if (!existsSync(target) || !heading) return !existsSync(target);
          const text = statSync(target).isFile() ? readFileSync(target, 'utf8').toLowerCase() : '';
          const names = Array.from(text.matchAll(/^#+ (.*)/gm), ([, name = '']) =>
            name.replace(/[^\p{L}\d -]/gu, '').replaceAll(' ', '-'),
          );
          return !names.includes(heading);
        })
        .map(([link]) => `${file}: ${link}`),
    );
  expect(broken).toEqual([]);
});
