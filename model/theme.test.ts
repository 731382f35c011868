import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadContent } from './content.ts';
import { contrastOf, themeSchema } from './theme.ts';

const file = 'content/theme.yaml';
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'theme-'));
  cpSync('content', `${root}/content`, { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true }));

/** What is wrong once a part of the theme is another, as `LINE: MESSAGE`. */
const mistakesWith = (part: string | RegExp, other: string): string[] => {
  const theme = readFileSync(file, 'utf8');
  expect(theme).toMatch(part);
  writeFileSync(`${root}/${file}`, theme.replace(part, other));
  return loadContent(root).mistakes.map(({ file: place, line, message }) => {
    expect(place).toBe(file);
    return `${line}: ${message}`;
  });
};

const lineOf = (part: string): number =>
  readFileSync(file, 'utf8').split(part)[0]?.split('\n').length ?? 0;

test('the contrast of two colors is that of WCAG', () => {
  expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each([
  [
    'text',
    '#15181d',
    '#777777',
    'colors.light.text on background has a contrast of 4.2, and needs 4.5',
  ],
  [
    'text',
    '#ece9e1',
    '#555a60',
    'colors.dark.text on background has a contrast of 2.6, and needs 4.5',
  ],
  [
    'borders',
    '#77746c',
    '#bbbbbb',
    'colors.light.borders on background has a contrast of 1.8, and needs 3',
  ],
  [
    'band',
    '#15181d',
    '#c0c0c0',
    'colors.light.background on band has a contrast of 1.7, and needs 4.5',
  ],
  [
    'accent',
    '#ff8162',
    '#101418',
    'colors.dark.accent on the light theme’s band has a contrast of 1, and needs 3',
  ],
])('too little contrast of %s %s is named', (name, color, other, expected) => {
  const before = `    ${name}: '${color}'`;
  const found = mistakesWith(before, `    ${name}: '${other}'`);
  const named = name === 'band' ? "    background: '#fbfaf7'" : before;
  expect(found).toContain(`${lineOf(named)}: ${expected}`);
});

test.each([
  ['    panel:', '    pannel:', /colors\.light has no field “pannel”; did you mean “panel”\?/],
  ["'#f9e7e1'", "'pink'", /colors\.light\.mistake must be a color .*, but is “pink”/],
  ["'#f9e7e1'", '#f9e7e1', /colors\.light\.mistake must be a color between quotation marks/],
])('a color that is none is named: %s becomes %s', (part, other, expected) => {
  expect(mistakesWith(part, other)).toContainEqual(
    expect.stringMatching(new RegExp(`^${lineOf(part)}: ${expected.source}`)),
  );
});

test('a family that is not installed: its mistake has the command that installs it', () => {
  expect(mistakesWith('Source Sans 3', 'Comic Neue')).toEqual([
    `${lineOf('Source Sans 3')}: fonts.text.family is “Comic Neue”, which is not installed: run \`npm install @fontsource-variable/comic-neue\`, if https://fontsource.org has it as a variable font`,
  ]);
});

test('a family may be called by its package', () => {
  const fonts = {
    headings: { family: '@fontsource-variable/newsreader' },
    text: { family: 'source sans 3' },
  };
  expect(themeSchema.shape.fonts.safeParse(fonts).error).toBeUndefined();
});
