import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expertise } from '../content/expertise.ts';
import { identity } from '../content/identity.ts';
import { isSample } from '../tests/sample.ts';
import { escapeHtml } from '../tools/html.ts';
import { compose, composeText, findStaleFiles, type Plan, plans } from './compose.ts';
import { cssString } from './html.ts';
import { DocumentMistakes } from './mistakes.ts';
import { paper } from './paper.ts';
import { readPdf } from './pdf.ts';

const guide: Plan = {
  id: 'guide',
  source: 'papers/text/guide.md',
  target: 'public/resources/guide.pdf',
  cover: null,
  sheet: null,
  kind: paper({
    id: 'guide',
    title: 'The Guide',
    description: 'About guides.',
    category: 'white-paper',
    filename: 'guide.pdf',
    path: '/resources/guide.pdf',
    size: null,
    pages: 0,
    downloadCount: 0,
  }),
};
const resume = plans.at(-1) as Plan;

const messageOf = async (plan: Plan, text: string): Promise<string> => {
  try {
    await composeText(plan, text, {});
    return '';
  } catch (error) {
    if (error instanceof DocumentMistakes) return error.message;
    throw error;
  }
};

test('the table of contents takes the pages it is given', async () => {
  const text = '---\nedition: 2026-11-01\ncover: line\n---\n\n## A line {#threshold}\n\nB.';
  const { html } = await composeText(guide, text, {});
  expect(html(new Map([['threshold', 77]]), '')).toContain('<span class="page">77</span>');
});

test('the contents list figures, and tables when the paper asks for them', async () => {
  const source = `---\nedition: 2026-11-01\ncover: line\ntables: true\n---\n
## A

Words.

## B

![Alternative](figure:cost-curve "A floor. And more.")

:::table[Two numbers]{#numbers}

| a | b |
|---|--:|
| 1 | 2 |

:::
`;
  const { html } = await composeText(guide, source, {});
  const pages = new Map([
    ['figure-cost-curve', 71],
    ['numbers', 72],
  ]);
  const wordsOf = (page: string) =>
    /<nav class="contents">.*?<\/nav>/s
      .exec(page)?.[0]
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  expect(wordsOf(html(pages, ''))).toContain('Figures 1 A floor 71 Tables 1 Two numbers 72');
  const without = await composeText(guide, source.replace('tables: true\n', ''), {});
  expect(wordsOf(without.html(pages, ''))).not.toContain('Tables');
});

test('sources are numbered in the order in which the text leads to them', async () => {
  const source = `---\nedition: 2026-11-01\ncover: line\n---\n
## A

One [](#source-second), two [](#source-first), one again [](#source-second).

:::sources

1. \`first\` Elkan, *Foundations*.
2. \`second\` Wilson.

:::
`;
  const { html } = await composeText(guide, source, {});
  const chapter = html(new Map(), '').match(
    /<section class="chapter chapter-0">.*?<\/section>/s,
  )?.[0];
  const words = chapter?.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toContain('One [1] , two [2] , one again [1] . 1 Wilson. 2 Elkan, Foundations .');
  expect(chapter).toContain('<li id="source-first">');
  expect(chapter).toContain('<a href="#source-first" class="mark">[2]</a>');
});

test('the digest changes with the text', async () => {
  const front = '---\nedition: 2026-11-01\ncover: line\n---\n\n';
  const one = await composeText(guide, `${front}## A\n\nB.`, {});
  const same = await composeText(guide, `${front}## A\n\nB.`, {});
  const other = await composeText(guide, `${front}## A\n\nC.`, {});
  expect(one.digest).toBe(same.digest);
  expect(one.digest).not.toBe(other.digest);
});

test('lists every mistake of a source at once', async () => {
  const message = await messageOf(
    guide,
    '---\nedition: someday\ncover: face\n---\n\n## A\n\n#### B\n\n[c](#d) {e}',
  );
  expect(message.split('\n').slice(1)).toEqual([
    `  - ${guide.source}:10: {e} is not a known value; add it to the document's values or correct the name`,
    `  - ${guide.source}:8: “B” jumps from level 2 to level 4; use ### at most`,
    `  - ${guide.source}:10: the link to #d leads nowhere; no heading, figure, table or source has it`,
    `  - ${guide.source}:1: frontmatter: edition must be a date such as 2026-11-01`,
    expect.stringContaining(`  - ${guide.source}:1: frontmatter: cover `),
  ]);
});

test('what is in public/ was made from the present texts, facts, figures and styles', async () => {
  const fix = 'run `npm run build --workspace=papers` and commit what it writes';
  expect(await findStaleFiles(), fix).toEqual([]);
});

describe('the résumé', () => {
  const front = '---\nedition: 2026-11-01\ntitle: Résumé\n---\n\n';

  test('has the facts of the timeline', async () => {
    const html = (await compose(resume)).html(new Map(), '');
    for (const { role, company, text } of expertise.timeline) {
      for (const fact of [role, company, text]) expect(html).toContain(escapeHtml(fact));
    }
    expect(html).toContain(escapeHtml(identity.person));
  });

  test('names a role that the timeline does not have', async () => {
    expect(await messageOf(resume, `${front}:::role[Acme]\n:::`)).toContain(
      'content/resume.md:6: the timeline in content/expertise.ts has no role at “Acme”',
    );
  });

  test('says when its roles are not those of the timeline', async () => {
    const companies = expertise.timeline.map(({ company }) => company);
    const [company = ''] = companies;
    const role = `:::role[${company}]\n:::\n`;
    expect(await messageOf(resume, `${front}${role}\n${role}`)).toContain(
      `content/resume.md: its roles are ${company}, ${company}, but the timeline in content/expertise.ts has ${companies.join(', ')}`,
    );
  });

  test('has its edition as the day it was made, and no more than three pages in the sample', async () => {
    const { created, pages } = await readPdf(readFileSync(resume.target));
    expect(created).toEqual((await compose(resume)).edition);
    if (isSample) expect(pages).toBeLessThanOrEqual(3);
  });
});

test('a name stays within its string in the style sheet, with a quote and a backslash too', () => {
  expect(cssString('Robin "Ro\\b" Marsh')).toBe(String.raw`"Robin \"Ro\\b\" Marsh"`);
});
