import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { judge } from './plain-words.ts';
import { themeSchema } from './theme.ts';
import { parseYaml } from './yaml.ts';

const file = 'content/theme.yaml';

/** Returns the mistakes of the theme with one field changed. */
const mistakesWith = (path: string, value: unknown): string[] => {
  const document = parseDocument(readFileSync(file, 'utf8'));
  document.setIn(path.split('.'), value);
  const source = parseYaml(file, document.toString(), themeSchema);
  return judge(themeSchema, source).mistakes.map(({ message }) => message);
};

test.each([
  ['light.text', '#777777', 'light.text on background has a contrast of 4.2, and needs 4.5'],
  ['dark.text', '#555a60', 'dark.text on background has a contrast of 2.6, and needs 4.5'],
  ['light.borders', '#bbbbbb', 'light.borders on background has a contrast of 1.8, and needs 3'],
  ['light.band', '#c0c0c0', 'light.background on band has a contrast of 1.7, and needs 4.5'],
  ['dark.accent', '#101418', /^dark\.accent on the light theme’s band has a contrast of 1,/],
  ['light.pannel', '#ffffff', /^light has no field “pannel”; did you mean “panel”\?/],
  ['light.mistake', 'pink', /^light\.mistake must be a color .*, but is “pink”/],
  // YAML reads an unquoted #f9e7e1 as null.
  ['light.mistake', null, /^light\.mistake must be a color between quotation marks/],
])('the color %s %j is refused', (name, color, expected) => {
  const found = mistakesWith(`colors.${name}`, color).map((each) => each.replace(/^colors\./, ''));
  expect(found).toContainEqual(expect.stringMatching(expected));
});

test('the mistake about a font family that is not installed has the command that installs it', () => {
  expect(mistakesWith('fonts.text.family', 'Comic Neue')).toEqual([
    'fonts.text.family is “Comic Neue”, which is not installed: run `npm install @fontsource-variable/comic-neue`, if https://fontsource.org has it as a variable font',
  ]);
});

test('a font family may be named by its package', () => {
  expect(mistakesWith('fonts.headings.family', '@fontsource-variable/newsreader')).toEqual([]);
  expect(mistakesWith('fonts.text.family', 'source sans 3')).toEqual([]);
});
