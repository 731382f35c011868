import { expect, test } from 'vitest';
import { readMarkdown } from './markdown.ts';
import { formatMistake } from './mistakes.ts';
import { outlineOf } from './outline.ts';

const outline = (text: string) => {
  const { source } = readMarkdown(text, 'a.md', {});
  const result = outlineOf(source, ['cost-curve', 'drift'], ['note', 'table', 'sources']);
  return { ...result, messages: result.mistakes.map(formatMistake) };
};

test('numbers chapters, figures and tables, and leaves out what is marked', () => {
  const { outline: found, messages } = outline(`## Before {#before .unnumbered}

## Prices {#prices}

### A section

![Alternative](figure:cost-curve "A floor. And more.")

:::table[Numbers]{#numbers}

| a | b |
|---|--:|
| 1 | 2 |

:::

## Drift {#drift}

[](#prices), [](#figure-cost-curve), [](#numbers), [before](#before)
`);
  expect(messages).toEqual([]);
  expect(found.chapters.map(({ number, title }) => [number, title])).toEqual([
    [null, 'Before'],
    [1, 'Prices'],
    [2, 'Drift'],
  ]);
  expect(found.chapters[1]?.sections).toEqual([{ id: 'a-section', title: 'A section' }]);
  expect(found.anchors.get('prices')).toBe('chapter 1');
  expect(found.anchors.get('figure-cost-curve')).toBe('figure 1');
  expect(found.anchors.get('numbers')).toBe('table 1');
  expect([...found.figures.values()][0]).toMatchObject({
    alt: 'Alternative',
    title: 'A floor.',
    caption: 'A floor. And more.',
  });
});

const cases: [text: string, message: string][] = [
  [
    '## A\n\n![Alt](figure:cost-curv "Caption.")',
    'a.md:3: there is no figure “cost-curv”; papers/figures/ has cost-curve, drift',
  ],
  [
    '## A\n\n![ ](figure:drift "Caption.")',
    'a.md:3: figure “drift” has no alternative text; write it between the [brackets]',
  ],
  [
    '## A\n\n![Alt](figure:drift)',
    'a.md:3: figure “drift” has no caption; write it in quotes after the name',
  ],
  [
    '## A\n\nSee ![Alt](figure:drift "Caption.")',
    'a.md:3: figure “drift” is inside a text; give it a paragraph of its own',
  ],
  [
    '## A\n\n![Alt](figure:drift "One.")\n\n![Alt](figure:drift "Two.")',
    'a.md:5: the anchor #figure-drift is already taken; give one of the two another {#name}',
  ],
  [
    '## A\n\n![Alt](photo.jpg "Caption.")',
    'a.md:3: photo.jpg is not a figure; write ![…](figure:name "Caption.")',
  ],
  [
    '---\nx: 1\n---\n\n## A\n\n#### B',
    'a.md:7: “B” jumps from level 2 to level 4; use ### at most',
  ],
  ['### A', 'a.md:1: “A” jumps from level 1 to level 3; use ## at most'],
  ['# A', 'a.md:1: “# A”: the cover carries the title; begin chapters with ##'],
  ['## A\n\n## A', 'a.md:3: the anchor #a is already taken; give one of the two another {#name}'],
  [
    '## A\n\n[there](#b)',
    'a.md:3: the link to #b leads nowhere; no heading, figure, table or source has it',
  ],
  [
    '## A\n\n[there](page.html)',
    'a.md:3: the link to page.html leads nowhere; use #anchor, https:// or mailto:',
  ],
  [
    '## A {.unnumbered}\n\n[](#a)',
    'a.md:3: the link to #a has no words, and its target has no number to show',
  ],
  ['## A\n\n:::nota[B]\nC\n:::', 'a.md:3: “:::nota” is not known; use one of note, table, sources'],
  [
    '## A\n\n:::table\n\n| a |\n|---|\n| 1 |\n\n:::',
    'a.md:3: the table has no title; write :::table[Title]',
  ],
  [
    '## A\n\nB\n: C\n:::',
    'a.md:5: “:::” is in the text; put an empty line before it, and do not let it follow a definition',
  ],
  [
    '## A\n\n:::sources\n\n1. `elkan` Elkan.\n\n:::',
    'a.md:5: nothing leads to the source “elkan”; write [](#source-elkan) where it is used',
  ],
  [
    '## A\n\n:::sources\n\n1. Elkan.\n\n:::',
    'a.md:5: the source has no name; begin it with one, as in “1. `elkan` Elkan, …”',
  ],
  [
    '## A\n\nB [](#source-elkan).',
    'a.md:3: the link to #source-elkan leads nowhere; no heading, figure, table or source has it',
  ],
  ['## A\n\n<b>B</b>', 'a.md:3: HTML is not set; write it in Markdown'],
];
test.each(cases)('%j is refused: %s', (text, message) => {
  expect(outline(text).messages).toContain(message);
});

test('a row that an empty line cuts off its table is named', () => {
  const { messages } = outline('## A\n\n| a |\n|---|\n| b |\n\n| c | d |\n');
  expect(messages).toEqual([
    'a.md:7: “|” begins a text; a table must have no empty line between its rows',
  ]);
});
